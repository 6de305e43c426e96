// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import JOSE
package import WireFormats

/// A verified ID token of this issuer that has not expired. Auth0's old requests carry one as a credential; nothing else
/// accepts one.
package struct PresentedIDToken: Hashable, Sendable {
    private static let maximumLength = 8192

    package let user: UserID
    /// The client that it was issued to.
    package let client: String
    package let issuedAt: Timestamp
    package let authenticatedAt: Timestamp
    /// The method names of RFC 8176.
    package let methods: [String]

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
        methods = claims["amr"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    /// Whether a password alone opened the sign-in, not longer ago than this.
    package func isOfPassword(within seconds: Int, at time: Timestamp) -> Bool {
        methods == ["pwd"] && authenticatedAt.advanced(by: seconds) >= time
    }
}
