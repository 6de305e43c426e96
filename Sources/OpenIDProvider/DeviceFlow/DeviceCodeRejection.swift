// SPDX-License-Identifier: Apache-2.0

/// The reason why a device code yields no tokens, or none yet (RFC 8628, section 3.5).
package enum DeviceCodeRejection: Error, Hashable, Sendable, CaseIterable {
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

    /// The OAuth error code.
    package var error: String {
        switch self {
        case .pending: "authorization_pending"
        case .polledTooFast: "slow_down"
        case .denied: "access_denied"
        case .expired: "expired_token"
        case .unknown, .clientMismatch, .hostMismatch, .userGone, .userBlocked, .withdrawn: "invalid_grant"
        }
    }

    package var code: String {
        switch self {
        case .pending: "device-code-pending"
        case .polledTooFast: "device-code-polled-too-fast"
        case .denied: "device-code-denied"
        case .expired: "device-code-expired"
        case .unknown: "device-code-unknown"
        case .clientMismatch: "device-code-client-mismatch"
        case .hostMismatch: "device-code-host-mismatch"
        case .userGone: "device-code-user-unknown"
        case .userBlocked: "device-code-user-blocked"
        case .withdrawn: "device-code-withdrawn"
        }
    }

    package var description: String {
        switch self {
        case .pending: "User has yet to authorize device code."
        case .polledTooFast: "You are polling faster than the specified interval of 5 seconds."
        case .denied: "User cancelled the confirmation prompt"
        case .expired: "The device code has expired. Start again."
        case .unknown, .clientMismatch, .hostMismatch, .userGone: "Invalid or expired device code."
        case .userBlocked: "user is blocked"
        case .withdrawn: "The user withdrew the approval. Start again."
        }
    }
}
