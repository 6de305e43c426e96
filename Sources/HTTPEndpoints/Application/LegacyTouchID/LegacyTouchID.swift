// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// The requests of Auth0's Touch ID library and Lock 1, for clients with `legacy_touch_id`. Without one, there is nothing
/// at these paths.
///
/// 1. `LegacySignInEndpoints`: `/oauth/ro` exchanges a password or what a key has signed, and `/tokeninfo` returns the
///    profile. Sign-ups are those of `DatabaseEndpoints`.
/// 2. `LegacyKeyEndpoints`: `/api/users/{id}/publickey`, with the ID token of a sign-in with a password.
/// 3. `DeviceCredentialEndpoints`: `/api/v2/device-credentials`, with the password itself.
///
/// Nothing here opens a session of a browser, or reaches the My Account API.
enum LegacyTouchID {
    static let rows = LegacySignInEndpoints.rows + LegacyKeyEndpoints.rows + DeviceCredentialEndpoints.rows

    /// Whether any client speaks them.
    static let isServed: @Sendable (RequestContext) -> Bool = { context in
        context.configuration.clients.values.contains(where: \.usesLegacyDeviceKeys)
    }

    /// Auth0's words for what the library tells apart.
    static let dialect = Dialect(translate: { error, _ in
        guard let failure = error as? SignInFailure else { return error }
        var problem = HTTPProblem(failure)
        switch failure {
        case .password(.mismatch), .deviceKey(.mismatch):
            problem.status = 401
            problem.error = "invalid_user_password"
            problem.description = "Wrong email or password."
        case .password(.blocked): problem.status = 401
        case .deviceKey(.idTokenNotAccepted): problem.headers["WWW-Authenticate"] = "Bearer error=\"invalid_token\""
        case .deviceKey(.passwordMissing): problem.headers["WWW-Authenticate"] = "Basic realm=\"device-credentials\""
        case .account(.tokenRevoked): return HTTPProblem.atResource(.accessTokenRejected(.revoked))
        default: break
        }
        return problem
    })
}

extension RequestContext {
    /// The client of a request, if it speaks Auth0's old requests.
    func legacyClient(_ id: String?) throws -> Client {
        guard let named = id.flatMap(configuration.client), named.usesLegacyDeviceKeys else {
            throw SignInFailure.deviceKey(.legacyDisabled)
        }
        client = named
        return named
    }

    /// The user whom a sign-in with the password, of now or a short time ago, lets change the device keys.
    func legacyOwner(
        _ user: User, of client: Client, signedInAt time: Timestamp, ways: [WayReference]
    ) -> AccountOwner {
        self.user = user.id
        return AccountOwner(
            .accessToken(
                of: user.id, generation: user.tokenGeneration, issuedAt: time, authenticatedAt: time, ways: ways),
            client: client, host: host.host, sender: sender)
    }
}

extension CheckedRequest where Caller == AccountOwner {
    var legacyKeys: LegacyDeviceKeys { LegacyDeviceKeys(accounts: services.accounts) }

    /// Removes one of the user's keys.
    func removeLegacyKey(_ isMeant: @escaping @Sendable (DeviceKey) -> Bool) async throws -> HTTPResponse {
        try await legacyKeys.remove(
            isMeant, of: caller, with: DeviceKeyManagement(ceremonies: try context.ceremonies()),
            in: context.configuration)
        return HTTPResponse(status: 204, headers: ["Cache-Control": "no-store"])
    }
}
