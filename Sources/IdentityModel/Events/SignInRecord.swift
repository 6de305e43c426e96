// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// How and with what somebody signed in: what readiness for a life without passwords is computed from.
package struct SignInRecord: Hashable, Sendable {
    package var user: UserID
    package var client: String
    /// How: `passkey`, later `password` and others.
    package var method: String
    package var passkey: PasskeyID?
    /// What the device can do, as the client reports it; `nil` if it says nothing.
    package var deviceCapability: String?
    package var signedInAt: Timestamp

    package init(user: UserID, client: String, method: String, signedInAt: Timestamp) {
        self.user = user
        self.client = client
        self.method = method
        self.signedInAt = signedInAt
    }
}
