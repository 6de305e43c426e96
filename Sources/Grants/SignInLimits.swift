// SPDX-License-Identifier: Apache-2.0

import IdentityModel
package import RateLimiting
package import SignIn
import WebAuthnMessages

/// The limits on sign-ups and sign-ins whose response was verified.
///
/// A response that fails verification is not counted. Otherwise anyone who knows a credential's ID could lock its owner out.
package struct SignInLimits: Sendable {
    private let limits: RateLimits
    private let uptime: UInt64

    /// Takes the time of a monotonic clock, in nanoseconds.
    package init(limits: RateLimits, uptime: UInt64) {
        self.limits = limits
        self.uptime = uptime
    }

    /// Counts a new account against its network and all accounts, and a sign-in against its credential. Returns the status
    /// of the credential's limit.
    package func take(
        for verified: VerifiedSignIn, from sender: TokenRequest.Sender
    ) throws(GrantFailure) -> RateLimitStatus {
        if verified.isNewAccount { try takeSignUp(from: sender) }
        let status = limits.take(
            .account, key: "credential:" + verified.passkey.origin.credentialID.base64URL, at: uptime)
        guard status.isAllowed else { throw .limitExceeded(status) }
        return status
    }

    /// Counts a new account against its network and all accounts.
    package func takeSignUp(from sender: TokenRequest.Sender) throws(GrantFailure) {
        for (kind, key) in [(RateLimits.Kind.signUp, "\(sender.signUpNetwork)"), (.allSignUps, "")] {
            let status = limits.take(kind, key: key, at: uptime)
            guard status.isAllowed else { throw .limitExceeded(status) }
        }
    }
}
