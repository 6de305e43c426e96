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

/// `/login/add-passkey`: offers a passkey on this device after a sign-in with another one. A user whose account has
/// none, and who has to sign in again, adds one here first.
enum OfferedPasskeyEndpoints {
    static let rows = [page, challenge, finish, skip]

    /// The browser is not asked again, even if the user closes the page.
    private static let page = Row(
        .get, "/login/add-passkey", in: .pages, by: .transaction, taking: .nothing, id: "offeredPasskeyPage",
        summary: "Returns the page that offers a passkey on this device", success: .page, failing: [400],
        countedAs: .ceremonyStart
    ) { request in
        let (opened, browser) = (request.caller, request.browser)
        guard let account = try await opened.offeredAccount() else { return .seeOther(try opened.continuation) }
        if account.session.canSignInAgain,
            try await account.hasAddedPasskey(since: opened.transaction.progress.authenticatedAt)
        {
            return .seeOther(try opened.continuation)
        }
        var page = AddPasskeyPage(token: opened.token, identifier: account.session.user.displayedName)
        page.isRequired = !account.session.canSignInAgain
        page.isAfterPassword = account.session.ways.contains(account.session.user.id.passwordWay)
        page.isAfterCode = account.session.ways.contains { [.email, .phone].contains($0.kind) }
        if page.isRequired { page.otherAccount = opened.link(to: .accountSelection) }
        // A user who comes back to the page may have said no in the meantime.
        page.isCreatedConditionally = !page.isRequired && !browser.cookies.wasOfferedPasskey
        return opened.response(page).settingCookies([page.isRequired ? nil : browser.cookies.fieldRecordingOffer])
    }

    /// The account's passkeys are excluded, so that a device does not get a second one.
    private static let challenge = Row(
        .post, "/login/add-passkey/challenge", in: .scripts, by: .transaction, taking: .json(OfferedPasskeyBody.self),
        id: "beginOfferedPasskey", summary: "Begins the registration of the offered passkey",
        success: .json("JSON.", .startedCeremony), failing: [401, 409]
    ) { request in
        let context = request.context
        let account = try await request.caller.requireOfferedAccount()
        var enrollment = EnrollmentRequest()
        enrollment.excludesExistingCredentials = true
        enrollment.isConditional = request.input.isConditional
        let started = try await BeginEnrollment(ceremonies: request.browser.ceremonies())(
            enrollment, by: account.owner, in: context.configuration)
        return .ceremony(started.options.json, session: started.session, reference: context.reference)
    }

    /// Without a script, the form is posted to the same path, and shows the page again.
    private static let finish = Row(
        .post, "/login/add-passkey", in: .scripts, by: .transaction, taking: .ceremonyOrForm,
        id: "finishOfferedPasskey", summary: "Finishes the registration of the offered passkey",
        success: .json("JSON.", .signaledLocation), failing: [401, 409]
    ) { request in
        let opened = request.caller
        guard case .ceremony(let body) = request.input else { return try opened.redirect(to: .offeredPasskey) }
        let account = try await opened.requireOfferedAccount(registering: body.response)
        let submission = FinishEnrollment.Submission(session: body.session, response: body.response)
        let enrolled = try await FinishEnrollment(ceremonies: request.browser.ceremonies())(
            submission, by: account.owner, in: request.context.configuration)
        request.services.storageHealth.recordSuccess()
        return .json(["location": .string(try opened.continuation), "signal": enrolled.signal.json])
    }

    /// A user who can't sign in again without a passkey goes back to the client.
    private static let skip = Row(
        .post, "/login/add-passkey/skip", in: .pages, by: .transaction, taking: .jsonOrForm(TransactionBody.self),
        id: "skipOfferedPasskey", summary: "Continues without a passkey on this device", success: .nextPage
    ) { request in
        let opened = request.caller
        if let account = try await opened.offeredAccount(), !account.session.canSignInAgain {
            return opened.router.deliver(.error(.loginRequired), to: opened.request.target)
        }
        return .seeOther(try opened.continuation)
    }
}

extension OpenedTransaction {
    /// Where the browser goes after the offer.
    fileprivate var continuation: String {
        get throws {
            var progress = transaction.progress
            progress.isPasskeyOffered = false
            return try path(of: .continuation, after: progress)
        }
    }

    /// The account of the user who signed in for this request a short time ago and is offered a passkey, or of one who
    /// has no passkey. The browser's history has this page for longer.
    fileprivate func offeredAccount() async throws -> AccountRequest? {
        guard let account = try await AccountRequest(browser) else { return nil }
        let isOffered = transaction.progress.isPasskeyOffered && account.session.user.id == transaction.progress.user
        return (isOffered && account.isRecent) || !account.session.canSignInAgain ? account : nil
    }

    /// The account, or a problem whose location is the next page. A device that has made a passkey in vain is told so.
    fileprivate func requireOfferedAccount(
        registering response: CredentialResponse? = nil
    ) async throws -> AccountRequest {
        if let account = try await offeredAccount() { return account }
        var problem = HTTPProblem.signInRequired(location: try continuation)
        if let response { problem.signalUnknown(response, relyingPartyID: context.relyingPartyID) }
        throw problem
    }
}

extension AccountRequest {
    /// Whether the user has added a passkey since the sign-in. The page may be shown again by the browser's history.
    fileprivate func hasAddedPasskey(since signIn: Timestamp?) async throws -> Bool {
        guard let signIn else { return false }
        let list = try await PasskeyManagement(accounts: browser.services.accounts).list(
            of: owner, in: context.configuration)
        return list.passkeys.contains { passkey in
            !session.record.ways.contains(passkey.id.way) && passkey.origin.createdAt >= signIn
        }
    }
}

/// The response of a device, or the form of a page without its script.
private enum CeremonyOrForm {
    case ceremony(PageCeremonyBody)
    case form(TransactionBody)

    var state: String {
        switch self {
        case .ceremony(let body): body.state
        case .form(let body): body.state
        }
    }
}

extension Reading where Input == CeremonyOrForm {
    @inline(__always) fileprivate static var ceremonyOrForm: Reading {
        let ceremony = Reading<PageCeremonyBody>.json(PageCeremonyBody.self)
        return Reading(
            read: { context in
                guard context.incoming.isForm else { return .ceremony(try ceremony.read(context)) }
                return .form(try context.body(TransactionBody.self, form: .jsonOrForm))
            }, failures: ceremony.failures, describe: ceremony.describe)
    }
}

extension Access where Caller == OpenedTransaction, Input == CeremonyOrForm {
    @inline(__always) fileprivate static var transaction: Access {
        Access(origin: .own, failures: [403], check: .input { try OpenedTransaction($1.state, in: $0.browser) })
    }
}
