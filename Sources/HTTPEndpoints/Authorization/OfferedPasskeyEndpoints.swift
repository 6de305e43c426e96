// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import SignIn
import WebAuthnMessages
import WireFormats

/// `/login/add-passkey`: offers a passkey on this device after a sign-in with another one. A user whose account has
/// none, and who has to sign in again, adds one here first.
struct OfferedPasskeyEndpoints {
    let browser: BrowserRequest

    private var context: RequestContext { browser.context }

    /// Shows the offer. The browser is not asked again, even if the user closes the page.
    func show() async throws(HTTPProblem) -> HTTPResponse {
        try await browser.opening { opened throws(HTTPProblem) in
            guard let account = try await account(for: opened) else {
                return .seeOther(try continuation(of: opened))
            }
            if account.session.canSignInAgain,
                try await hasAdded(account, since: opened.transaction.progress.authenticatedAt)
            {
                return .seeOther(try continuation(of: opened))
            }
            var page = AddPasskeyPage(token: opened.token, identifier: account.session.user.displayedName)
            page.isRequired = !account.session.canSignInAgain
            if page.isRequired { page.otherAccount = opened.link(to: .accountSelection) }
            // A user who comes back to the page may have said no in the meantime.
            page.isCreatedConditionally = !page.isRequired && !browser.cookies.wasOfferedPasskey
            return opened.response(page).settingCookies([
                page.isRequired ? nil : browser.cookies.fieldRecordingOffer
            ])
        }
    }

    /// Begins the ceremony. The account's passkeys are excluded, so that a device does not get a second one.
    func challenge() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(OfferedPasskeyBody.self)
        let opened = try browser.open(state: body.state)
        let account = try await requireAccount(for: opened)
        var request = EnrollmentRequest()
        request.excludesExistingCredentials = true
        request.isConditional = body.isConditional
        let (configuration, enrollment, ceremonies) = (context.configuration, request, try browser.ceremonies())
        let started = try await mapFailure(to: HTTPProblem.init(_:)) { () throws(SignInFailure) in
            try await BeginEnrollment(ceremonies: ceremonies)(enrollment, by: account.owner, in: configuration)
        }
        return .ceremony(started.options.json, session: started.session, reference: context.reference)
    }

    /// Finishes the ceremony: stores the passkey. Without a script, the form is posted to the same path.
    func finish() async throws(HTTPProblem) -> HTTPResponse {
        guard !context.incoming.isForm else { return try await showAgain() }
        let body = try context.body(PageCeremonyBody.self)
        let opened = try browser.open(state: body.state)
        let account = try await requireAccount(for: opened, registering: body.response)
        let (configuration, ceremonies) = (context.configuration, try browser.ceremonies())
        let enrolled = try await mapFailure(to: HTTPProblem.init(_:)) { () throws(SignInFailure) in
            try await FinishEnrollment(ceremonies: ceremonies)(
                FinishEnrollment.Submission(session: body.session, response: body.response), by: account.owner,
                in: configuration)
        }
        browser.services.storageHealth.recordSuccess()
        return .json(["location": .string(try continuation(of: opened)), "signal": enrolled.signal.json])
    }

    private func showAgain() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(TransactionBody.self, form: .jsonOrForm)
        return try await browser.opening(state: body.state) { opened throws(HTTPProblem) in
            .seeOther(try opened.router.path(of: .offeredPasskey, in: opened.transaction))
        }
    }

    /// Continues without a passkey, or goes back to the client if the user can't sign in again without one.
    func skip() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(TransactionBody.self, form: .jsonOrForm)
        try browser.requireOwnOrigin()
        return try await browser.opening(state: body.state) { opened throws(HTTPProblem) in
            if let account = try await account(for: opened), !account.session.canSignInAgain {
                return opened.router.deliver(.error(.loginRequired), to: opened.request.target)
            }
            return .seeOther(try continuation(of: opened))
        }
    }

    /// Whether the user has added a passkey since the sign-in. The page may be shown again by the browser's history.
    private func hasAdded(_ account: AccountRequest, since signIn: Timestamp?) async throws(HTTPProblem) -> Bool {
        guard let signIn else { return false }
        let (configuration, accounts) = (context.configuration, browser.services.accounts)
        let list = try await mapFailure(to: HTTPProblem.init(_:)) { () throws(SignInFailure) in
            try await PasskeyManagement(accounts: accounts).list(of: account.owner, in: configuration)
        }
        return list.passkeys.contains { passkey in
            !account.session.record.ways.contains(passkey.id.way) && passkey.origin.createdAt >= signIn
        }
    }

    private func continuation(of opened: OpenedTransaction) throws(HTTPProblem) -> String {
        var progress = opened.transaction.progress
        progress.isPasskeyOffered = false
        return try opened.path(of: .continuation, after: progress)
    }

    /// The account of the user who signed in for this request a short time ago and is offered a passkey, or of one who
    /// has no passkey. The browser's history has this page for longer.
    private func account(for opened: OpenedTransaction) async throws(HTTPProblem) -> AccountRequest? {
        guard let account = try await AccountRequest(browser) else { return nil }
        let progress = opened.transaction.progress
        let isOffered = progress.isPasskeyOffered && account.session.user.id == progress.user
        return (isOffered && account.isRecent) || !account.session.canSignInAgain ? account : nil
    }

    /// The account, or a problem whose location is the next page. A device that has made a passkey in vain is told so.
    private func requireAccount(
        for opened: OpenedTransaction, registering response: CredentialResponse? = nil
    ) async throws(HTTPProblem) -> AccountRequest {
        guard let account = try await account(for: opened) else {
            var problem = HTTPProblem.signInRequired(location: try continuation(of: opened))
            if let response { problem.signalUnknown(response, relyingPartyID: context.relyingPartyID) }
            throw problem
        }
        return account
    }
}
