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

/// `/oauth/ro` and `/tokeninfo`.
enum LegacySignInEndpoints {
    static let rows = [signIn, tokenInfo]

    private static let family = Family(
        dialect: LegacyTouchID.dialect, limit: .token, isCrossOrigin: true, isServed: LegacyTouchID.isServed)

    private static let signIn = Row(
        .post, "/oauth/ro", in: family, by: .legacyClient, taking: .jsonOrForm(LegacySignInBody.self),
        id: "legacySignIn", summary: "Signs in with a password or a device key, as Auth0's Touch ID library does",
        success: .json("Tokens.", .legacyTokens), failing: [404], needsAllKeys: true
    ) { request in
        let context = request.context
        let wanted = TokenRequest(
            client: request.caller, proof: nil, scope: LegacyGrant.scope(request.input.scope),
            provider: TokenRequest.Provider(
                issuer: context.issuer, keys: try context.keys, configuration: context.configuration),
            sender: context.sender, time: context.time)
        let granted = try await request.input.grant().tokens(
            in: request.input.connection, for: wanted, with: context.grantServices)
        if let receipt = granted.receipt { context.record(receipt) }
        context.user = granted.user
        context.services.storageHealth.recordSuccess()
        return .json(.object(granted.tokens.legacyBody))
    }

    private static let tokenInfo = Row(
        .post, "/tokeninfo", in: family, by: .anyone, taking: .jsonOrForm(TokenInfoBody.self), id: "tokenInfo",
        summary: "Returns the profile of an ID token's user", success: .json("The profile.", .anyObject),
        failing: [401, 404], needsAllKeys: true
    ) { request in
        let context = request.context
        let token = PresentedIDToken(
            request.input.token, issuer: context.issuer, keys: try context.keys, at: context.time)
        guard let token else { throw SignInFailure.deviceKey(.idTokenNotAccepted) }
        let client = try context.legacyClient(token.client)
        let found = try await context.services.accounts.storage.read { try $0.users.find(token.user) }
        guard let user = found, user.isActive, user.tokenGeneration == token.generation,
            !user.hasDisconnected(client.id, since: token.issuedAt)
        else {
            throw SignInFailure.deviceKey(.idTokenNotAccepted)
        }
        context.user = user.id
        return .json(.object(user.legacyProfile(for: client)))
    }
}

extension Access where Caller == VerifiedClient, Input == LegacySignInBody {
    @inline(__always) fileprivate static var legacyClient: Access {
        Access(
            security: .client, failures: [401, 403],
            check: .input { context, body in
                _ = try context.legacyClient(body.client.id)
                return try context.authenticate(body.client)
            })
    }
}

extension LegacySignInBody {
    fileprivate func grant() throws -> LegacyGrant {
        switch GrantType(rawValue: grantType) {
        case .password:
            guard let username else { throw OAuthFailure.parameterMissing("username") }
            guard let password else { throw OAuthFailure.parameterMissing("password") }
            return .password(name: username, password: password)
        case .jwtBearer:
            guard let assertion else { throw OAuthFailure.parameterMissing("id_token") }
            return .deviceKey(assertion)
        default: throw OAuthFailure.grantTypeUnknown(String(grantType.prefix(100)))
        }
    }
}

extension IssuedTokens {
    /// The members that the library reads.
    fileprivate var legacyBody: JSONObject {
        var body = JSONObject()
        body["id_token"] = idToken.map(JSONValue.string)
        body["access_token"] = .string(accessToken)
        body["token_type"] = "bearer"
        body["refresh_token"] = refreshToken.map(JSONValue.string)
        return body
    }
}

extension User {
    fileprivate func legacyProfile(for client: Client) -> JSONObject {
        var body: JSONObject = ["user_id": .string(id.rawValue)]
        let claims = UserClaims(self, format: .auth0).claims(for: ["openid", "profile", "email"])
        for member in claims.members { body[member.name] = member.value }
        body["created_at"] = .string(createdAt.withMilliseconds)
        body["clientID"] = .string(client.id)
        body["identities"] = [
            [
                "user_id": .string(String(id.identity)), "provider": "auth0", "connection": .string(connection),
                "isSocial": false,
            ]
        ]
        return body
    }
}
