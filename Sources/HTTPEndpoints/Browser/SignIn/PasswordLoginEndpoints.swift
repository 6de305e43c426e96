// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn

/// `/login/password`: signs a user in with a password, where the connection has any and the client asks for no passkey.
/// An account without a passkey is offered one next.
enum PasswordLoginEndpoints {
    static let rows = [page, submit]

    private static let page = Row(
        .get, "/login/password", in: .pages, by: .transaction, taking: .nothing, id: "passwordPage",
        summary: "Returns the page that asks for a password", success: .page, failing: [400]
    ) { request in
        let opened = request.caller
        guard opened.offersPassword else { return try opened.redirect(to: .signIn) }
        if let question = try opened.question(before: try await request.browser.session()) { return question }
        return opened.response(try opened.passwordPage)
    }

    /// Without a password, the form is that of the sign-in page, which takes along what the user has entered.
    private static let submit = Row(
        .post, "/login/password", in: .pages, by: .transaction, taking: .jsonOrForm(PasswordFormBody.self),
        id: "signInWithPassword", summary: "Signs a user in with a password", success: .nextPage, failing: [401, 429]
    ) { request in
        let (opened, browser) = (request.caller, request.browser)
        guard opened.offersPassword else { return try opened.redirect(to: .signIn) }
        guard let password = request.input.password else {
            return try opened.redirect(to: .signInPassword, after: opened.progress(entering: request.input.identifier))
        }
        var submission = PasswordSignIn.Submission(
            name: request.input.identifier, password: password, sender: request.context.sender)
        submission.browserMarks = browser.cookies.knownAccounts
        do {
            let signIn = try await PasswordSignIn(request.services.passwords).judge(
                submission, onHostedPagesFor: opened.admissionRequest, in: request.context.configuration)
            return try browser.redirect(after: try await browser.store(signIn, for: opened), for: opened)
        } catch let failure as SignInFailure {
            return try opened.response(to: failure, entering: request.input.identifier)
        }
    }
}

extension OpenedTransaction {
    /// Whether the user may sign in with a password.
    var offersPassword: Bool {
        WayReference.Kind.password.isEnabled(in: connection, of: context.configuration) && !request.requiresPasskey
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
    fileprivate func response(to failure: SignInFailure, entering name: String) throws -> HTTPResponse {
        switch failure {
        case .account(.onlyWayIn): return try redirect(to: .accountSelection)
        // Only a passkey keeps the account.
        case .account(.toBeDeleted(let time)):
            return .seeOther(AccountDeletionPages.link(state: state, deletesAt: time).text)
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
