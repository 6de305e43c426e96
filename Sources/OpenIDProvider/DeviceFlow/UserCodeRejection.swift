// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// The reason why a user can't decide about a device with the entered code (RFC 8628, section 3.3).
package enum UserCodeRejection: Failure, Hashable, CaseIterable {
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
}

extension UserCodeRejection {
    package var fault: Fault {
        switch self {
        case .unknown: Self.row("oauth.user-code-unknown", "The code is not valid.")
        case .expired: Self.row("oauth.user-code-expired", "The code has expired.")
        case .decided: Self.row("oauth.user-code-decided", "The code was used before.")
        case .clientUnknown:
            Self.row(
                "oauth.user-code-client-unknown", "The client of the device is not available at this host.",
                remedy: "Add the client to clients, or the host to thumbturn.domains of CLIENT.")
        case .connectionNotAllowed:
            Self.row(
                "oauth.user-code-connection-not-allowed",
                "The client of the device does not accept this account.",
                remedy: "Add CLIENT to enabled_clients of the connection.")
        case .signedOut: Self.row("oauth.user-code-signed-out", "The session ended before the decision.")
        }
    }

    private static func row(
        _ code: String, _ sentence: String, remedy: String = "Get a new code on the device."
    ) -> Fault {
        Fault(.invalidRequest, code, sentence, remedy: remedy)
    }
}
