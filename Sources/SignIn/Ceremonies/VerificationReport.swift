// SPDX-License-Identifier: Apache-2.0

/// The cost and the result of the verification of a response, for limits and metrics.
package struct VerificationReport: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case registration
        case authentication
    }

    package let kind: Kind
    /// The work in multiples of one ES256 signature check, whether the response was accepted or not.
    package var work = 0
    /// `nil` if the response was accepted.
    package var rejection: SignInFailure?
}
