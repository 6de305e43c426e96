// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The seam behind this double of LocalAuthentication: the person who owns the device.
public enum LocalAuthenticationDouble {
    /// The owner of the current task's device, or `nil` for a device without a passcode. A context takes the owner that
    /// is current where it is created.
    @TaskLocal public static var owner: (any SimulatedOwner)?
}

/// The owner of a device, with the authentication that is set up and a response to each question.
public protocol SimulatedOwner: Sendable {
    /// The kind of biometrics that the device has.
    var biometryType: LABiometryType { get }

    /// Changes with the enrolled biometrics. `nil` if there are none.
    var biometricState: Data? { get }

    /// Why a policy can't be evaluated, or `nil` if it can.
    func obstacle(to policy: LAPolicy) -> LAError?

    /// Asks the owner, who passes or fails with an error. The task is canceled when the context becomes invalid.
    func evaluate(_ request: SimulatedEvaluation) async throws
}

/// A question that a context asks the owner.
public struct SimulatedEvaluation: Hashable, Sendable {
    /// The policy.
    public let policy: LAPolicy
    /// The app's reason, which the person reads.
    public let reason: String
    /// The title of the button that falls back to something else; empty if there is none, `nil` for the usual one.
    public let fallbackTitle: String?
    /// The title of the button that cancels, or `nil` for the usual one.
    public let cancelTitle: String?
}
