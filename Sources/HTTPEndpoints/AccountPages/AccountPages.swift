// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import RateLimiting
import SignIn
import WebAuthnMessages
import WireFormats

/// `/account`: shows signed-in users their passkeys, sessions and consents, and changes them.
struct AccountPages {
    static let page = PageLink(.account)

    let browser: BrowserRequest

    private var context: RequestContext { browser.context }

    /// The change that a form of the page makes.
    enum Change {
        case profile
        case passkeyName
        case passkeyRemoval
        case sessionRemoval
        case applicationRemoval
        case deviceRemoval

        /// Whether it could lock the user out, or keep a thief in.
        fileprivate var needsRecentSignIn: Bool {
            switch self {
            case .passkeyRemoval, .sessionRemoval: true
            case .profile, .passkeyName, .applicationRemoval, .deviceRemoval: false
            }
        }
    }

    func show() async throws(HTTPProblem) -> HTTPResponse {
        try browser.requireNavigation()
        guard let request = try await AccountRequest(browser) else { return try signIn() }
        let services = browser.services
        try context.take(.accountVisit, key: request.session.user.id.rawValue, from: services)
        await BrowserSessions(accounts: services.accounts, host: context.host.host, kind: .pages).recordVisit(
            of: request.session, lifetimes: context.configuration.tenant)
        do throws(SignInFailure) {
            return browser.response(try await request.accountPage(saying: notice))
        } catch {
            return try response(to: error)
        }
    }

    /// The notice that the page shows after a change.
    private var notice: AccountNotice? {
        let parameters = try? QueryParameters(context.request.query)
        return parameters?[AccountNotice.parameter].flatMap(AccountNotice.init)
    }

    // MARK: Forms

    /// Browsers without scripts post the form that adds a passkey.
    func returnToPage() throws(HTTPProblem) -> HTTPResponse {
        _ = try context.body(AccountFormBody.self, form: .jsonOrForm)
        return .seeOther(Self.page.text)
    }

    func change(_ change: Change) async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(AccountFormBody.self, form: .jsonOrForm)
        try browser.requireOwnOrigin()
        guard let request = try await AccountRequest(browser) else { return try signIn() }
        try request.require(formToken: body.formToken)
        guard request.isRecent || !change.needsRecentSignIn else { return try signIn() }
        // The page of the logout asks a user who couldn't sign in again.
        if change == .sessionRemoval, body.id == request.session.record.id.rawValue, !request.session.canSignInAgain {
            return .seeOther(Route.logout.rawValue)
        }
        try context.take(.myAccount, key: request.session.user.id.rawValue, from: browser.services)
        do throws(SignInFailure) {
            return .seeOther(try await request.apply(change, with: body).page.text)
        } catch {
            return try response(to: error)
        }
    }

    func signOut() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(AccountFormBody.self, form: .jsonOrForm)
        try browser.requireOwnOrigin()
        if let request = try await AccountRequest(browser) {
            try request.require(formToken: body.formToken)
            // The page of the logout asks a user who couldn't sign in again.
            guard request.session.canSignInAgain else { return .seeOther(Route.logout.rawValue) }
            try await browser.signOut(request.session)
        }
        return HTTPResponse.seeOther(Route.logout.rawValue).settingCookies(browser.cookies.fieldsRemovingSession)
    }

    private func signIn() throws(HTTPProblem) -> HTTPResponse {
        try browser.signIn(returningTo: Self.page)
    }

    /// A session that ended in the meantime needs a new sign-in.
    private func response(to failure: SignInFailure) throws(HTTPProblem) -> HTTPResponse {
        guard failure.isAboutSession else { throw HTTPProblem(account: failure) }
        return try signIn()
    }

    // MARK: Another passkey

    func beginPasskey() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(AccountFormBody.self)
        let ceremonies = try browser.ceremonies()
        return try await script(formToken: body.formToken) { request throws(SignInFailure) in
            var enrollment = EnrollmentRequest()
            enrollment.excludesExistingCredentials = true
            let started = try await BeginEnrollment(ceremonies: ceremonies)(
                enrollment, by: request.owner, in: request.context.configuration)
            return .ceremony(started.options.json, session: started.session, reference: context.reference)
        }
    }

    func finishPasskey() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(AccountCeremonyBody.self)
        let ceremonies = try browser.ceremonies()
        return try await script(formToken: body.formToken) { request throws(SignInFailure) in
            let submission = FinishEnrollment.Submission(session: body.session, response: body.response)
            let enrolled = try await FinishEnrollment(ceremonies: ceremonies)(
                submission, by: request.owner, in: request.context.configuration)
            return .json([
                "location": .string(AccountNotice.passkeyAdded.page.text), "signal": enrolled.signal.json,
            ])
        }
    }

    /// Responds to a request of the page's script.
    func script(
        formToken: String, returningTo page: PageLink = page, needingRecentSignIn isRecentNeeded: Bool = true,
        _ respond: (AccountRequest) async throws(SignInFailure) -> HTTPResponse
    ) async throws(HTTPProblem) -> HTTPResponse {
        try browser.requireOwnOrigin()
        guard let request = try await AccountRequest(browser) else {
            throw try browser.signInRequired(returningTo: page)
        }
        try request.require(formToken: formToken)
        guard request.isRecent || !isRecentNeeded else { throw try browser.signInRequired(returningTo: page) }
        try context.take(.myAccount, key: request.session.user.id.rawValue, from: browser.services)
        do throws(SignInFailure) {
            return try await respond(request)
        } catch {
            guard !error.isAboutSession else { throw try browser.signInRequired(returningTo: page) }
            throw HTTPProblem(account: error)
        }
    }
}

extension SignInFailure {
    /// Whether the user is not signed in any longer.
    fileprivate var isAboutSession: Bool {
        switch self {
        case .tokenVoid, .accountUnknown, .accountBlocked, .accountToBeDeleted: true
        default: false
        }
    }
}

extension AccountRequest {
    /// The ID that stands for all sessions but this one in a form.
    private static let others = "others"

    /// Carries out what a form asks for, and returns what the page says then.
    fileprivate func apply(
        _ change: AccountPages.Change, with body: AccountFormBody
    ) async throws(SignInFailure) -> AccountNotice {
        let accounts = browser.services.accounts
        let passkeys = PasskeyManagement(accounts: accounts)
        let id = body.id ?? ""
        switch change {
        case .profile:
            try await AccountProfile(accounts: accounts).setName(body.name, of: owner)
            return .profileSaved
        case .passkeyName:
            _ = try await passkeys.rename(
                PasskeyID(rawValue: id), to: body.name, of: owner, in: context.configuration)
            return .passkeyRenamed
        case .passkeyRemoval:
            _ = try await passkeys.remove(PasskeyID(rawValue: id), of: owner, in: context.configuration)
            return .passkeyRemoved
        case .sessionRemoval:
            let sessions = SessionManagement(accounts: accounts)
            if id == Self.others {
                try await sessions.endOthers(of: owner)
                return .otherSessionsEnded
            }
            try await sessions.end(BrowserSession.ID(rawValue: id), of: owner)
            return .sessionEnded
        case .deviceRemoval:
            let device = RefreshToken.Family(rawValue: id)
            try await ConnectedApplications(accounts: accounts).disconnect(device: device, of: owner)
            return .deviceDisconnected
        case .applicationRemoval:
            try await ConnectedApplications(accounts: accounts).disconnect(id, of: owner)
            return .clientDisconnected
        }
    }
}
