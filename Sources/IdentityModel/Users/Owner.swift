// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The current one-time code of the server's set-up. Only its hash is stored.
package struct SetupCodeRecord: Hashable, Sendable {
    package let hash: [UInt8]
    package let expiresAt: Timestamp

    package init(hash: [UInt8], expiresAt: Timestamp) {
        self.hash = hash
        self.expiresAt = expiresAt
    }
}

/// Reads which accounts own the server, and the code with which the first of them is created.
package protocol OwnerReading {
    /// Returns the owners by their IDs.
    func list() throws -> [UserID]
    /// Returns the current code, even if it has expired.
    func setupCode() throws -> SetupCodeRecord?
}

/// Changes which accounts own the server.
package protocol OwnerStore: OwnerReading {
    /// Makes an account an owner until it is removed. Fails with `notFound` if it doesn't exist, and with
    /// `alreadyExists` if it is an owner.
    func insert(_ user: UserID) throws
    /// Replaces the current code, or removes it.
    func setSetupCode(_ code: SetupCodeRecord?) throws
}
