// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// `/consent`: asks the user whether a client may have what it requests.
struct ConsentEndpoints {
    let browser: BrowserRequest

    private var context: RequestContext { browser.context }

    func show() async throws(HTTPProblem) -> HTTPResponse {
        try await browser.opening { opened throws(HTTPProblem) in
            guard let session = try await browser.session() else {
                return .seeOther(try opened.router.path(of: .signIn, in: opened.transaction))
            }
            var page = ConsentPage(
                token: try opened.token(for: session.user), clientName: opened.client.name,
                accountName: session.user.displayedName,
                scopes: context.requestedScopes(
                    opened.request.consentScope, audience: opened.request.audience, of: session.user))
            page.clientLogo = opened.client.logoURI.flatMap { PageLink(url: $0.text) }
            page.destination = HostedPages.WebOrigin(of: opened.request.target.redirectURI)?.host
            return opened.response(page)
        }
    }

    /// Stores the decision. A user who denies is sent back to the client.
    func submit() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(TransactionBody.self, form: .jsonOrForm)
        try browser.requireOwnOrigin()
        return try await browser.opening(state: body.state) { opened throws(HTTPProblem) in
            guard let session = try await browser.session() else {
                return .seeOther(try opened.router.path(of: .signIn, in: opened.transaction))
            }
            guard body.choice == "allow" else {
                return opened.router.deliver(.error(.accessDenied), to: opened.request.target)
            }
            guard opened.wasShown(to: session.user) else {
                return .seeOther(try opened.router.path(of: .consent, in: opened.transaction))
            }
            return try await allow(opened, session: session)
        }
    }

    private func allow(_ opened: OpenedTransaction, session: ActiveSession) async throws(HTTPProblem) -> HTTPResponse {
        var next = opened.transaction
        next.progress = opened.transaction.progress.consented(session.user.id)
        let (continuation, transaction) = (opened.router.continuation, next)
        let outcome = try await mapFailure(to: HTTPProblem.init(_:)) { () throws(OAuthFailure) in
            try await continuation.allow(transaction, for: session)
        }
        switch outcome {
        case .code(let code): return opened.router.deliver(.code(code), to: opened.request.target)
        case .step(let step):
            if let page = try opened.router.page(of: step, in: transaction) { return .seeOther(page) }
            guard case .error(let error) = step else { throw .unknownPath }
            return opened.router.deliver(.error(error), to: opened.request.target)
        }
    }
}
