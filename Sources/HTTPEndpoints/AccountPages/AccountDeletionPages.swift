// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import RateLimiting
import SignIn
import WebAuthnMessages
import WireFormats

/// `/account/delete`: has the account of a signed-in user erased.
struct AccountDeletionPages {
    private static let page = PageLink(.accountDeletion)

    let browser: BrowserRequest

    private var context: RequestContext { browser.context }

    func show() async throws(HTTPProblem) -> HTTPResponse {
        try browser.requireNavigation()
        guard let request = try await AccountRequest(browser) else {
            return try browser.signIn(returningTo: Self.page)
        }
        try context.take(.accountVisit, key: request.session.user.id.rawValue, from: browser.services)
        var page = AccountDeletionPage(
            token: .csrf(request.formToken), name: request.session.user.displayedName,
            deletesAt: context.time.advanced(by: AccountDeletion.delay))
        page.needsPasskey = try await needsPasskey(request)
        page.isRecent = AccountDeletion.isRecent(
            request.session.record.authenticatedAt, at: browser.services.expiryTime)
        let (setup, user) = (ServerSetup(storage: browser.services.storage), request.session.user.id)
        page.isOwner = try await mapFailure(to: HTTPProblem.init(_:)) { () throws(SignInFailure) in
            try await setup.isOwner(user)
        }
        return browser.response(page)
    }

    private func needsPasskey(_ request: AccountRequest) async throws(HTTPProblem) -> Bool {
        let deletion = AccountDeletion(ceremonies: try browser.ceremonies())
        return try await mapFailure(to: HTTPProblem.init(account:)) { () throws(SignInFailure) in
            try await deletion.needsPasskey(of: request.owner)
        }
    }

    /// Begins the proof that the user has one of the account's passkeys.
    func challenge() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(AccountFormBody.self)
        let ceremonies = try browser.ceremonies()
        return try await script(body.formToken) { request throws(SignInFailure) in
            let started = try await AccountDeletion(ceremonies: ceremonies).begin(
                by: request.owner, in: request.context.configuration)
            return .ceremony(started.options.json, session: started.session, reference: request.context.reference)
        }
    }

    func finish() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(AccountCeremonyBody.self)
        let ceremonies = try browser.ceremonies()
        return try await script(body.formToken) { request throws(SignInFailure) in
            let proof = PasskeySignIn.Submission(
                ceremony: try ceremonies.open(body.session, at: request.context.host.host), response: body.response,
                client: CeremonyBinding.ownPages, sender: request.context.sender)
            let deletesAt = try await AccountDeletion(ceremonies: ceremonies)(
                by: request.owner, proving: proof, in: request.context.configuration)
            return HTTPResponse.json(["location": .string(AccountKeeping.link(deletesAt: deletesAt, isDone: true).text)]
            )
            .settingCookies(browser.cookies.fieldsRemovingSession)
        }
    }

    /// The form of an account without a passkey.
    func submit() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(AccountFormBody.self, form: .jsonOrForm)
        try browser.requireOwnOrigin()
        guard let request = try await AccountRequest(browser) else {
            return try browser.signIn(returningTo: Self.page)
        }
        try request.require(formToken: body.formToken)
        // Without its script, the page of an account with a passkey posts its form, too.
        guard try await !needsPasskey(request) else { return .seeOther(Self.page.text) }
        try context.take(.myAccount, key: request.session.user.id.rawValue, from: browser.services)
        let (ceremonies, configuration) = (try browser.ceremonies(), context.configuration)
        do throws(SignInFailure) {
            let deletesAt = try await AccountDeletion(ceremonies: ceremonies)(
                by: request.owner, proving: nil, in: configuration)
            return HTTPResponse.seeOther(
                AccountKeeping.link(deletesAt: deletesAt, isDone: true, isByOperator: true).text
            )
            .settingCookies(browser.cookies.fieldsRemovingSession)
        } catch {
            // The page says what is missing.
            if case .signInTooOld = error { return .seeOther(Self.page.text) }
            throw HTTPProblem(account: error)
        }
    }

    /// The passkey is asked for here, however long ago the sign-in was.
    private func script(
        _ formToken: String, _ respond: (AccountRequest) async throws(SignInFailure) -> HTTPResponse
    ) async throws(HTTPProblem) -> HTTPResponse {
        try await AccountPages(browser: browser).script(
            formToken: formToken, returningTo: Self.page, needingRecentSignIn: false, respond)
    }
}

/// `/account/keep`: says that an account is going to be erased, and signs in to keep it.
struct AccountKeeping {
    let browser: BrowserRequest

    private var context: RequestContext { browser.context }

    /// The page, which says when the account is erased.
    ///
    /// - Parameters:
    ///   - state: The page ticket of the sign-in that keeps the account; empty for a new one.
    ///   - isDone: Whether the user has just asked for the deletion.
    ///   - isByOperator: Whether only an operator can keep the account.
    static func link(state: String = "", deletesAt: Timestamp, isDone: Bool = false, isByOperator: Bool = false)
        -> PageLink
    {
        var parameters = [(Self.time, "\(deletesAt.secondsSince1970)")]
        if isDone { parameters.append((Self.done, "1")) }
        if isByOperator { parameters.append((Self.keeper, Self.byOperator)) }
        if !state.isEmpty { parameters.append((Self.ticket, state)) }
        return PageLink(.accountKeeping, parameters: parameters)
    }

    func show() throws(HTTPProblem) -> HTTPResponse {
        let parameters = try QueryParameters(context.request.query)
        let isByOperator = parameters[Self.keeper] == Self.byOperator
        var (state, cookie) = (parameters[Self.ticket] ?? "", String?.none)
        if state.isEmpty, !isByOperator {
            (state, cookie) = try browser.pageTicket(for: AccountNotice.accountKept.page)
        }
        var page = AccountKeepingPage(
            token: isByOperator ? nil : .state(state), deletesAt: parameters[Self.time].flatMap(deletionTime))
        page.isDone = page.deletesAt != nil && parameters[Self.done] != nil
        return browser.response(page).settingCookies([cookie])
    }

    /// The time in the address, which anyone can write.
    private func deletionTime(_ text: String) -> Timestamp? {
        let now = context.time
        guard let seconds = Int64(text), seconds > now.secondsSince1970 else { return nil }
        let time = Timestamp(secondsSince1970: seconds)
        return time <= now.advanced(by: AccountDeletion.delay) ? time : nil
    }

    private static let time = "at"
    private static let ticket = "state"
    private static let done = "done"
    private static let keeper = "by"
    private static let byOperator = "operator"
}
