// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WireFormats

/// `/oauth/token`: reads the request, authenticates the client, runs the grant and serializes the tokens.
enum TokenEndpoint {
    static let path: Path = "/oauth/token"

    private static let family = Family(limit: .token, isCrossOrigin: true)

    static let rows =
        [token, RevocationEndpoint.revoke, PushedAuthorizationEndpoint.push, DeviceAuthorizationEndpoint.begin]
        + UserInfoEndpoint.rows

    private static let token = Row(
        .post, path, in: family, by: .grant, taking: .jsonOrForm(TokenBody.self), id: "token",
        summary: "Finishes a sign-up or a sign-in, or refreshes tokens", success: .json("Tokens.", .tokens),
        needsAllKeys: true
    ) { request in
        let (context, body, client) = (request.context, request.input, request.caller.client)
        let proof = try context.proof(for: .token)
        let wanted = TokenRequest(
            client: client, proof: proof, scope: ScopePolicy.Request(scope: body.scope, audience: body.audience),
            provider: TokenRequest.Provider(
                issuer: context.issuer, keys: try context.keys, configuration: context.configuration),
            sender: context.sender, time: context.time)
        context.registration = body.credentialResponse
        let granted = try await body.explainingVerification {
            try await request.caller.grant.exchange(for: wanted, with: request.caller.services)
        }
        context.user = granted.user
        if let receipt = granted.receipt { context.record(receipt) }
        context.services.storageHealth.recordSuccess()
        let nonce = proof == nil ? nil : context.host.nonces.current(.token, at: context.time)
        return response(with: granted.tokens, nonce: nonce)
    }

    private static func response(with tokens: IssuedTokens, nonce: String?) -> HTTPResponse {
        var response = HTTPResponse.json(.object(TokenAnswer(tokens).json))
        response.headers["Pragma"] = "no-cache"
        response.headers["DPoP-Nonce"] = nonce
        return response
    }
}

/// A client that may use the grant of its request. The session of a ceremony can name it, too.
private struct GrantCaller {
    let client: VerifiedClient
    let grant: Grant
    let services: GrantServices
}

extension Access where Caller == GrantCaller, Input == TokenBody {
    @inline(__always) fileprivate static var grant: Access {
        Access(
            security: .client, failures: [401, 403],
            check: .input { context, body in
                let services = try context.grantServices
                var grant = try Grant(body)
                let isNamed = body.client.id != nil || body.client.assertion != nil
                let implied = isNamed ? nil : try grant.impliedClient(at: context.host.host, with: services)
                let client = try context.authenticate(body.client, fallback: implied)
                guard client.client.grantTypes.contains(grant.type) else {
                    throw OAuthFailure.grantTypeNotAllowed(grant.type.rawValue)
                }
                return GrantCaller(client: client, grant: grant, services: services)
            })
    }
}

extension TokenBody {
    /// Says which codes a sign-up needs. The session is returned while the same response may be sent with other codes.
    fileprivate func explainingVerification(
        _ exchange: () async throws -> GrantedTokens
    ) async throws -> GrantedTokens {
        do {
            return try await exchange()
        } catch SignInFailure.code(let rejection) {
            throw HTTPProblem(rejection, session: ceremonySession)
        }
    }
}

extension RequestContext {
    /// Only a grant that needs ceremonies creates them.
    var grantServices: GrantServices {
        get throws {
            let (incoming, keys) = (incoming, try keys)
            return GrantServices(
                accounts: services.accounts, passwords: services.passwords, codes: services.codes,
                limits: services.limits, uptime: services.uptime
            ) {
                incoming.ceremonies(on: .clients, with: keys)
            }
        }
    }
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
