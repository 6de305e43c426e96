// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The destination of the response to an authorization request.
package struct ResponseTarget: Hashable, Sendable {
    /// The redirect URI, which matches a registered one.
    package let redirectURI: String
    package let mode: ResponseMode
    /// The `state` of the request, which is returned unchanged.
    package internal(set) var state: String?
    /// The issuer, which protects clients of several servers from mix-up attacks (RFC 9207).
    package let issuer: String

    package init(redirectURI: String, mode: ResponseMode, state: String? = nil, issuer: String) {
        self.redirectURI = redirectURI
        self.mode = mode
        self.state = state
        self.issuer = issuer
    }
}
