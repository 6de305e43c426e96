// SPDX-License-Identifier: Apache-2.0

import ClientContract
import IdentityModel
import SignIn
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

extension AuthenticationMethodAnswer {
    init(_ passkey: Passkey) {
        let origin = passkey.origin
        self.init(
            id: passkey.id.rawValue, createdAt: origin.createdAt, credentialID: origin.credentialID.bytes,
            userHandle: origin.userHandle.bytes, isSynced: origin.isBackupEligible, isBackedUp: passkey.isBackedUp)
        identity = String(passkey.owner.identity)
        publicKey = origin.publicKey
        transports = origin.transports.map(\.rawValue)
        aaguid = origin.aaguid.description
        relyingPartyID = origin.relyingPartyID
        userAgent = origin.userAgent
        lastUsedAt = passkey.lastUsedAt
        name = passkey.name
        supersededBy = passkey.supersededBy?.rawValue
        unconfirmedUntil = passkey.unconfirmedUntil
    }
}

extension SignalAnswer {
    init(_ signal: PasskeySignal) {
        self.init()
        account = Account(relyingPartyID: signal.relyingPartyID, userHandle: signal.userHandle.bytes)
        acceptedCredentialIDs = signal.credentialIDs.map(\.bytes)
        name = signal.name
        displayName = signal.displayName
        unknownCredential = signal.unknownCredential.map(UnknownCredential.init)
    }
}

extension SignalAnswer.UnknownCredential {
    init(_ credential: PasskeySignal.UnknownCredential) {
        self.init(relyingPartyID: credential.relyingPartyID, credentialID: credential.credentialID.bytes)
    }
}

extension PasskeySignal {
    var json: JSONValue { .object(SignalAnswer(self).json) }
}
