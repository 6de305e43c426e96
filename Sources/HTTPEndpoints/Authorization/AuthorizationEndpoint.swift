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
struct AuthorizationEndpoint {
    /// The time that users have for all pages of a request, in seconds.
    private static let transactionLifetime = 3600
    /// The lifetime of a request that was posted, until the browser has followed the redirect, in seconds.
    private static let postedLifetime = 60

    let browser: BrowserRequest

    private var context: RequestContext { browser.context }

    func get() async throws(HTTPProblem) -> HTTPResponse {
        let (validation, seal) = (try validation, try context.authorizationSeal)
        let validated: AuthorizationValidation.Validated
        do throws(AuthorizationRejection) {
            validated = try validation.validate(
                try parameters(encoded: context.request.query ?? ""), seal: seal, at: context.time)
        } catch {
            return rejection(error, of: context.request.query ?? "")
        }
        let request = validated.request
        context.client = context.configuration.client(request.client)
        guard try await isFirst(validated.use) else { return browser.errorPage(.requestURIConsumed) }
        let identity = browser.cookies.browser ?? Base64URL.encode(Randomness.bytes(32))
        let transaction = AuthorizationTransaction(
            request: request, browser: BrowserCookies.digest(identity), beganAt: context.time,
            expiresAt: context.time.advanced(by: Self.transactionLifetime))
        let response = try await AuthorizationRouter(browser: browser).response(
            to: transaction, session: try await browser.session())
        // A session is all that a silent request needs.
        let isNew = browser.cookies.browser == nil && !request.isPrompted(.none)
        return response.settingCookies([isNew ? browser.cookies.field(browser: identity) : nil])
    }

    /// Whether a request was not pushed, or is used for the first time. A HEAD request doesn't use it.
    private func isFirst(_ use: PushedRequest.Use?) async throws(HTTPProblem) -> Bool {
        guard let use, context.request.method != .head else { return true }
        let storage = browser.services.storage
        return try await mapFailure(to: HTTPProblem.init(_:)) { () throws(OAuthFailure) in
            try await use.consume(in: storage)
        }
    }

    /// Continues a posted request as a GET request. Cookies of the pages don't come with requests that other sites
    /// post.
    func post() async throws(HTTPProblem) -> HTTPResponse {
        let (validation, seal) = (try validation, try context.authorizationSeal)
        let ticket: String?
        let continued: HTTPResponse
        var ticketed: AuthorizationRequest?
        do throws(AuthorizationRejection) {
            guard context.incoming.isForm, let body = String(validating: context.request.body, as: UTF8.self) else {
                throw .page(.requestMalformed)
            }
            let parameters = try parameters(encoded: body)
            // A repeated ticket stays in the request, which is rejected then.
            ticket = parameters["login_ticket"]
            let request = ticket == nil ? parameters : parameters.withoutLoginTicket()
            continued = try continuation(of: request, with: validation)
            if ticket != nil { ticketed = try validation.validate(request, seal: seal, at: context.time).request }
        } catch {
            return rejection(error, of: String(decoding: context.request.body, as: UTF8.self))
        }
        guard let ticket, let ticketed else { return continued }
        return try await beginSession(with: ticket, for: ticketed, then: continued)
    }

    /// Returns the redirect to the same request with GET.
    private func continuation(
        of parameters: AuthorizationParameters, with validation: AuthorizationValidation
    ) throws(AuthorizationRejection) -> HTTPResponse {
        do {
            let client = try validation.client(of: parameters)
            let uri = try requestURI(of: parameters, for: client)
            let query =
                "client_id=\(PercentEncoding.encode(client.id))&request_uri=\(PercentEncoding.encode(uri))"
            return .seeOther("\(Route.authorization.rawValue)?\(query)")
        } catch let error as AuthorizationPageError {
            throw .page(error)
        } catch {
            throw .page(.requestMalformed)
        }
    }

    /// Begins the session of a user who signed in on a page of the client. The request continues with the session.
    ///
    /// A session that is the only way into another user's account needs a page that asks, so the client gets an error.
    private func beginSession(
        with text: String, for request: AuthorizationRequest, then response: HTTPResponse
    ) async throws(HTTPProblem) -> HTTPResponse {
        let (seal, accounts) = (try context.authorizationSeal, browser.services.accounts)
        context.client = context.configuration.client(request.client)
        let ticket: LoginTicket
        do throws(AuthorizationError) {
            ticket = try seal.openLoginTicket(
                text, for: request, host: context.host.host, origin: CrossOriginPolicy.origin(of: context.request),
                at: accounts.now())
        } catch {
            return AuthorizationRouter(browser: browser).deliver(.error(error), to: request.target)
        }
        let (lifetimes, sender) = (context.configuration.tenant, context.sender)
        let old = try await browser.session()
        if let old, !old.canSignInAgain, old.user.id != ticket.user {
            return AuthorizationRouter(browser: browser).deliver(
                .error(.accountSelectionRequired), to: request.target)
        }
        let session = try await mapFailure(to: HTTPProblem.init(_:)) { () throws(OAuthFailure) in
            try await LoginTicketUse(accounts: accounts, lifetimes: lifetimes).begin(
                with: ticket, sender: sender, replacing: old?.record.id)
        }
        guard let session else {
            return AuthorizationRouter(browser: browser).deliver(.error(.loginTicketInvalid), to: request.target)
        }
        context.user = ticket.user
        return response.settingCookies([
            browser.cookies.field(session: session.secret, lifetime: lifetimes.sessionLifetime)
        ])
    }

    /// Returns the URI of a request that was pushed before, or seals the posted parameters in one.
    private func requestURI(of parameters: AuthorizationParameters, for client: Client) throws -> String {
        if let uri = parameters["request_uri"], PushedRequest.isReference(uri) { return uri }
        return try context.authorizationSeal.seal(
            PushedRequest(
                client: client.id, parameters: parameters, source: .browser,
                expiresAt: context.time.advanced(by: Self.postedLifetime)))
    }

    private var validation: AuthorizationValidation {
        get throws(HTTPProblem) {
            AuthorizationValidation(
                configuration: context.configuration, issuer: context.issuer, keys: try context.keys)
        }
    }

    private func parameters(encoded text: String) throws(AuthorizationRejection) -> AuthorizationParameters {
        do { return try AuthorizationParameters(encoded: text) } catch { throw .page(error) }
    }

    private func rejection(_ rejection: AuthorizationRejection, of encoded: String) -> HTTPResponse {
        switch rejection {
        case .page(let error):
            guard let parameters = try? AuthorizationParameters(encoded: encoded),
                let client = parameters["client_id"].flatMap(context.configuration.client)
            else { return browser.errorPage(error) }
            context.client = client
            return browser.errorPage(error, mismatch: client.mismatch(because: error, of: parameters))
        case .response(let error, let target):
            return AuthorizationRouter(browser: browser).deliver(.error(error), to: target)
        }
    }
}

extension RequestContext {
    var authorizationSeal: AuthorizationSeal {
        get throws(HTTPProblem) { AuthorizationSeal(key: try keys.pages) }
    }
}

extension HTTPProblem {
    init(_ error: AuthorizationPageError) {
        self.init(400, error: error.error, code: "oauth.\(error.code)", description: error.description)
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
