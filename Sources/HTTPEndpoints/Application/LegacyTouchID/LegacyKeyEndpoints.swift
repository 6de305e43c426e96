// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WireFormats

/// `/api/users/{id}/publickey`, with the ID token of a sign-in with a password, of a short time ago.
enum LegacyKeyEndpoints {
    static let rows = [add, remove]

    private static let path: Path = "/api/users/{id}/publickey"
    private static let family = Family(
        dialect: LegacyTouchID.dialect, isCrossOrigin: true, isServed: LegacyTouchID.isServed)

    private static let add = Row(
        .post, path, in: family, by: .idToken, taking: .json(LegacyKeyBody.self), id: "registerLegacyKey",
        summary: "Registers the key of a device, as Auth0's Touch ID library does",
        success: .json("Nothing.", .anyObject, status: 201), failing: [404, 409]
    ) { request in
        guard let key = request.input.publicKey else { throw OAuthFailure.parameterMissing("public_key") }
        _ = try await request.legacyKeys.add(
            LegacyDeviceKeys.Submission(publicKey: key, deviceName: request.input.device), by: request.caller)
        return .json([:], status: 201)
    }

    private static let remove = Row(
        .delete, path, in: family, by: .idToken, taking: .json(LegacyKeyBody.self), id: "removeLegacyKey",
        summary: "Removes the key of a device, as Auth0's Touch ID library does",
        success: .init(204, "The key is removed."), failing: [404, 409]
    ) { request in
        let device = request.input.device
        return try await request.removeLegacyKey { $0.isLegacyKey(named: device) }
    }
}

extension Access where Caller == AccountOwner {
    /// The ID token of the user whom the path names. It is meant for the application and not for this server, so it counts
    /// for a quarter of an hour, and only if nothing but the password that is still the account's has opened it. Like an
    /// access token, it ends with whatever starts another generation.
    @inline(__always) fileprivate static var idToken: Access {
        Access(
            security: .idToken, failures: [401, 403],
            check: .head { context in
                let presented = try PresentedAccessToken(authorization: context.field("Authorization"))
                let token = PresentedIDToken(
                    presented.token, issuer: context.issuer, keys: try context.keys, at: context.time)
                guard let token, ExactText(token.user.rawValue) == ExactText(context.incoming.name ?? ""),
                    token.isOfPassword(within: Client.browserEnrollmentMaxAge, at: context.time)
                else { throw SignInFailure.deviceKey(.idTokenNotAccepted) }
                let client = try context.legacyClient(token.client)
                try context.take(.myAccount, key: token.user.rawValue)
                let (user, password) = try await context.services.accounts.storage.read { snapshot in
                    (try snapshot.users.find(token.user), try snapshot.passwords.find(of: token.user))
                }
                guard let user, let password, !password.isDisabled, password.setAt <= token.authenticatedAt,
                    user.tokenGeneration == token.generation, !user.hasDisconnected(client.id, since: token.issuedAt)
                else { throw SignInFailure.deviceKey(.idTokenNotAccepted) }
                return context.legacyOwner(
                    user, of: client, signedInAt: token.authenticatedAt, ways: [user.id.passwordWay])
            })
    }
}
