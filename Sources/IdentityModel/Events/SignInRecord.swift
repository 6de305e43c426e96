// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A record of a sign-in: its method, client and device. A user's readiness for passkeys is computed from it.
package struct SignInRecord: Hashable, Sendable {
    package var user: UserID
    package var client: String
    /// The method: `passkey`, and later `password` and others.
    package var method: String
    package var passkey: PasskeyID?
    /// The passkey support of the device as the client reports it, or `nil` if it reports none.
    package var deviceCapability: String?
    package var signedInAt: Timestamp

    package init(user: UserID, client: String, method: String, signedInAt: Timestamp) {
        self.user = user
        self.client = client
        self.method = method
        self.signedInAt = signedInAt
    }
}
