// SPDX-License-Identifier: Apache-2.0

public import Foundation
import LocalAuthentication

/// Asks the person at the device to prove that it is theirs before a stored session is used.
public struct BiometricGate: Hashable, Sendable {
    /// Why the application asks. The system shows it.
    public var reason: String
    /// The seconds for which a proof is enough. A sign-in counts as one.
    public var validFor: TimeInterval
    /// Whether the passcode is enough.
    public var allowsPasscode: Bool

    /// Describes a gate.
    public init(reason: String, validFor: TimeInterval = 300, allowsPasscode: Bool = true) {
        self.reason = reason
        self.validFor = validFor
        self.allowsPasscode = allowsPasscode
    }
}
