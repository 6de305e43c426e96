// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The claims of an ID token that came from the server itself.
///
/// The connection authenticates the server, so the signature adds nothing (OpenID Connect Core, section 3.1.3.7). Its
/// time of expiry is not compared, because the token is new and the device's clock may be wrong.
enum IDToken {
    /// Returns `nil` unless the token is one for this client.
    static func claims(of token: String, for context: ClientContext, nonce: String? = nil) -> JSONObject? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.decode(String(parts[1])),
            let claims = (try? JSONReader.read(bytes))?.objectValue, claims["iss"]?.stringValue == context.issuer
        else { return nil }
        let audiences = claims["aud"]?.arrayValue?.compactMap(\.stringValue) ?? [claims["aud"]?.stringValue ?? ""]
        guard audiences.contains(context.clientID), nonce == nil || claims["nonce"]?.stringValue == nonce else {
            return nil
        }
        return claims
    }
}
