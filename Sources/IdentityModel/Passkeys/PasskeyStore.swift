// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WireFormats

/// Reads passkeys.
package protocol PasskeyReading {
    func find(_ id: PasskeyID) throws -> Passkey?
    func find(by credentialID: CredentialID) throws -> OwnedPasskey?
    /// Returns the passkey with a credential, and whether the ceremony of its response was consumed. If it was, there is
    /// no passkey.
    func find(
        by credentialID: CredentialID, unlessConsumed ceremony: [UInt8]
    ) throws -> (passkey: OwnedPasskey?, isConsumed: Bool)
    /// Returns the credential with the next ID in the order of their bytes.
    func credential(after id: CredentialID) throws -> CredentialID?
    /// Returns the passkeys of an account, oldest first.
    func list(of owner: UserID) throws -> [Passkey]
    /// Returns the number of passkeys of a relying party.
    func count(relyingPartyID: String) throws -> Int
    /// Returns the number of passkeys of all accounts.
    func count() throws -> Int
}

/// Changes passkeys.
package protocol PasskeyStore: PasskeyReading {
    /// Fails with `alreadyExists` if the credential is registered to any account, and with `notFound` if the owner
    /// doesn't exist.
    func insert(_ passkey: Passkey) throws
    /// Records a use. Other changes to the passkey since it was read are kept.
    ///
    /// The stored counter never decreases, and `isUserVerified` is never cleared. Fails with `modifiedConcurrently`
    /// unless the stored counter is the expected one, and with `notFound` if the passkey doesn't exist.
    func record(_ use: Passkey.Use, of id: PasskeyID) throws
    /// Records that the counter did not increase in a rejected use. Fails with `notFound`.
    func recordCounterRegression(of id: PasskeyID, at time: Timestamp) throws
    /// Fails with `notFound`.
    func rename(_ id: PasskeyID, to name: String?) throws
    /// Records which passkey replaced this one. Fails with `notFound` if either doesn't exist.
    func supersede(_ id: PasskeyID, by successor: PasskeyID) throws
    /// Removes a passkey with the browser sessions and token families of its sign-ins. Passkeys that it superseded are
    /// no longer superseded. Fails with `notFound`.
    func remove(_ id: PasskeyID) throws
}

/// A passkey with the account that owns it. A class, because a sign-in hands it on many times.
package final class OwnedPasskey: Sendable {
    package let passkey: Passkey
    package let owner: User

    package init(passkey: Passkey, owner: User) {
        self.passkey = passkey
        self.owner = owner
    }
}
