// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import JOSE
import WireFormats

/// A verified ID token that a client passes as a hint about the user and the session (OpenID Connect Core, section
/// 3.1.2.1).
package struct IDTokenHint: Hashable, Sendable {
    private static let maximumLength = 8192

    package let user: UserID
    /// The client that the token was issued to.
    package let client: String
    /// The `sid` of the browser session.
    package let sessionID: String?

    /// Verifies an ID token of this issuer. Its expiry is ignored, because hints outlive the tokens' own use.
    ///
    /// Returns `nil` unless a published key signed it. Tokens of other types are not hints.
    package init?(_ text: String, issuer: Issuer, keys: HostKeys) {
        guard text.utf8.count <= Self.maximumLength, let jws = try? CompactJWS(text),
            jws.header["typ"] == .string(SigningKey.TokenType.identity.rawValue),
            let id = jws.header["kid"]?.stringValue, let key = keys.publishedKey(id),
            (try? jws.verify(with: key.key.publicKey, algorithms: [key.algorithm])) != nil,
            let claims = (try? JSONReader.read(jws.payload))?.objectValue,
            claims["iss"] == .string(issuer.url),
            let user = claims["sub"]?.stringValue, let client = claims["aud"]?.stringValue
        else { return nil }
        self.user = UserID(rawValue: user)
        self.client = client
        sessionID = claims["sid"]?.stringValue
    }

    /// Whether a token names a key that is not published any more. The signer of such a token can't be determined.
    static func isOfUnknownKey(_ text: String, keys: HostKeys) -> Bool {
        guard text.utf8.count <= maximumLength, let jws = try? CompactJWS(text), let id = jws.header["kid"]?.stringValue
        else { return false }
        return keys.publishedKey(id) == nil
    }

    package func isIssued(to client: String) -> Bool { ExactText(self.client) == ExactText(client) }
}
