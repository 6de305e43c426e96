// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// `/oauth/token`: reads the request, authenticates the client, runs the grant and serializes the tokens.
struct TokenEndpoint: Sendable {
    let services: Services

    func respond(to context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let grantServices = try grantServices(for: context)
        let body = try context.body(TokenBody.self, form: .jsonOrForm)
        var grant = try grant(of: body)
        let impliedClient = try impliedClient(of: body, &grant, in: context, with: grantServices)
        let client = try context.authenticate(body.client, fallback: impliedClient)
        guard client.client.grantTypes.contains(grant.type) else {
            throw HTTPProblem(OAuthFailure.grantTypeNotAllowed(grant.type.rawValue))
        }
        let proof = try context.proof(for: .token)
        let request = TokenRequest(
            client: client, proof: proof, scope: ScopePolicy.Request(scope: body.scope, audience: body.audience),
            provider: TokenRequest.Provider(
                issuer: context.issuer, keys: try context.keys, configuration: context.configuration),
            sender: context.sender, time: context.time)
        let granted: GrantedTokens
        do { granted = try await grant.exchange(for: request, with: grantServices) } catch {
            throw problem(of: error, with: body, in: context)
        }
        report(granted, in: context)
        return response(with: granted.tokens, nonce: proof == nil ? nil : context.nonce(for: .token))
    }

    /// Only a grant that needs ceremonies creates them.
    private func grantServices(for context: RequestContext) throws(HTTPProblem) -> GrantServices {
        let (incoming, keys, services) = (context.incoming, try context.keys, services)
        return GrantServices(accounts: services.accounts, limits: services.limits, uptime: services.uptime) {
            incoming.ceremonies(services, on: .clients, with: keys)
        }
    }

    private func grant(of body: TokenBody) throws(HTTPProblem) -> Grant {
        do { return try Grant(body) } catch { throw HTTPProblem(error) }
    }

    /// The client of a request that names none.
    private func impliedClient(
        of body: TokenBody, _ grant: inout Grant, in context: RequestContext, with services: GrantServices
    ) throws(HTTPProblem) -> String? {
        guard body.client.id == nil, body.client.assertion == nil else { return nil }
        do {
            return try grant.impliedClient(at: context.host.host, with: services)
        } catch {
            throw context.problem(of: error)
        }
    }

    /// The problem of a grant. If the account exists, it has the device forget the passkey that was just made.
    private func problem(
        of failure: ProviderFailure, with body: TokenBody, in context: RequestContext
    ) -> HTTPProblem {
        var problem = context.problem(of: failure)
        if case .signIn(.accountExists) = failure, let response = body.credentialResponse {
            problem.signalUnknown(response, relyingPartyID: context.relyingPartyID)
        }
        return problem
    }

    private func report(_ granted: GrantedTokens, in context: RequestContext) {
        context.user = granted.user
        if let receipt = granted.receipt { context.record(receipt, in: services) }
        services.storageHealth.recordSuccess()
    }

    private func response(with tokens: IssuedTokens, nonce: String?) -> HTTPResponse {
        var response = HTTPResponse.json(.object(TokenAnswer(tokens).json))
        response.headers["Pragma"] = "no-cache"
        response.headers["DPoP-Nonce"] = nonce
        return response
    }
}

extension RequestContext {
    fileprivate func nonce(for purpose: ProofNonces.Purpose) -> String { host.nonces.current(purpose, at: time) }
}

extension TokenAnswer {
    fileprivate init(_ tokens: IssuedTokens) {
        self.init(
            accessToken: tokens.accessToken, tokenType: tokens.kind.rawValue, validFor: tokens.validFor,
            // RFC 6749, section 3.3: a scope has at least one word.
            scope: tokens.scope.isEmpty ? nil : tokens.scope, idToken: tokens.idToken,
            refreshToken: tokens.refreshToken, loginTicket: tokens.loginTicket)
    }
}
