// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WireFormats

/// Finds passkeys.
package protocol PasskeyReading {
    func find(_ id: PasskeyID) throws -> Passkey?
    func find(by credentialID: CredentialID) throws -> Passkey?
    /// Lists the passkeys of an account, the oldest first.
    func list(of owner: UserID) throws -> [Passkey]
    /// Returns the number of passkeys of a relying party.
    func count(relyingPartyID: String) throws -> Int
}

/// Changes passkeys.
package protocol PasskeyStore: PasskeyReading {
    /// Fails with `alreadyExists` if the credential is registered for any user, and with `notFound` if its owner does not exist.
    func insert(_ passkey: Passkey) throws
    /// Stores a use and nothing else. Changes that others have made since the passkey was read stay.
    ///
    /// The stored counter never decreases, and the passkey stays verified once it has been. Fails with `modifiedConcurrently`
    /// unless the stored counter is the verified one, and with `notFound`.
    func record(_ use: Passkey.Use, of id: PasskeyID) throws
    /// Stores that the counter of a rejected use did not increase. Fails with `notFound`.
    func recordCounterRegression(of id: PasskeyID, at time: Timestamp) throws
    /// Fails with `notFound`.
    func rename(_ id: PasskeyID, to name: String?) throws
    /// Stores which passkey replaced another. Fails with `notFound` if either does not exist.
    func supersede(_ id: PasskeyID, by successor: PasskeyID) throws
    /// Removes the passkey and the token families that it opened. Passkeys that it superseded are no longer superseded.
    /// Fails with `notFound`.
    func remove(_ id: PasskeyID) throws
}
