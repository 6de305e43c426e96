// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// A request of a browser for one of the server's pages.
struct BrowserRequest {
    let context: RequestContext

    var services: Services { context.services }
    var cookies: BrowserCookies { context.cookies }

    /// The session of the browser, if it has not ended. A HEAD request has none, because it must not change anything,
    /// such as issue a code or sign a user out (RFC 9110, section 9.2.1).
    func session() async throws(SignInFailure) -> ActiveSession? { try await findSession(.pages) }

    /// The session of the plain ceremony API, if it has not ended.
    func apiSession() async throws(SignInFailure) -> ActiveSession? { try await findSession(.ceremonyAPI) }

    /// The session of a kind, if it has not ended.
    func findSession(_ kind: BrowserSessions.Kind) async throws(SignInFailure) -> ActiveSession? {
        guard context.request.method != .head else { return nil }
        let found = try await BrowserSessions(accounts: services.accounts, host: context.host.host, kind: kind).find(
            secret: kind == .pages ? cookies.session : cookies.apiSession)
        context.user = found?.user.id ?? context.user
        return found
    }

    /// The ceremonies of the server's pages.
    func ceremonies() throws(RequestFailure) -> CeremonyService {
        try context.ceremonies(on: .hostedPages)
    }

    // MARK: Responses

    /// The languages of the pages, as tags.
    static let languages = Language.allCases.map(\.rawValue)

    /// Returns a page in the user's language and the client's appearance.
    func response(
        _ page: some Page, status: HTTPStatus = 200, for client: Client? = nil, locales: [String] = [],
        formTargets: [String] = []
    ) -> HTTPResponse {
        var pageContext = pageContext(in: language(locales), for: client, nonce: newNonce())
        pageContext.formTargets = formTargets.compactMap(ContentSecurityPolicy.FormTarget.init(redirectURI:))
        let rendered = page.rendered(in: pageContext)
        return .page(
            rendered.html, policy: rendered.policy.text, isFramed: !rendered.policy.frameAncestors.isEmpty,
            status: status)
    }

    func pageContext(in language: Language, for client: Client?, nonce: String) -> PageContext {
        var pageContext = PageContext(
            language: language, brand: brand(of: client), host: context.host.host, nonce: nonce)
        pageContext.support = support
        return pageContext
    }

    func newNonce() -> String { Base64URL.encode(Randomness.bytes(16)) }

    func language(_ locales: [String]) -> Language {
        Language.negotiated(
            locales: locales.joined(separator: " "), acceptLanguage: context.field("Accept-Language"))
    }

    func errorPage(
        _ fault: PageFault, status: HTTPStatus, detail: String? = nil, for client: Client? = nil, locales: [String] = []
    ) -> HTTPResponse {
        var page = ErrorPage(fault, reference: context.reference)
        page.detail = detail
        return response(page, status: status, for: client, locales: locales)
    }

    /// The link to help for users: a page, or an address for messages.
    var support: PageLink? {
        let tenant = context.configuration.tenant
        return tenant.supportURL.flatMap { PageLink(url: $0.text) } ?? tenant.supportEmail.flatMap(PageLink.init(mail:))
    }

    private func brand(of client: Client?) -> Brand {
        let branding = context.configuration.branding(for: client)
        return Brand(
            name: context.configuration.tenant.friendlyName ?? context.host.host,
            logo: branding.logoURL.flatMap { PageLink(url: $0.text) },
            accent: branding.primaryColor, background: branding.backgroundColor)
    }
}

extension RequestContext {
    var browser: BrowserRequest { BrowserRequest(context: self) }
}

extension HTTPResponse {
    static func page(_ html: [UInt8], policy: String, isFramed: Bool, status: HTTPStatus = 200) -> HTTPResponse {
        var headers: HTTPFields = [
            "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
            "Content-Security-Policy": policy, "Referrer-Policy": "same-origin", "X-Content-Type-Options": "nosniff",
        ]
        if !isFramed {
            headers["X-Frame-Options"] = "DENY"
            headers["Cross-Origin-Opener-Policy"] = "same-origin"
        }
        return HTTPResponse(status: status, headers: headers, body: html)
    }

    /// Sends the browser to another page with a GET request.
    static func seeOther(_ location: String) -> HTTPResponse {
        HTTPResponse(
            status: 303,
            headers: [
                "Location": location, "Cache-Control": "no-store", "Referrer-Policy": "same-origin",
                "X-Content-Type-Options": "nosniff",
            ])
    }

    /// Keeps the window that opened the page, if the response is a message to it.
    func keepingOpener(for mode: ResponseMode) -> HTTPResponse {
        var copy = self
        if mode == .webMessage { copy.headers["Cross-Origin-Opener-Policy"] = nil }
        return copy
    }

    func settingCookies(_ fields: [String?]) -> HTTPResponse {
        var copy = self
        for field in fields.compactMap(\.self) { copy.headers.append("Set-Cookie", value: field) }
        return copy
    }
}
