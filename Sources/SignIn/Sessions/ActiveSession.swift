// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// A browser session that has not ended, with its account.
package struct ActiveSession: Sendable {
    package let record: BrowserSession
    package let user: User
    /// Whether the account has a passkey. If it has none, the session is the only way into it.
    package let hasPasskey: Bool
}
