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
struct SetupPages {
    private static let page = PageLink(.setUp)

    let browser: BrowserRequest

    private var context: RequestContext { browser.context }

    /// Shows the page. Nothing is stored, and the page doesn't check the code: the script sends it with its first
    /// request.
    func show() async throws(HTTPProblem) -> HTTPResponse {
        guard try await browser.isSetupNeeded() else {
            return browser.response(SetupFinishedPage(), status: 404)
        }
        // The page of the logout asks before a session ends that is the only way into an account.
        if let session = try await browser.session(), !session.canSignInAgain {
            return .seeOther(Route.logout.rawValue)
        }
        let (state, cookie) = try browser.pageTicket(for: Self.page)
        let fields = context.configuration.ownersConnection?.identifiers.signUpFields() ?? []
        return browser.response(SetupPage(token: .state(state), identifiers: fields)).settingCookies([cookie])
    }

    /// Returns browsers without scripts to the page.
    func submit() throws(HTTPProblem) -> HTTPResponse {
        _ = try context.body(SetupBody.self, form: .jsonOrForm)
        return .seeOther(Self.page.text)
    }

    /// Begins the ceremony. Each attempt counts against the limit of its address.
    func challenge() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(SetupBody.self)
        try browser.requireOwnPage(Self.page, state: body.state)
        try context.takeCodeLimit(.setupCode, from: browser.services)
        var profile = SignUpProfile()
        profile.identifiers = Identifier.Kind.reading(body.identifiers)
        let (ceremonies, host, configuration, entered) = (
            try browser.ceremonies(), context.host.host, context.configuration, profile
        )
        let started = try await mapFailure(to: HTTPProblem.init(_:)) { () throws(SignInFailure) in
            try await BeginSetup(ceremonies: ceremonies)(
                code: body.code, profile: entered, at: host, in: configuration)
        }
        return .ceremony(started.options.json, session: started.session, reference: context.reference)
    }

    /// Finishes the ceremony: consumes the code and stores the account, its passkey and the session.
    func finish() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(PageCeremonyBody.self)
        try browser.requireOwnPage(Self.page, state: body.state)
        // The sample application is the second screen of a user who tries the server out.
        let next = browser.services.options.servesDemo ? PageLink(.demo) : AccountNotice.setUp.page
        let signIn = try await browser.judge(body, client: CeremonyBinding.ownPages)
        return try await browser.complete(signIn, returningTo: next).scriptResponse
    }
}

extension BrowserRequest {
    /// Whether the server has no owner.
    func isSetupNeeded() async throws(HTTPProblem) -> Bool {
        let setup = ServerSetup(storage: services.storage)
        return try await mapFailure(to: HTTPProblem.init(_:)) { () throws(SignInFailure) in
            try await setup.isNeeded()
        }
    }
}
