// SPDX-License-Identifier: Apache-2.0

/// The reason why a user can't decide about a device with the entered code (RFC 8628, section 3.3).
package enum UserCodeRejection: Error, Hashable, Sendable, CaseIterable {
    /// The code was never issued at this host, its tokens were taken, or it is malformed.
    case unknown
    case expired
    /// A user has allowed or denied the request.
    case decided
    /// The client was removed, or may not be used at this host.
    case clientUnknown
    /// The client does not use the connection of the user's account.
    case connectionNotAllowed
    /// The session ended, or the user was blocked, before the decision was stored.
    case signedOut

    package var code: String {
        switch self {
        case .unknown: "user-code-unknown"
        case .expired: "user-code-expired"
        case .decided: "user-code-decided"
        case .clientUnknown: "user-code-client-unknown"
        case .connectionNotAllowed: "user-code-connection-not-allowed"
        case .signedOut: "user-code-signed-out"
        }
    }

    package var description: String {
        switch self {
        case .unknown: "The code is not valid."
        case .expired: "The code has expired."
        case .decided: "The code was used before."
        case .clientUnknown: "The client of the device is not available at this host."
        case .connectionNotAllowed: "The client of the device does not accept this account."
        case .signedOut: "The session ended before the decision."
        }
    }
}
