// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// Somebody who is signed in, and how.
package struct SignedIn: Sendable {
    package let user: User
    package let passkey: Passkey
    /// Whether its counter should have grown and did not, which the policy lets pass.
    package let isCounterRegressed: Bool
    /// Whether the account was made just now.
    package let isNewAccount: Bool
    /// Whether the device verified the user in this ceremony.
    package let isUserVerified: Bool
    package let organization: String?
    package let client: String
    package let authenticatedAt: Timestamp
}
