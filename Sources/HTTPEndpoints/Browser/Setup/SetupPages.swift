// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WebAuthnMessages
import WireFormats

/// `/setup`: creates the account of the server's owner, with the one-time code that the terminal shows. Afterwards the
/// page is gone.
enum SetupPages {
    static let path: Path = "/setup"

    private static let link = PageLink(.setUp)

    static let rows = [page, form, challenge, finish]

    /// Nothing is stored, and the page doesn't check the code: the script sends it with its first request.
    private static let page = Row(
        .get, path, in: .pages, by: .anyone, taking: .nothing, id: "setupPage",
        summary: "Returns the page that creates the account of the server's owner", success: .page,
        failing: [400, 403, 404]
    ) { request in
        let browser = request.browser
        guard try await ServerSetup(storage: request.services.storage).isNeeded() else {
            return browser.response(SetupFinishedPage(), status: 404)
        }
        // The page of the logout asks before a session ends that is the only way into an account.
        if let session = try await browser.session(), !session.canSignInAgain {
            return .seeOther(PagePath.logout.rawValue)
        }
        let (state, cookie) = try browser.pageTicket(for: link)
        let fields = request.context.configuration.ownersConnection?.identifiers.signUpFields() ?? []
        return browser.response(SetupPage(token: .state(state), identifiers: fields)).settingCookies([cookie])
    }

    private static let form = Row(
        .post, path, in: .pages, by: .anyone, taking: .jsonOrForm(SetupBody.self), id: "setupForm",
        summary: "Returns to the page without a script", success: .nextPage, failing: [403]
    ) { _ in
        .seeOther(link.text)
    }

    /// Each attempt counts against the limit of its address.
    private static let challenge = Row(
        .post, "/setup/challenge", in: .scripts, by: .script(of: link), taking: .json(SetupBody.self),
        id: "beginSetup", summary: "Checks the one-time code, and begins the registration of the owner's passkey",
        success: .json("JSON.", .startedCeremony), failing: [401, 409]
    ) { request in
        let context = request.context
        try context.takeCodeLimit(.setupCode)
        var profile = SignUpProfile()
        profile.identifiers = Identifier.Kind.reading(request.input.identifiers)
        let started = try await BeginSetup(ceremonies: request.browser.ceremonies())(
            code: request.input.code, profile: profile, at: context.host.host, in: context.configuration)
        return .ceremony(started.options.json, session: started.session, reference: context.reference)
    }

    /// Consumes the code, and stores the account, its passkey and the session.
    private static let finish = Row(
        .post, "/setup/passkey", in: .scripts, by: .script(of: link), taking: .json(PageCeremonyBody.self),
        id: "finishSetup", summary: "Stores the owner's account and passkey", success: .json("JSON.", .nextLocation),
        failing: [401, 409]
    ) { request in
        // The sample application is the second screen of a user who tries the server out.
        let next = request.services.options.servesDemo ? PageLink(.demo) : AccountNotice.setUp.page
        let signIn = try await request.browser.judge(request.input, client: CeremonyBinding.ownPages)
        return try await request.browser.complete(signIn, returningTo: next).scriptResponse
    }
}
