// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import JOSE
package import WireFormats

/// A verified ID token of this issuer that has not expired. Auth0's old requests carry one as a credential; nothing else
/// accepts one.
package struct PresentedIDToken: Hashable, Sendable {
    static let refreshedClaim = "refreshed"
    private static let maximumLength = 8192

    package let user: UserID
    /// The client that it was issued to.
    package let client: String
    package let issuedAt: Timestamp
    package let authenticatedAt: Timestamp
    /// The method names of RFC 8176.
    package let methods: [String]
    /// The account's token generation, as in access tokens.
    package let generation: Int
    /// Whether it follows another token, and not a sign-in.
    package let isRefreshed: Bool

    /// Returns `nil` unless a published key signed it, and it is valid now.
    package init?(_ text: String, issuer: Issuer, keys: HostKeys, at time: Timestamp) {
        guard text.utf8.count <= Self.maximumLength, let hint = IDTokenHint(text, issuer: issuer, keys: keys),
            let jws = try? CompactJWS(text), let claims = (try? JSONReader.read(jws.payload))?.objectValue,
            let expiresAt = claims["exp"]?.numericDate, expiresAt > time,
            let issuedAt = claims["iat"]?.numericDate, let authenticatedAt = claims["auth_time"]?.numericDate
        else { return nil }
        user = hint.user
        client = hint.client
        self.issuedAt = issuedAt
        self.authenticatedAt = authenticatedAt
        generation = claims[VerifiedAccessToken.generationClaim]?.intValue ?? 0
        isRefreshed = claims[Self.refreshedClaim]?.boolValue ?? false
        methods = claims["amr"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    /// Whether it is of a sign-in with the password alone, not longer ago than this.
    package func isOfPassword(within seconds: Int, at time: Timestamp) -> Bool {
        methods == ["pwd"] && !isRefreshed && authenticatedAt.advanced(by: seconds) >= time
    }
}
