// SPDX-License-Identifier: Apache-2.0

/// Everything there is to tell about a rejected ceremony: what `thumbturn verify` prints and what a server logs.
package struct RejectionReport: Hashable, Sendable {
    /// The step of the specification, such as `7.1.9`.
    package let step: String
    /// The stable name of the reason.
    package let code: String
    /// What was found and what to look at.
    package let explanation: String
    /// The origin that was received, where the origin is the reason.
    package private(set) var receivedOrigin: String?
    /// The origins that are allowed, sorted, where the origin is the reason.
    package private(set) var allowedOrigins: [String]?

    package init(_ rejection: RegistrationRejection) {
        (step, code, explanation) = ("\(rejection.step)", rejection.code, rejection.explanation)
        if case .originNotAllowed(let received, let allowed) = rejection {
            addOrigins(received: received, allowed: allowed)
        }
    }

    package init(_ rejection: AuthenticationRejection) {
        (step, code, explanation) = ("\(rejection.step)", rejection.code, rejection.explanation)
        if case .originNotAllowed(let received, let allowed) = rejection {
            addOrigins(received: received, allowed: allowed)
        }
    }

    private mutating func addOrigins(received: Origin?, allowed: Set<Origin>) {
        receivedOrigin = received?.rawValue
        allowedOrigins = allowed.map(\.rawValue).sorted()
    }
}
