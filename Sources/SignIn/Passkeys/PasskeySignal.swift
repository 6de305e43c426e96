// SPDX-License-Identifier: Apache-2.0

import IdentityModel
package import WebAuthnMessages
package import WireFormats

/// What a page signals to the device about an account's passkeys, so that the device offers only valid ones under their
/// current names. It contains the dictionaries of the Signal API (§5.1.10).
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

extension PasskeySignal {
    package var json: JSONValue {
        let user: [(String, JSONValue)] = [
            ("rpId", .string(relyingPartyID)), ("userId", .string(userHandle.base64URL)),
        ]
        let ids = credentialIDs.map { JSONValue.string($0.base64URL) }
        var members: [(String, JSONValue)] = [
            ("all_accepted_credentials", .object(JSONObject(user + [("allAcceptedCredentialIds", .array(ids))]))),
            (
                "current_user_details",
                .object(JSONObject(user + [("name", .string(name)), ("displayName", .string(displayName))]))
            ),
        ]
        if let unknownCredential { members.append(("unknown_credential", unknownCredential.json)) }
        return .object(JSONObject(members))
    }
}

extension PasskeySignal.UnknownCredential {
    package var json: JSONValue {
        ["rpId": .string(relyingPartyID), "credentialId": .string(credentialID.base64URL)]
    }
}
