// SPDX-License-Identifier: Apache-2.0

import Configuration
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

    func answer(_ context: inout RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(TokenBody.self, .jsonOrForm)
        let grantType = GrantType(rawValue: body.grantType)
        guard let grantType, Self.grantTypes.contains(grantType) else {
            throw HTTPProblem(OAuthFailure.grantTypeUnknown(String(body.grantType.prefix(100))))
        }
        let fallback = grantType == .passkey ? try PasskeyGrant(services: services).client(of: body, context) : nil
        let client = try context.verifiedClient(body.client, fallback: fallback)
        guard client.client.grantTypes.contains(grantType) else {
            throw HTTPProblem(OAuthFailure.grantTypeNotAllowed(grantType.rawValue))
        }
        let proof = try context.proof(.token)
        let admitted = Admitted(body: body, client: client, proof: proof)
        let tokens: IssuedTokens
        do {
            switch grantType {
            case .refreshToken: tokens = try await RefreshGrant(services: services).tokens(admitted, &context)
            default: tokens = try await PasskeyGrant(services: services).tokens(admitted, &context)
            }
        } catch {
            throw HTTPProblem(unexpected: error)
        }
        services.storageHealth.recordSuccess()
        var response = HTTPResponse.json(200, .object(tokens.json))
        response.headers["Pragma"] = "no-cache"
        if proof != nil { response.headers["DPoP-Nonce"] = context.host.nonces.current(.token, at: context.time) }
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
