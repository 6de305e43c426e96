// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WireFormats

/// Finds passkeys.
package protocol PasskeyReading {
    func find(_ id: PasskeyID) throws -> Passkey?
    func find(by credentialID: CredentialID) throws -> Passkey?
    /// All of an account's, the oldest first.
    func list(of owner: UserID) throws -> [Passkey]
    /// How many there are for a relying party.
    func count(relyingPartyID: String) throws -> Int
}

/// Changes passkeys.
package protocol PasskeyStore: PasskeyReading {
    /// Fails with `alreadyExists` if the credential is registered, to whomever; with `notFound` if its owner is not there.
    func insert(_ passkey: Passkey) throws
    /// Records a use and nothing else: whatever others have decided about the passkey since it was read stays.
    ///
    /// The counter on record never falls, and the passkey stays verified once it has been. Fails with `modifiedConcurrently`
    /// unless the counter on record is the one that was judged, and with `notFound` if the passkey is gone.
    func record(_ use: Passkey.Use, of id: PasskeyID) throws
    /// Records that the counter of a refused use did not grow; fails with `notFound`.
    func recordCounterRegression(of id: PasskeyID, at time: Timestamp) throws
    /// Fails with `notFound`.
    func rename(_ id: PasskeyID, to name: String?) throws
    /// Records which passkey has replaced one; fails with `notFound` if either is gone.
    func supersede(_ id: PasskeyID, by successor: PasskeyID) throws
    /// Fails with `notFound`. What it superseded is superseded no more, and the families of refresh tokens that it opened
    /// go with it.
    func remove(_ id: PasskeyID) throws
}
