// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// `/oidc/logout` (OpenID Connect RP-Initiated Logout 1.0) and `/v2/logout`: ends the session of the browser.
enum LogoutEndpoint {
    static let path: Path = "/oidc/logout"

    static let rows = [get, post, getCompatible]

    private static let get = Row(
        .get, path, in: .pages, by: .anyone, taking: .nothing, id: "logout",
        summary: "Ends the session of the browser, or asks the user whether to", success: .page, failing: [400, 403]
    ) { request in
        try await Logout(browser: request.browser).respond(to: request.context.request.query ?? "")
    }

    /// The form of a client, or of the page that asks the user.
    ///
    /// Without TLS the session's cookie does not come with a form of another site. So a request without the cookie
    /// continues as a GET request, which has it.
    private static let post = Row(
        .post, path, in: .pages, by: .anyone, taking: .encodedForm(describedBy: LogoutBody.self),
        id: "logoutByPost", summary: "Ends the session of the browser, or asks the user whether to",
        success: .redirect("The browser goes to the client, or sees a page.").answeringScripts(
            with: .object([.required("session", as: .oneOf(["ended", "none", "interaction_required"]))])),
        failing: [403]
    ) { request in
        guard let form = request.input else { throw AuthorizationPageError.requestMalformed }
        if LogoutByScript.asks(in: request.context.request) {
            return try await LogoutByScript(browser: request.browser).respond(
                to: try AuthorizationParameters(encoded: form))
        }
        guard request.browser.cookies.session != nil else {
            let pairs = try AuthorizationParameters(encoded: form).forwarded.map {
                "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))"
            }
            return .seeOther("\(PagePath.logout.rawValue)?\(pairs.joined(separator: "&"))")
        }
        return try await Logout(browser: request.browser).respond(to: form)
    }

    /// It asks only users who couldn't sign in again.
    private static let getCompatible = Row(
        .get, "/v2/logout", in: .pages, by: .anyone, taking: .nothing, id: "compatibleLogout",
        summary: "Ends the session of the browser, as Auth0's SDKs request it", success: .page, failing: [400, 403]
    ) { request in
        try await Logout(browser: request.browser, isStandard: false).respond(to: request.context.request.query ?? "")
    }
}

/// A logout in a browser that navigates.
private struct Logout {
    /// The parameter of the confirmation page's form.
    private static let formToken = "csrf"

    let browser: BrowserRequest
    /// Whether the parameters are those of the standard.
    var isStandard = true

    private var context: RequestContext { browser.context }

    func respond(to encoded: String) async throws -> HTTPResponse {
        let validation = LogoutValidation(
            configuration: context.configuration, issuer: context.issuer, keys: try context.keys)
        let parameters = try AuthorizationParameters(encoded: encoded)
        let request: LogoutRequest
        do throws(LogoutPageError) {
            request =
                try isStandard ? validation.validate(standard: parameters) : validation.validate(auth0: parameters)
        } catch {
            return browser.errorPage(error, of: parameters)
        }
        context.client = request.client.flatMap(context.configuration.client)
        let session = try await browser.session()
        switch request.step(for: session.map(LogoutRequest.Session.init)) {
        case .confirm where try isConfirmed(parameters, in: session): return try await logOut(session, for: request)
        case .confirm(let url):
            let fields = isStandard ? parameters.forwarded : parameters.standardized
            return confirmation(returning: fields, for: request, session: session, redirectURL: url)
        case .logOut: return try await logOut(session, for: request)
        }
    }

    /// Whether the user pressed the button of the page that asks. Its form carries the token of the session.
    private func isConfirmed(
        _ parameters: AuthorizationParameters, in session: ActiveSession?
    ) throws -> Bool {
        guard context.request.method == .post, let session, let token = parameters[Self.formToken] else { return false }
        try OriginRule.own.check(context)
        return browser.isFormToken(token, of: session)
    }

    private func confirmation(
        returning fields: [(name: String, value: String)], for request: LogoutRequest, session: ActiveSession?,
        redirectURL: String?
    ) -> HTTPResponse {
        guard let session, let token = browser.formToken(of: session) else {
            return browser.errorPage(.requestMalformed)
        }
        var page = LogoutPage(
            token: .csrf(token), accountName: session.user.displayedName, stay: PageLink(.account))
        page.fields = fields
        page.clientName = context.client?.name
        page.isOnlyWayIn = !session.canSignInAgain
        return browser.response(
            page, for: context.client, locales: request.languages, formTargets: [redirectURL].compactMap(\.self))
    }

    /// Ends the session, and sends the browser to the client or shows that the user is signed out.
    private func logOut(_ session: ActiveSession?, for request: LogoutRequest) async throws -> HTTPResponse {
        if let session { try await browser.signOut(session) }
        let response: HTTPResponse
        if let url = request.redirectURL {
            response = .seeOther(url)
        } else if context.request.method == .post {
            response = .seeOther(PagePath.logout.rawValue)
        } else {
            response = browser.response(
                LoggedOutPage(clientName: context.client?.name), for: context.client, locales: request.languages)
        }
        let isEnding = context.request.method != .head
        return response.settingCookies(isEnding ? browser.cookies.fieldsRemovingSession : [])
    }
}

extension AuthorizationParameters {
    /// The parameters without the token of the page that asks.
    fileprivate var forwarded: [(name: String, value: String)] {
        parameters.map { ($0.name.text, $0.value.text) }.filter { $0.name != "csrf" }
    }

    /// The parameters of `/v2/logout` with the names of the standard, for the form of the page that asks.
    fileprivate var standardized: [(name: String, value: String)] {
        [("client_id", "client_id"), ("returnTo", "post_logout_redirect_uri"), ("ui_locales", "ui_locales")]
            .compactMap { name, standard in self[name].map { (standard, $0) } }
    }
}

extension LogoutRequest.Session {
    fileprivate init(_ session: ActiveSession) {
        self.init(user: session.user.id, id: session.record.id.rawValue)
        isOnlyWayIn = !session.canSignInAgain
    }
}

extension LogoutRequest {
    fileprivate var languages: [String] { (locales ?? "").split(separator: " ").map(String.init) }
}

extension BrowserRequest {
    /// Ends the session of the browser with an event.
    func signOut(_ session: ActiveSession) async throws(SignInFailure) {
        let owner = AccountOwner(
            .session(session), client: context.client, host: context.host.host, sender: context.sender)
        try await SessionManagement(accounts: services.accounts).signOut(owner)
    }

    /// The page of a logout request that is rejected.
    func errorPage(_ error: LogoutPageError, of parameters: AuthorizationParameters) -> HTTPResponse {
        let fault: PageFault =
            switch error {
            case .clientUnknown, .clientMismatch: .unknownClient
            case .redirectURINotRegistered: .redirectMismatch
            case .parameterRepeated, .stateTooLong, .hintInvalid, .originNotAllowed: .invalidRequest
            }
        context.client = parameters["client_id"].flatMap(context.configuration.client)
        var mismatch: URLMismatch?
        if error == .redirectURINotRegistered,
            let received = parameters["post_logout_redirect_uri"] ?? parameters["returnTo"]
        {
            let allowed = (context.client?.allowedLogoutURLs ?? []) + context.configuration.tenant.allowedLogoutURLs
            mismatch = URLMismatch(received: received, allowed: allowed.map(\.text))
        }
        return errorPage(fault, for: HTTPProblem(error), mismatch: mismatch)
    }
}
