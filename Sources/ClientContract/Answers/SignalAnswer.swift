// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The signals from a client to its device about an account's passkeys: the dictionaries of WebAuthn's Signal API
/// (§5.1.10).
package struct SignalAnswer: Hashable, Sendable {
    /// The account that the device knows by its handle.
    package struct Account: Hashable, Sendable {
        package let relyingPartyID: String
        package let userHandle: [UInt8]

        package init(relyingPartyID: String, userHandle: [UInt8]) {
            self.relyingPartyID = relyingPartyID
            self.userHandle = userHandle
        }
    }

    /// A credential that is not accepted.
    package struct UnknownCredential: Hashable, Sendable {
        package let relyingPartyID: String
        package let credentialID: [UInt8]

        package init(relyingPartyID: String, credentialID: [UInt8]) {
            self.relyingPartyID = relyingPartyID
            self.credentialID = credentialID
        }
    }

    package var account: Account?
    /// Every credential of the account. Devices remove those that are missing.
    package var acceptedCredentialIDs: [[UInt8]] = []
    package var name: String?
    package var displayName: String?
    package var unknownCredential: UnknownCredential?

    package init() {}

    /// Signals that the device should remove one credential.
    package init(unknown credential: UnknownCredential) {
        unknownCredential = credential
    }

    package init(_ body: JSONObject) {
        if let accepted = body["all_accepted_credentials"]?.objectValue, let account = Account(accepted) {
            self.account = account
            acceptedCredentialIDs = (accepted["allAcceptedCredentialIds"]?.arrayValue ?? [])
                .compactMap { $0.stringValue.flatMap { Base64URL.decode($0) } }
        }
        let details = body["current_user_details"]?.objectValue
        name = details?.text("name")
        displayName = details?.text("displayName")
        unknownCredential = body["unknown_credential"]?.objectValue.flatMap(UnknownCredential.init)
    }

    package var json: JSONObject {
        var body = JSONObject()
        if let account {
            let ids = acceptedCredentialIDs.map { JSONValue.string(Base64URL.encode($0)) }
            var accepted = account.json
            accepted.append(.array(ids), as: "allAcceptedCredentialIds")
            body.append(.object(accepted), as: "all_accepted_credentials")
            var details = account.json
            details.append(name, as: "name")
            details.append(displayName, as: "displayName")
            body.append(.object(details), as: "current_user_details")
        }
        body.append(unknownCredential.map { .object($0.json) }, as: "unknown_credential")
        return body
    }
}

extension SignalAnswer.Account {
    fileprivate init?(_ body: JSONObject) {
        guard let relyingPartyID = body.text("rpId"),
            let userHandle = body.text("userId").flatMap({ Base64URL.decode($0) })
        else { return nil }
        self.init(relyingPartyID: relyingPartyID, userHandle: userHandle)
    }

    fileprivate var json: JSONObject {
        ["rpId": .string(relyingPartyID), "userId": .string(Base64URL.encode(userHandle))]
    }
}

extension SignalAnswer.UnknownCredential {
    fileprivate init?(_ body: JSONObject) {
        guard let relyingPartyID = body.text("rpId"),
            let credentialID = body.text("credentialId").flatMap({ Base64URL.decode($0) })
        else { return nil }
        self.init(relyingPartyID: relyingPartyID, credentialID: credentialID)
    }

    fileprivate var json: JSONObject {
        ["rpId": .string(relyingPartyID), "credentialId": .string(Base64URL.encode(credentialID))]
    }
}
