// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WireFormats

/// `/login/password`: signs a user in with a password, where the connection has any and the client asks for no passkey.
/// An account without a passkey is offered one next, unless the user is on the way to a page of the server.
enum PasswordLoginEndpoints {
    static let rows = [page, submit]

    private static let page = Row(
        .get, "/login/password", in: .pages, by: .signIn, taking: .nothing, id: "passwordPage",
        summary: "Returns the page that asks for a password", success: .page, failing: [400]
    ) { request in
        switch request.caller {
        case .ownPage(let signIn): try await signIn.show(\.passwordResponse)
        case .client(let opened): try await opened.showPasswordPage()
        }
    }

    /// Without a password, the form is that of the sign-in page, which takes along what the user has entered.
    private static let submit = Row(
        .post, "/login/password", in: .pages, by: .signIn, taking: .jsonOrForm(PasswordFormBody.self),
        id: "signInWithPassword", summary: "Signs a user in with a password", success: .nextPage, failing: [401, 429]
    ) { request in
        let (name, context) = (request.input.identifier, request.context)
        let submission = request.input.password.map { password in
            var submission = PasswordSignIn.Submission(name: name, password: password, sender: context.sender)
            submission.browserMarks = context.cookies.knownAccounts
            return submission
        }
        switch request.caller {
        case .ownPage(let signIn): return try await signIn.take(submission, entering: name)
        case .client(let opened): return try await opened.take(submission, entering: name)
        }
    }
}

extension OpenedTransaction {
    fileprivate func showPasswordPage() async throws -> HTTPResponse {
        guard offersPassword else { return try redirect(to: .signIn) }
        if let question = try question(before: try await browser.session()) { return question }
        return response(try passwordPage)
    }

    fileprivate func take(_ submission: PasswordSignIn.Submission?, entering name: String) async throws -> HTTPResponse
    {
        guard offersPassword else { return try redirect(to: .signIn) }
        guard let submission else { return try redirect(to: .signInPassword, after: progress(entering: name)) }
        do {
            let signIn = try await PasswordSignIn(context.services.passwords).judge(
                submission, onHostedPagesFor: admissionRequest, in: context.configuration)
            return try browser.redirect(after: try await browser.store(signIn, for: self), for: self)
        } catch let failure as SignInFailure {
            return try await response(to: failure, entering: name)
        }
    }
}

/// The sign-in of a user of the tenant's default directory: a name says nothing about other connections.
extension SignInWithoutClient {
    var connectionForPasswords: Connection? {
        let configuration = browser.context.configuration
        guard let connection = configuration.connection(nil),
            WayReference.Kind.password.isEnabled(in: connection, of: configuration)
        else { return nil }
        return connection
    }

    fileprivate var passwordResponse: HTTPResponse {
        passwordPage.map { browser.response($0) } ?? .seeOther(signInLink.text)
    }

    private var signInLink: PageLink { PageLink(.signIn, parameters: [("state", state)]) }

    private var passwordPage: PasswordPage? {
        guard let connection = connectionForPasswords else { return nil }
        var page = PasswordPage(token: .state(state))
        if connection.methods.isPasskeyEnabled { page.signIn = signInLink }
        page.purpose = purpose
        if browser.context.offersPasswordReset(in: connection) {
            page.forgotten = PageLink(.forgottenPassword, parameters: [("state", state)])
        }
        page.identifiers = connection.identifiers.active.map(IdentifierField.Kind.init)
        if let way = browser.context.codeWays(in: connection).first {
            page.code = PageLink(.codeSend, parameters: [("state", state)])
            page.codeBy = CodeDelivery(way)
        }
        return page
    }

    fileprivate func take(_ submission: PasswordSignIn.Submission?, entering name: String) async throws -> HTTPResponse
    {
        guard let connection = connectionForPasswords, var page = passwordPage else {
            return .seeOther(signInLink.text)
        }
        page.identifier = name.isEmpty ? nil : name
        guard let submission else { return browser.response(page) }
        do {
            let signIn = try await PasswordSignIn(browser.services.passwords).judge(
                submission, onOwnPagesFor: connection.name, in: browser.context.configuration)
            return try await browser.redirect(after: signIn, returningTo: destination)
        } catch {
            if case .account(.toBeDeleted(let time)) = error {
                return try await browser.keepingPage(of: name, in: connection, state: state, deletesAt: time)
            }
            guard let fault = PasswordPageFault(error) else { throw error }
            let problem = HTTPProblem(error)
            browser.context.pageProblem = problem
            page.fault = fault
            return browser.response(page, status: problem.status)
        }
    }
}

extension OpenedTransaction {
    /// Whether the user may sign in with a password.
    var offersPassword: Bool {
        WayReference.Kind.password.isEnabled(in: connection, of: context.configuration) && !request.asksForPasskey
    }

    fileprivate var passwordPage: PasswordPage {
        get throws {
            var progress = transaction.progress
            progress.identifiers = [:]
            var page = PasswordPage(token: token)
            if connection.methods.isPasskeyEnabled {
                page.signIn = PageLink(path: try path(of: .signIn, after: progress))
            } else if !connection.isSignUpDisabled {
                page.signUp = PageLink(path: try path(of: .signUp, after: progress))
            }
            if context.offersPasswordReset(in: connection) {
                page.forgotten = PageLink(path: try path(of: .forgottenPassword))
            }
            if let way = codeWays.first {
                page.code = PageLink(path: try path(of: .codeSend))
                page.codeBy = CodeDelivery(way)
            }
            page.clientName = client.name
            page.identifiers = connection.identifiers.active.map(IdentifierField.Kind.init)
            page.identifier = transaction.progress.identifiers.values.first ?? request.loginHint
            return page
        }
    }

    fileprivate func progress(entering name: String) -> AuthorizationProgress {
        var progress = transaction.progress
        progress.identifiers = name.isEmpty ? [:] : [connection.identifiers.kind(of: name): name]
        return progress
    }

    /// The page again with what is wrong, or what the user is asked next.
    fileprivate func response(to failure: SignInFailure, entering name: String) async throws -> HTTPResponse {
        switch failure {
        case .account(.onlyWayIn): return try redirect(to: .accountSelection)
        case .account(.toBeDeleted(let time)):
            return try await browser.keepingPage(of: name, in: connection, state: state, deletesAt: time)
        default: break
        }
        guard let fault = PasswordPageFault(failure) else { throw failure }
        let problem = HTTPProblem(failure)
        context.pageProblem = problem
        var page = try passwordPage
        page.identifier = name
        page.fault = fault
        return response(page, status: problem.status)
    }
}

extension BrowserRequest {
    /// The page for the account of a right password that is going to be erased. A passkey keeps it, or only an operator.
    fileprivate func keepingPage(
        of name: String, in connection: Connection, state: String, deletesAt: Timestamp
    ) async throws(SignInFailure) -> HTTPResponse {
        let hasPasskey = try await PasswordSignIn(services.passwords).hasPasskey(name, in: connection)
        let link = AccountDeletionPages.link(
            state: hasPasskey ? state : "", deletesAt: deletesAt, isByOperator: !hasPasskey)
        return .seeOther(link.text)
    }
}

extension PasswordPageFault {
    fileprivate init?(_ failure: SignInFailure) {
        switch failure {
        case .password(.mismatch): self = .wrong
        case .password(.blocked): self = .blocked
        case .password(.breached): self = .breached
        case .password(.tooManyAttempts), .limitExceeded: self = .tooManyAttempts
        case .tooBusy: self = .tooBusy
        default: return nil
        }
    }
}
