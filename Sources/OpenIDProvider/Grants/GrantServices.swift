// SPDX-License-Identifier: Apache-2.0

package import RateLimiting
package import SignIn

/// The dependencies of grants.
package struct GrantServices: Sendable {
    package let accounts: AccountStorage
    package let passwords: PasswordServices
    package let codes: CodeServices
    package let limits: RateLimits
    /// A monotonic clock in nanoseconds, for the limits.
    package let uptime: @Sendable () -> UInt64
    /// Creates what the passkey grant needs.
    package let ceremonies: @Sendable () -> CeremonyService

    package init(
        accounts: AccountStorage, passwords: PasswordServices, codes: CodeServices, limits: RateLimits,
        uptime: @escaping @Sendable () -> UInt64,
        ceremonies: @escaping @Sendable () -> CeremonyService
    ) {
        self.accounts = accounts
        self.passwords = passwords
        self.codes = codes
        self.limits = limits
        self.uptime = uptime
        self.ceremonies = ceremonies
    }

    var completion: SignInCompletion {
        SignInCompletion(accounts: accounts, limits: SignInLimits(limits: limits, uptime: uptime))
    }
}
