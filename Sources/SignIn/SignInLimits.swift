// SPDX-License-Identifier: Apache-2.0

import IdentityModel
package import RateLimiting

/// The limits on sign-ups and sign-ins that their method has accepted.
///
/// What a method rejects is not counted. Otherwise anyone who knows a credential's ID could lock its owner out.
package struct SignInLimits: Sendable {
    private let limits: RateLimits
    /// A monotonic clock in nanoseconds.
    private let uptime: @Sendable () -> UInt64

    package init(limits: RateLimits, uptime: @escaping @Sendable () -> UInt64) {
        self.limits = limits
        self.uptime = uptime
    }

    /// Counts a new account against its network and all accounts, and a sign-in against the key of its method. Returns
    /// the status of the method's limit.
    func take(for signIn: SignIn) throws(SignInFailure) -> RateLimitStatus {
        let time = uptime()
        if signIn.isNewAccount { try takeSignUp(by: signIn.sender) }
        guard let key = signIn.method.limitKey else { return .unlimited }
        return try take(.account, key: key, at: time)
    }

    /// Counts a new account against its network and all accounts.
    func takeSignUp(by sender: RequestSender) throws(SignInFailure) {
        let time = uptime()
        for (kind, key) in [(RateLimits.Kind.signUp, "\(sender.signUpNetwork)"), (.allSignUps, "")] {
            try take(kind, key: key, at: time)
        }
    }

    /// Rejects a sign-up that its limits would reject, before it costs anything. It is counted when it is stored.
    func requireSignUp(by sender: RequestSender) throws(SignInFailure) {
        let time = uptime()
        for (kind, key) in [(RateLimits.Kind.signUp, "\(sender.signUpNetwork)"), (.allSignUps, "")] {
            try take(kind, key: key, at: time)
            limits.giveBack(kind, key: key, at: time)
        }
    }

    @discardableResult
    private func take(
        _ kind: RateLimits.Kind, key: String, at time: UInt64
    ) throws(SignInFailure) -> RateLimitStatus {
        let status = limits.take(kind, key: key, at: time)
        guard status.isAllowed else { throw .limitExceeded(status) }
        return status
    }
}
