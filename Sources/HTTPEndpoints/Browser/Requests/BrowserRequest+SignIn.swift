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

/// The end of each sign-in of a browser, whatever its method.
///
/// A page has what it got judged by a method, and passes the sign-in to `complete`, for a client or for a page of the
/// server. That stores it, and returns where the browser goes next with the cookie of its session. The plain ceremony
/// API completes its sign-ins here, too, with a session of its own kind.
extension BrowserRequest {
    /// The destination of a browser after a sign-in.
    struct Destination {
        let location: String
        /// The fields that set the session's cookie, and the one by which the account knows the browser.
        let cookies: [String?]

        /// The response to a script.
        var scriptResponse: HTTPResponse {
            HTTPResponse.json(["location": .string(location)]).settingCookies(cookies)
        }
    }

    /// Completes a sign-in for a client.
    func complete(_ signIn: SignIn, for opened: OpenedTransaction) async throws -> Destination {
        let completed: SignedInAuthorization
        do {
            completed = try await store(signIn, for: opened)
        } catch let failure as SignInFailure {
            // The page asks, and the request goes on from there.
            var question: String?
            if case .account(.onlyWayIn) = failure { question = try opened.path(of: .accountSelection) }
            throw problem(of: failure, state: opened.state, goingTo: question)
        }
        if let receipt = completed.receipt { record(receipt) }
        return destination(try opened.router.location(after: completed), in: completed.session, of: completed.user)
    }

    /// Stores a sign-in for a client. Pages that say themselves what is wrong call it instead of `complete`.
    func store(_ signIn: SignIn, for opened: OpenedTransaction) async throws -> SignedInAuthorization {
        let old = try await session()?.record
        return try await opened.router.continuation.complete(
            signIn, in: opened.transaction, replacing: old, with: services.completion)
    }

    /// The sign-up that the same form stored, if it was sent before.
    func findRepeatedSignUp(for opened: OpenedTransaction) async throws(SignInFailure) -> SignedInAuthorization? {
        // The session is read again, because the earlier request may have replaced it.
        let current = try await session()?.record.id
        return try await opened.router.continuation.repeatedSignUp(of: opened.transaction, in: current)
    }

    /// Completes a sign-in for one of the server's own pages.
    ///
    /// - Parameter state: The page ticket with which the user keeps an account that is going to be erased.
    func complete(_ signIn: SignIn, returningTo page: PageLink, state: String = "") async throws -> Destination {
        do {
            return destination(page.text, in: try await beginSession(.pages, with: signIn).session, of: signIn.user)
        } catch {
            throw problem(of: error, state: state)
        }
    }

    /// Completes the sign-in of a form for one of the server's own pages.
    func redirect(after signIn: SignIn, returningTo page: PageLink) async throws(SignInFailure) -> HTTPResponse {
        let destination = destination(
            page.text, in: try await beginSession(.pages, with: signIn).session, of: signIn.user)
        return HTTPResponse.seeOther(destination.location).settingCookies(destination.cookies)
    }

    /// The problem of a sign-in, with the page on which the user goes on.
    private func problem(of failure: SignInFailure, state: String, goingTo page: String? = nil) -> HTTPProblem {
        var problem = context.problem(of: failure)
        if let page { problem.members["location"] = .string(page) }
        if case .account(.toBeDeleted(let time)) = failure {
            problem.members["location"] = .string(AccountDeletionPages.link(state: state, deletesAt: time).text)
        }
        return problem
    }

    /// Completes a sign-in with a session of a kind, in the place of the browser's session before.
    func beginSession(
        _ kind: BrowserSessions.Kind, with signIn: SignIn
    ) async throws(SignInFailure) -> (receipt: SignInReceipt, session: NewSession) {
        var records = AccompanyingRecords()
        records.replacedSession = try await findSession(kind)?.record
        let session = signIn.session(
            at: context.host.host, kind: kind, lifetimes: context.configuration.tenant, in: services.accounts)
        records.session = session
        let receipt = try await services.completion(signIn, with: records)
        record(receipt)
        return (receipt, session)
    }

    /// The response to a form that signed a user in. The next page is found by the next request.
    func redirect(
        after completed: SignedInAuthorization, for opened: OpenedTransaction
    ) throws -> HTTPResponse {
        context.user = completed.user.id
        if let receipt = completed.receipt { record(receipt) }
        let path = try opened.router.path(of: .continuation, in: completed.transaction)
        return HTTPResponse.seeOther(path).settingCookies(
            destination(path, in: completed.session, of: completed.user).cookies)
    }

    private func destination(_ location: String, in session: NewSession, of user: User) -> Destination {
        let lifetime = context.configuration.tenant.sessionLifetime
        return Destination(
            location: location,
            cookies: [cookies.field(session: session.secret, lifetime: lifetime), fieldRecordingAccount(of: user)])
    }

    /// The cookie by which the account knows the browser, where strangers can guess passwords, and where users are told of
    /// new browsers.
    private func fieldRecordingAccount(of user: User) -> String? {
        guard let connection = context.configuration.connection(user.connection),
            services.options.sendsMail
                || WayReference.Kind.password.isEnabled(in: connection, of: context.configuration)
        else { return nil }
        let marks = services.passwords.knownBrowsers.marks(after: user, before: cookies.knownAccounts)
        return cookies.field(knownAccounts: marks)
    }

    private func record(_ receipt: SignInReceipt) {
        context.record(receipt)
        services.storageHealth.recordSuccess()
    }

    // MARK: Passkeys

    /// Judges the response to a ceremony of one of the server's pages, which ran for a client or for none.
    func judge(_ body: PageCeremonyBody, client: String, organization: String? = nil) async throws -> SignIn {
        let ceremonies = try ceremonies()
        let submission = PasskeySignIn.Submission(
            ceremony: try ceremonies.open(body.session, at: context.host.host), response: body.response,
            client: client, identifier: body.identifier, organization: organization,
            keepsAccount: body.keepsAccount, sender: context.sender)
        return try await PasskeySignIn(ceremonies: ceremonies).judge(submission, in: context.configuration)
    }
}
