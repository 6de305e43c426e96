// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// A minimal relying party, which keeps passkeys and pending ceremonies in memory.
actor PasskeyAccounts {
    private let relyingParty = RelyingParty(id: "example.org", name: "Example", origins: ["https://example.org"])

    private var registrations: [Challenge: (pending: PendingRegistration, user: UserHandle)] = [:]
    private var authentications: [Challenge: PendingAuthentication] = [:]
    private var passkeys: [CredentialID: StoredCredential] = [:]

    func beginRegistration(name: String) -> CreationOptions {
        let user = CreationOptions.User(id: .random(), name: name, displayName: name)
        let (options, pending) = relyingParty.beginRegistration(for: user) {
            $0.registeredCredentials = .known(Set(passkeys.keys))
        }
        registrations[options.challenge] = (pending, user.id)
        return options
    }

    func finishRegistration(_ json: [UInt8], challenge: Challenge) throws -> UserHandle {
        guard let (pending, user) = registrations.removeValue(forKey: challenge) else {
            throw AccountError.ceremonyUnknown
        }
        let registration = try RegistrationVerification.verify(json: json, against: pending, at: .now())
        passkeys[registration.credentialID] = registration.storedCredential(owner: user)
        return user
    }

    func beginSignIn() -> RequestOptions {
        let (options, pending) = relyingParty.beginAuthentication()
        authentications[options.challenge] = pending
        return options
    }

    func finishSignIn(_ json: [UInt8], challenge: Challenge) throws -> UserHandle {
        guard let pending = authentications.removeValue(forKey: challenge) else { throw AccountError.ceremonyUnknown }
        let response = try AuthenticationResponse(json: json)
        guard let passkey = passkeys[response.credentialID] else { throw AccountError.passkeyUnknown }
        let authentication = try AuthenticationVerification.verify(response, against: pending, credential: passkey)
        passkeys[passkey.id]?.apply(authentication)
        return passkey.owner
    }
}

enum AccountError: Error {
    case ceremonyUnknown, passkeyUnknown
}
