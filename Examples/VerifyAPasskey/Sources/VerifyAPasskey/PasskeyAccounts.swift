// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The smallest relying party there can be: it keeps accounts, passkeys and open ceremonies in memory.
actor PasskeyAccounts {
    private let relyingParty = RelyingParty(id: "example.org", origins: [Origin(rawValue: "https://example.org")])

    private var registrations: [Challenge: (pending: PendingRegistration, user: UserHandle)] = [:]
    private var authentications: [Challenge: PendingAuthentication] = [:]
    private var passkeys: [CredentialID: StoredCredential] = [:]

    func beginRegistration(of name: String) throws -> [UInt8] {
        let user = try randomUserHandle()
        let challenge = try randomChallenge()
        registrations[challenge] = (
            PendingRegistration(
                relyingParty: relyingParty, challenge: challenge, registeredCredentials: .known(Set(passkeys.keys))),
            user
        )
        let options = CreationOptions(
            relyingPartyID: relyingParty.id, relyingPartyName: "Example",
            user: .init(id: user, name: name, displayName: name), challenge: challenge)
        return options.jsonBytes
    }

    func finishRegistration(_ json: [UInt8], challenge: Challenge) throws -> UserHandle {
        guard let (pending, user) = registrations.removeValue(forKey: challenge) else {
            throw Problem.ceremonyUnknown
        }
        let registration = try RegistrationVerification.verify(json: json, against: pending, at: .now())
        passkeys[registration.credentialID] = registration.storedCredential(owner: user)
        return user
    }

    func beginSignIn() throws -> [UInt8] {
        let challenge = try randomChallenge()
        authentications[challenge] = PendingAuthentication(
            relyingParty: relyingParty, challenge: challenge, user: .discoverable)
        return RequestOptions(relyingPartyID: relyingParty.id, challenge: challenge).jsonBytes
    }

    func finishSignIn(_ json: [UInt8], challenge: Challenge) throws -> UserHandle {
        guard let pending = authentications.removeValue(forKey: challenge) else { throw Problem.ceremonyUnknown }
        let response = try AuthenticationResponse(json: json)
        guard let passkey = passkeys[response.credentialID] else { throw Problem.passkeyUnknown }
        let authentication = try AuthenticationVerification.verify(response, against: pending, credential: passkey)
        passkeys[passkey.id]?.signCount = authentication.signCount
        return authentication.owner
    }
}

enum Problem: Error {
    case ceremonyUnknown, passkeyUnknown, notEnoughRandomness
}

private func randomChallenge() throws -> Challenge {
    guard let challenge = Challenge(randomBytes()) else { throw Problem.notEnoughRandomness }
    return challenge
}

private func randomUserHandle() throws -> UserHandle {
    guard let handle = UserHandle(randomBytes()) else { throw Problem.notEnoughRandomness }
    return handle
}

/// Swift's generator is the operating system's, and fit for secrets.
private func randomBytes() -> [UInt8] {
    (0..<32).map { _ in UInt8.random(in: .min ... .max) }
}
