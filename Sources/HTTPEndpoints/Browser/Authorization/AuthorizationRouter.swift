// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// Sends browsers to the next page of an authorization request, or delivers the response to the client.
struct AuthorizationRouter {
    let browser: BrowserRequest

    private var context: RequestContext { browser.context }

    var continuation: AuthorizationContinuation {
        var continuation = AuthorizationContinuation(
            accounts: browser.services.accounts, configuration: context.configuration, issuer: context.issuer)
        continuation.mayOfferPasskey = !browser.cookies.wasOfferedPasskey
        return continuation
    }

    /// Responds with what comes next.
    func response(
        to transaction: AuthorizationTransaction, session: ActiveSession?
    ) async throws -> HTTPResponse {
        let step = try await continuation.nextStep(of: transaction, for: session)
        if let page = try page(of: step, in: transaction) { return .seeOther(page) }
        guard case .issueCode = step, let session else {
            guard case .error(let error) = step else { throw RequestFailure.pathUnknown }
            return deliver(.error(error), to: transaction.request.target)
        }
        guard let code = try await continuation.issueCode(for: transaction.request, session: session) else {
            return try await response(to: transaction, session: nil)
        }
        return deliver(.code(code), to: transaction.request.target)
    }

    /// Returns the path of the page that a step needs, or `nil` if the request is finished.
    func page(of step: AuthorizationStep, in transaction: AuthorizationTransaction) throws -> String? {
        let page: PagePath
        switch step {
        case .signIn: page = .signIn
        case .signUp: page = .signUp
        case .selectAccount, .confirmAccount, .leaveAccount: page = .accountSelection
        case .completeProfile: page = .signUpProfile
        case .offerPasskey, .addPasskey: page = .offeredPasskey
        case .consent: page = .consent
        case .error, .issueCode: return nil
        }
        return try path(of: page, in: transaction)
    }

    func path(of page: PagePath, in transaction: AuthorizationTransaction) throws -> String {
        "\(page.rawValue)?state=\(try context.authorizationSeal.seal(transaction))"
    }

    /// Delivers the response to the client in the requested mode.
    func deliver(_ response: AuthorizationResponse, to target: ResponseTarget) -> HTTPResponse {
        if case .error(let error) = response {
            context.pageProblem = HTTPProblem(error)
        }
        switch response.delivery(to: target) {
        case .redirect(let url): return .seeOther(url)
        case .form(let action, let fields):
            guard let destination = PageLink(url: action) else { return browser.errorPage(.redirectURIMalformed) }
            return browser.response(
                FormPostPage(
                    clientName: context.client?.name ?? "", destination: destination,
                    parameters: fields.map { ($0.name, $0.value) }), for: context.client)
        case .message(let origin, let fields):
            guard let target = HostedPages.WebOrigin(of: origin) else {
                return browser.errorPage(.webOriginNotRegistered)
            }
            let members = JSONObject(fields.map { ($0.name, JSONValue.string($0.value)) })
            return browser.response(WebMessagePage(target: target, response: members), for: context.client)
        }
    }

    /// Returns the address that the browser goes to after a sign-in.
    func location(after completed: SignedInAuthorization) throws -> String {
        let transaction = completed.transaction
        if let response = completed.response,
            case .redirect(let url) = response.delivery(to: transaction.request.target)
        {
            return url
        }
        if let page = try page(of: completed.step, in: transaction) { return page }
        return try path(of: .continuation, in: transaction)
    }
}
