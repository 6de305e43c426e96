// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import JOSE
import WireFormats

/// The unverified access token of a request to one of the server's own resources.
package struct PresentedAccessToken: Hashable, Sendable {
    static let maximumLength = 16_384

    package let token: String
    package let kind: IssuedTokens.Kind

    /// Reads an `Authorization` header (RFC 6750, section 2.1; RFC 9449, section 7.1).
    package init(authorization header: String?) throws(OAuthFailure) {
        guard let header, !header.isEmpty else { throw .accessTokenMissing }
        let blank = UInt8(ascii: " ")
        // By bytes: a token has hundreds of them, and finding characters takes longer than all other checks.
        let parts = header.utf8.split(separator: blank, maxSplits: 1)
        guard parts.count == 2, let scheme = parts.first, let token = parts.last, token.count <= Self.maximumLength,
            !token.contains(blank)
        else { throw .accessTokenRejected(.malformed) }
        switch String(Substring(scheme)).lowercased() {
        case "bearer": kind = .bearer
        case "dpop": kind = .dpop
        default: throw .accessTokenMissing
        }
        self.token = String(Substring(token))
    }
}
