// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// The reason why a device code yields no tokens, or none yet (RFC 8628, section 3.5).
package enum DeviceCodeRejection: Failure, Hashable, CaseIterable {
    /// The user has not decided yet.
    case pending
    case polledTooFast
    case denied
    case expired
    case unknown
    case clientMismatch
    case hostMismatch
    case userGone
    case userBlocked
    /// The user has withdrawn something that the approval depends on.
    case withdrawn
}

extension DeviceCodeRejection {
    package var fault: Fault {
        let invalid = "Invalid or expired device code."
        let again = "Start again on the device."
        return switch self {
        case .pending:
            Fault(
                .init(400, "authorization_pending"), "oauth.device-code-pending",
                "User has yet to authorize device code.", remedy: "None needed. The device asks again.")
        case .polledTooFast:
            Fault(
                .init(400, "slow_down"), "oauth.device-code-polled-too-fast",
                "You are polling faster than the specified interval of 5 seconds.",
                remedy: "Wait five seconds between two requests.")
        case .denied:
            Fault(
                .init(400, "access_denied"), "oauth.device-code-denied", "User cancelled the confirmation prompt",
                remedy: again)
        case .expired:
            Fault(
                .init(400, "expired_token"), "oauth.device-code-expired",
                "The device code has expired. Start again.", remedy: again)
        case .unknown: Fault(.invalidCode, "oauth.device-code-unknown", invalid, remedy: again)
        case .clientMismatch: Fault(.invalidCode, "oauth.device-code-client-mismatch", invalid, remedy: again)
        case .hostMismatch: Fault(.invalidCode, "oauth.device-code-host-mismatch", invalid, remedy: again)
        case .userGone: Fault(.invalidCode, "oauth.device-code-user-unknown", invalid, remedy: again)
        case .userBlocked: Fault(.invalidCode, "oauth.device-code-user-blocked", "user is blocked", remedy: again)
        case .withdrawn:
            Fault(
                .invalidCode, "oauth.device-code-withdrawn", "The user withdrew the approval. Start again.",
                remedy: again)
        }
    }
}
