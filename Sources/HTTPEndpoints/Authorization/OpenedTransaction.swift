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

    /// Returns `nil` if the transaction is not of this browser, has expired, or is not from this server.
    init(_ state: String, in browser: BrowserRequest) throws(TransactionProblem) {
        let context = browser.context
        do {
            transaction = try AuthorizationSeal(key: try context.keys.pages).openTransaction(
                state, browser: browser.cookies.browserDigest, at: context.time)
        } catch let error as AuthorizationPageError {
            throw .page(error)
        } catch {
            throw .problem(error as? HTTPProblem ?? HTTPProblem(unexpected: error))
        }
        guard transaction.request.target.issuer == context.issuer.url else { throw .page(.transactionNotIssuedHere) }
        guard let client = context.configuration.client(transaction.request.client) else { throw .page(.clientUnknown) }
        guard let connection = context.configuration.connection(transaction.request.connection) else {
            throw .page(.requestMalformed)
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
    func token(for user: User) throws(HTTPProblem) -> FormToken {
        var shown = transaction
        shown.progress = transaction.progress.continued(by: user.id)
        return .state(try context.authorizationSeal.seal(shown))
    }

    /// Whether the form was shown to the user. Another tab may have signed another user in since.
    func wasShown(to user: User) -> Bool { transaction.progress.user == user.id }

    /// Sends the browser to the page that asks, if a sign-in to another account ends the only way into the session's
    /// account. Returns `nil` if there is no such session, or if the user was asked.
    func question(before session: ActiveSession?) throws(HTTPProblem) -> HTTPResponse? {
        guard let session, !session.canSignInAgain else { return nil }
        guard !wasShown(to: session.user) || !transaction.progress.isLeavingAccount else { return nil }
        return .seeOther(try router.path(of: .accountSelection, in: transaction))
    }

    /// Seals the transaction after a step.
    func path(of route: Route, after progress: AuthorizationProgress) throws(HTTPProblem) -> String {
        var next = transaction
        next.progress = progress
        return try router.path(of: route, in: next)
    }
}

/// Why a page of an authorization request can't be opened.
enum TransactionProblem: Error {
    case page(AuthorizationPageError)
    case problem(HTTPProblem)

    /// The problem for a script.
    var httpProblem: HTTPProblem {
        switch self {
        case .page(let error): HTTPProblem(error)
        case .problem(let problem): problem
        }
    }
}

extension BrowserRequest {
    /// Opens the page of the query's transaction, and responds with an error page if there is none.
    func opening(
        _ respond: (OpenedTransaction) async throws(HTTPProblem) -> HTTPResponse
    ) async throws(HTTPProblem) -> HTTPResponse {
        try await opening(state: QueryParameters(context.request.query)["state"] ?? "", respond)
    }

    /// Opens the page of a form's transaction, and responds with an error page if there is none.
    func opening(
        state: String, _ respond: (OpenedTransaction) async throws(HTTPProblem) -> HTTPResponse
    ) async throws(HTTPProblem) -> HTTPResponse {
        let page: OpenedTransaction
        do throws(TransactionProblem) {
            page = try OpenedTransaction(state, in: self)
        } catch {
            return try response(to: error)
        }
        return try await respond(page)
    }

    /// The page of a transaction that can't be opened.
    func response(to problem: TransactionProblem) throws(HTTPProblem) -> HTTPResponse {
        guard case .page(let error) = problem else { throw problem.httpProblem }
        return errorPage(error)
    }

    /// Opens the transaction of a script's request.
    func open(state: String) throws(HTTPProblem) -> OpenedTransaction {
        try requireOwnOrigin()
        do throws(TransactionProblem) {
            return try OpenedTransaction(state, in: self)
        } catch {
            throw error.httpProblem
        }
    }
}
