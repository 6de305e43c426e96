// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// `/oauth/token`: what all grants have in common, and then the grant.
struct TokenEndpoint: Sendable {
    let services: Services

    /// A request whose client has proven who it is, and which key it holds.
    struct Admitted: Sendable {
        let body: TokenBody
        let client: VerifiedClient
        let proof: VerifiedProof?
    }

    /// The grants that something here answers.
    static let grantTypes = GrantType.offered

    func answer(_ exchange: inout Exchange) async throws(Refusal) -> HTTPResponse {
        let body = try exchange.body(TokenBody.self, .jsonOrForm)
        let grantType = GrantType(rawValue: body.grantType)
        guard let grantType, Self.grantTypes.contains(grantType) else {
            throw Refusal(OAuthFailure.grantTypeUnknown(String(body.grantType.prefix(100))))
        }
        let fallback = grantType == .passkey ? try PasskeyGrant(services: services).client(of: body, exchange) : nil
        let client = try exchange.verifiedClient(body.client, fallback: fallback)
        guard client.client.grantTypes.contains(grantType) else {
            throw Refusal(OAuthFailure.grantTypeNotAllowed(grantType.rawValue))
        }
        let proof = try exchange.proof(.token)
        let admitted = Admitted(body: body, client: client, proof: proof)
        let tokens: IssuedTokens
        do {
            switch grantType {
            case .refreshToken: tokens = try await RefreshGrant(services: services).tokens(admitted, &exchange)
            default: tokens = try await PasskeyGrant(services: services).tokens(admitted, &exchange)
            }
        } catch {
            throw Refusal(unexpected: error)
        }
        services.trouble.end()
        var response = HTTPResponse.json(200, .object(tokens.json))
        response.headers["Pragma"] = "no-cache"
        if proof != nil { response.headers["DPoP-Nonce"] = exchange.host.nonces.current(.token, at: exchange.time) }
        return response
    }
}

extension IssuedTokens {
    fileprivate var json: JSONObject {
        var body: JSONObject = [
            "access_token": .string(accessToken), "token_type": .string(kind.rawValue),
            "expires_in": .number(JSONNumber(Int64(validFor))),
        ]
        // RFC 6749, section 3.3: a scope is at least one word.
        if !scope.isEmpty { body["scope"] = .string(scope.joined(separator: " ")) }
        body["id_token"] = idToken.map(JSONValue.string)
        body["refresh_token"] = refreshToken.map(JSONValue.string)
        return body
    }
}
