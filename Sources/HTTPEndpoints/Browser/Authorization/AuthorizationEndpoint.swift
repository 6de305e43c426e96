// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// `/authorize` (RFC 6749, section 3.1; OpenID Connect Core, section 3.1.2): sends the browser to the page that comes
/// next, or back to the client.
enum AuthorizationEndpoint {
    static let path: Path = "/authorize"

    /// The time that users have for all pages of a request, in seconds.
    private static let transactionLifetime = 3600

    static let rows = [get, post]

    private static let get = Row(
        .get, path, in: .pages, by: .anyone, taking: .nothing, id: "authorize",
        summary: "Begins a sign-in on the server's pages",
        success: .redirect("The browser goes to a page, or back to the client."), failing: [400]
    ) { request in
        let (context, browser) = (request.context, request.browser)
        let query = context.request.query ?? ""
        let validated: AuthorizationValidation.Validated
        do {
            validated = try context.authorizationValidation.validate(
                try AuthorizationParameters(encoded: query), seal: context.authorizationSeal, at: context.time)
        } catch {
            return try browser.rejection(error, of: query)
        }
        let wanted = validated.request
        context.client = context.configuration.client(wanted.client)
        guard try await isFirst(validated.use, in: context) else { throw AuthorizationPageError.requestURIConsumed }
        let identity = browser.cookies.browser ?? Base64URL.encode(Randomness.bytes(32))
        let transaction = AuthorizationTransaction(
            request: wanted, browser: BrowserCookies.digest(identity), beganAt: context.time,
            expiresAt: context.time.advanced(by: transactionLifetime))
        let response = try await AuthorizationRouter(browser: browser).response(
            to: transaction, session: try await browser.session())
        // A session is all that a silent request needs.
        let isNew = browser.cookies.browser == nil && !wanted.isPrompted(.none)
        return response.settingCookies([isNew ? browser.cookies.field(browser: identity) : nil])
    }

    /// Whether a request was not pushed, or is used for the first time. A HEAD request doesn't use it.
    private static func isFirst(_ use: PushedRequest.Use?, in context: RequestContext) async throws -> Bool {
        guard let use, context.request.method != .head else { return true }
        return try await use.consume(in: context.services.storage)
    }

    /// Continues a posted request as a GET request. Cookies of the pages don't come with requests that other sites
    /// post.
    private static let post = Row(
        .post, path, in: .pages, by: .anyone, taking: .encodedForm(describedBy: AuthorizationBody.self),
        id: "authorizeByPost", summary: "Begins a sign-in with posted parameters",
        success: .redirect("The browser continues with a GET request.")
    ) { request in
        try await PostedAuthorization(browser: request.browser).respond(to: request.input)
    }
}

/// An authorization request that a client's page posts, with the ticket of a sign-in on that page if it has one.
private struct PostedAuthorization {
    /// The lifetime of the request until the browser has followed the redirect, in seconds.
    private static let lifetime = 60

    let browser: BrowserRequest

    private var context: RequestContext { browser.context }

    func respond(to form: String?) async throws -> HTTPResponse {
        let continued: HTTPResponse
        var ticketed: (ticket: String, request: AuthorizationRequest)?
        do {
            guard let form else { throw AuthorizationPageError.requestMalformed }
            let parameters = try AuthorizationParameters(encoded: form)
            // A repeated ticket stays in the request, which is rejected then.
            let ticket = parameters["login_ticket"]
            let request = ticket == nil ? parameters : parameters.withoutLoginTicket()
            let validation = try context.authorizationValidation
            continued = try continuation(of: request, with: validation)
            if let ticket {
                let validated = try validation.validate(request, seal: context.authorizationSeal, at: context.time)
                ticketed = (ticket, validated.request)
            }
        } catch {
            return try browser.rejection(error, of: String(decoding: context.request.body, as: UTF8.self))
        }
        guard let ticketed else { return continued }
        return try await beginSession(with: ticketed.ticket, for: ticketed.request, then: continued)
    }

    /// Returns the redirect to the same request with GET.
    private func continuation(
        of parameters: AuthorizationParameters, with validation: AuthorizationValidation
    ) throws -> HTTPResponse {
        let client = try validation.client(of: parameters)
        let uri = try requestURI(of: parameters, for: client)
        let query = "client_id=\(PercentEncoding.encode(client.id))&request_uri=\(PercentEncoding.encode(uri))"
        return .seeOther("\(PagePath.authorization.rawValue)?\(query)")
    }

    /// Returns the URI of a request that was pushed before, or seals the posted parameters in one.
    private func requestURI(of parameters: AuthorizationParameters, for client: Client) throws -> String {
        if let uri = parameters["request_uri"], PushedRequest.isReference(uri) { return uri }
        return try context.authorizationSeal.seal(
            PushedRequest(
                client: client.id, parameters: parameters, source: .browser,
                expiresAt: context.time.advanced(by: Self.lifetime)))
    }

    /// Begins the session of a user who signed in on a page of the client. The request continues with the session.
    ///
    /// A session that is the only way into another user's account needs a page that asks, so the client gets an error.
    private func beginSession(
        with text: String, for request: AuthorizationRequest, then response: HTTPResponse
    ) async throws -> HTTPResponse {
        let (accounts, lifetimes) = (browser.services.accounts, context.configuration.tenant)
        let router = AuthorizationRouter(browser: browser)
        context.client = context.configuration.client(request.client)
        let ticket: LoginTicket
        let seal = try context.authorizationSeal
        do throws(AuthorizationError) {
            ticket = try seal.openLoginTicket(
                text, for: request, host: context.host.host, origin: CrossOriginPolicy.origin(of: context.request),
                at: accounts.now())
        } catch {
            return router.deliver(.error(error), to: request.target)
        }
        let old = try await browser.session()
        if let old, !old.canSignInAgain, old.user.id != ticket.user {
            return router.deliver(.error(.accountSelectionRequired), to: request.target)
        }
        let session = try await LoginTicketUse(accounts: accounts, lifetimes: lifetimes).begin(
            with: ticket, sender: context.sender, replacing: old?.record)
        guard let session else { return router.deliver(.error(.loginTicketInvalid), to: request.target) }
        context.user = ticket.user
        return response.settingCookies([
            browser.cookies.field(session: session.secret, lifetime: lifetimes.sessionLifetime)
        ])
    }
}

extension BrowserRequest {
    /// The response to a request that can't go on: a page, or an error for the client.
    fileprivate func rejection(_ rejection: any Error, of encoded: String) throws -> HTTPResponse {
        switch rejection {
        case AuthorizationRejection.page(let error): return errorPage(error, of: encoded)
        case let error as AuthorizationPageError: return errorPage(error, of: encoded)
        case AuthorizationRejection.response(let error, let target):
            return AuthorizationRouter(browser: self).deliver(.error(error), to: target)
        default: throw rejection
        }
    }

    private func errorPage(_ error: AuthorizationPageError, of encoded: String) -> HTTPResponse {
        guard let parameters = try? AuthorizationParameters(encoded: encoded),
            let client = parameters["client_id"].flatMap(context.configuration.client)
        else { return errorPage(error) }
        context.client = client
        return errorPage(error, mismatch: client.mismatch(because: error, of: parameters))
    }
}

extension RequestContext {
    var authorizationSeal: AuthorizationSeal {
        get throws { AuthorizationSeal(key: try keys.pages) }
    }

    var authorizationValidation: AuthorizationValidation {
        get throws { AuthorizationValidation(configuration: configuration, issuer: issuer, keys: try keys) }
    }
}

extension Client {
    /// The redirect URI of a request, if the request is rejected for it.
    func mismatch(
        because error: AuthorizationPageError, of parameters: AuthorizationParameters
    ) -> URLMismatch? {
        guard error == .redirectURINotRegistered, let received = parameters["redirect_uri"] else { return nil }
        return URLMismatch(received: received, allowed: callbacks.map(\.text))
    }
}

extension BrowserRequest {
    /// The page of a request that can't be answered to its client.
    func errorPage(_ error: AuthorizationPageError, mismatch: URLMismatch? = nil) -> HTTPResponse {
        let fault: PageFault =
            switch error {
            case .clientMissing, .clientUnknown, .clientNotAtHost: .unknownClient
            case .redirectURIMissing, .redirectURIMalformed, .redirectURINotRegistered, .webOriginNotRegistered:
                .redirectMismatch
            case .transactionExpired, .transactionBrowserMismatch, .transactionNotIssuedHere, .requestURIExpired,
                .requestURIConsumed:
                .expired
            default: .invalidRequest
            }
        return errorPage(fault, for: HTTPProblem(error), mismatch: mismatch)
    }

    /// The page of a problem, whose log record has the URL that was rejected. On a developer's machine, the page says
    /// it, too.
    func errorPage(_ fault: PageFault, for problem: HTTPProblem, mismatch: URLMismatch?) -> HTTPResponse {
        var problem = problem
        problem.mismatch = mismatch
        context.pageProblem = problem
        let shown = context.configuration.url.isLoopback ? mismatch?.explanation(of: context.client) : nil
        return errorPage(
            fault, status: problem.status,
            detail: [problem.description, shown].compactMap(\.self).joined(separator: " "))
    }
}
