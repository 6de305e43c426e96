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
enum ConsentEndpoints {
    static let rows = [page, submit]

    private static let page = Row(
        .get, "/consent", in: .pages, by: .transaction, taking: .nothing, id: "consentPage",
        summary: "Returns the page that asks for the user's consent", success: .page, failing: [400]
    ) { request in
        let opened = request.caller
        guard let session = try await request.browser.session() else { return try opened.redirect(to: .signIn) }
        var page = ConsentPage(
            token: try opened.token(for: session.user), clientName: opened.client.name,
            accountName: session.user.displayedName,
            scopes: request.context.requestedScopes(
                opened.request.consentScope, audience: opened.request.audience, of: session.user))
        page.clientLogo = opened.client.logoURI.flatMap { PageLink(url: $0.text) }
        page.destination = HostedPages.WebOrigin(of: opened.request.target.redirectURI)?.host
        return opened.response(page)
    }

    /// A user who denies is sent back to the client.
    private static let submit = Row(
        .post, "/consent", in: .pages, by: .transaction, taking: .jsonOrForm(TransactionBody.self),
        id: "submitConsent", summary: "Stores the user's decision", success: .nextPage
    ) { request in
        let opened = request.caller
        guard let session = try await request.browser.session() else { return try opened.redirect(to: .signIn) }
        guard request.input.choice == "allow" else {
            return opened.router.deliver(.error(.accessDenied), to: opened.request.target)
        }
        guard opened.wasShown(to: session.user) else { return try opened.redirect(to: .consent) }
        return try await allow(opened, session: session)
    }

    private static func allow(_ opened: OpenedTransaction, session: ActiveSession) async throws -> HTTPResponse {
        var next = opened.transaction
        next.progress = opened.transaction.progress.consented(session.user.id)
        switch try await opened.router.continuation.allow(next, for: session) {
        case .code(let code): return opened.router.deliver(.code(code), to: opened.request.target)
        case .step(let step):
            if let page = try opened.router.page(of: step, in: next) { return .seeOther(page) }
            guard case .error(let error) = step else { throw RequestFailure.pathUnknown }
            return opened.router.deliver(.error(error), to: opened.request.target)
        }
    }
}
