// SPDX-License-Identifier: Apache-2.0

import IdentityModel
package import WebAuthnMessages

/// The signal of a page to the device about an account's passkeys, so that the device offers only valid ones under
/// their current names.
package struct PasskeySignal: Hashable, Sendable {
    /// A credential that is not accepted.
    package struct UnknownCredential: Hashable, Sendable {
        package let relyingPartyID: String
        package let credentialID: CredentialID

        package init(relyingPartyID: String, credentialID: CredentialID) {
            self.relyingPartyID = relyingPartyID
            self.credentialID = credentialID
        }
    }

    package let relyingPartyID: String
    package let userHandle: UserHandle
    /// Every credential of the account for the relying party. Devices remove those that are missing.
    package let credentialIDs: [CredentialID]
    package let name: String
    package let displayName: String
    package internal(set) var unknownCredential: UnknownCredential?

    init(_ account: Account, relyingPartyID: String, userHandle: UserHandle, names: AccountNames) {
        self.relyingPartyID = relyingPartyID
        self.userHandle = userHandle
        credentialIDs = account.passkeys.map(\.origin).filter { $0.relyingPartyID == relyingPartyID }
            .map(\.credentialID)
        name = names.name
        displayName = names.displayName
    }

    /// The signal that follows a change of one passkey. An imported passkey may have a user handle of its own.
    init(_ account: Account, after passkey: Passkey, names: AccountNames) {
        self.init(
            account, relyingPartyID: passkey.origin.relyingPartyID, userHandle: passkey.origin.userHandle,
            names: names)
    }
}
