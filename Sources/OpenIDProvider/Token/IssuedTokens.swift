// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import WireFormats

/// Issued tokens, with the members of the token response.
package struct IssuedTokens: Hashable, Sendable {
    /// The scheme to send the access token with.
    package enum Kind: String, Sendable {
        case bearer = "Bearer"
        case dpop = "DPoP"
    }

    package let accessToken: String
    package let kind: Kind
    /// The lifetime of the access token, in seconds.
    package let validFor: Int
    /// The granted scope, which may be empty.
    package let scope: String
    package let idToken: String?
    package var refreshToken: String?
    /// The sealed ticket with which the client's page may begin a browser session.
    package var loginTicket: String?
}
