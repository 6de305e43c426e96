// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// A page of an authorization request, opened with the transaction that its address or its form carries.
///
/// It is a class because it has many members, which a copy would retain.
final class OpenedTransaction {
    let browser: BrowserRequest
    let transaction: AuthorizationTransaction
    /// The transaction as the page's links and forms carry it.
    let state: String
    let client: Client
    let connection: Connection

    /// Rejects a transaction that is not of this browser, has expired, or is not from this server.
    init(_ state: String, in browser: BrowserRequest) throws {
        let context = browser.context
        transaction = try context.authorizationSeal.openTransaction(
            state, browser: browser.cookies.browserDigest, at: context.time)
        guard transaction.request.target.issuer == context.issuer.url else {
            throw AuthorizationPageError.transactionNotIssuedHere
        }
        guard let client = context.configuration.client(transaction.request.client) else {
            throw AuthorizationPageError.clientUnknown
        }
        guard let connection = context.configuration.connection(transaction.request.connection) else {
            throw AuthorizationPageError.requestMalformed
        }
        self.browser = browser
        self.state = state
        self.client = client
        self.connection = connection
        context.client = client
    }

    var context: RequestContext { browser.context }
    var request: AuthorizationRequest { transaction.request }
    var token: FormToken { .state(state) }
    var router: AuthorizationRouter { AuthorizationRouter(browser: browser) }

    /// The ceremony that the page runs on behalf of the client.
    var admissionRequest: AdmissionRequest {
        AdmissionRequest(
            client: client, host: context.host.host, realm: connection.name, organization: request.organization)
    }

    func link(to path: PagePath) -> PageLink { PageLink(path, parameters: [("state", state)]) }

    /// Returns the page of this transaction. Chromium applies the policy for forms to the redirect that follows, too.
    func response(_ page: some Page, status: HTTPStatus = 200) -> HTTPResponse {
        browser.response(
            page, status: status, for: client, locales: request.locales, formTargets: [request.target.redirectURI]
        ).keepingOpener(for: request.target.mode)
    }

    /// Returns the token of a form that is only good for the user whose account the page shows.
    func token(for user: User) throws -> FormToken {
        var shown = transaction
        shown.progress = transaction.progress.continued(by: user.id)
        return .state(try context.authorizationSeal.seal(shown))
    }

    /// Whether the form was shown to the user. Another tab may have signed another user in since.
    func wasShown(to user: User) -> Bool { transaction.progress.user == user.id }

    /// Sends the browser to the page that asks, if a sign-in to another account ends the only way into the session's
    /// account. Returns `nil` if there is no such session, or if the user was asked.
    func question(before session: ActiveSession?) throws -> HTTPResponse? {
        guard let session, !session.canSignInAgain else { return nil }
        guard !wasShown(to: session.user) || !transaction.progress.isLeavingAccount else { return nil }
        return try redirect(to: .accountSelection)
    }

    /// The address of a page of this transaction.
    func path(of page: PagePath) throws -> String { try router.path(of: page, in: transaction) }

    /// The address of a page after a step.
    func path(of page: PagePath, after progress: AuthorizationProgress) throws -> String {
        var next = transaction
        next.progress = progress
        return try router.path(of: page, in: next)
    }

    func redirect(to page: PagePath) throws -> HTTPResponse { .seeOther(try path(of: page)) }

    func redirect(to page: PagePath, after progress: AuthorizationProgress) throws -> HTTPResponse {
        .seeOther(try path(of: page, after: progress))
    }
}

extension Access where Caller == OpenedTransaction, Input == Void {
    /// The browser that began an authorization request. The query has the transaction.
    @inline(__always) static var transaction: Access {
        Access(failures: [403], check: .head { try OpenedTransaction($0.queriedState, in: $0.browser) })
    }
}

extension Access where Caller == OpenedTransaction, Input: StateBody {
    /// The same in a form or a script's request.
    @inline(__always) static var transaction: Access {
        Access(origin: .own, failures: [403], check: .input { try OpenedTransaction($1.state, in: $0.browser) })
    }
}

/// What a user signs in for: an authorization request, or a page of the server.
enum OpenedSignIn {
    case client(OpenedTransaction)
    case ownPage(SignInWithoutClient)

    init(opening state: String, in browser: BrowserRequest) throws {
        self =
            AuthorizationSeal.isPageTicket(state)
            ? .ownPage(try SignInWithoutClient(state, in: browser)) : .client(try OpenedTransaction(state, in: browser))
    }

    /// Finishes the ceremony: stores the sign-in or the sign-up with its session, and sends the browser on.
    func finish(_ body: PageCeremonyBody) async throws -> HTTPResponse {
        switch self {
        case .ownPage(let signIn): return try await signIn.finish(body)
        case .client(let opened):
            let browser = opened.browser
            let signIn = try await browser.judge(
                body, client: opened.client.id, organization: opened.request.organization)
            return try await browser.complete(signIn, for: opened).scriptResponse
        }
    }
}

extension Access where Caller == OpenedSignIn, Input == Void {
    /// The browser that began a sign-in. The query has its transaction or its ticket.
    @inline(__always) static var signIn: Access {
        Access(failures: [403], check: .head { try OpenedSignIn(opening: $0.queriedState, in: $0.browser) })
    }
}

extension Access where Caller == OpenedSignIn, Input: StateBody {
    /// The same in a form or a script's request.
    @inline(__always) static var signIn: Access {
        Access(origin: .own, failures: [403], check: .input { try OpenedSignIn(opening: $1.state, in: $0.browser) })
    }
}

extension RequestContext {
    fileprivate var queriedState: String {
        get throws { try QueryParameters(request.query)["state"] ?? "" }
    }
}
