// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification

@Suite("Beginning ceremonies")
struct BeginningCeremoniesTests {
    private let device = SoftwareAuthenticator(profile: .legacyDeviceBound)
    private let user = CreationOptions.User(id: .random(), name: "ada@example.org", displayName: "Ada")

    @Test("a passkey made from the options is accepted against the pending registration, and signs in")
    func bothCeremonies() throws {
        var passkey = try register()
        #expect(passkey.owner == user.id)
        let (options, pending) = Example.relyingParty.beginAuthentication()
        let response = try device.get(optionsJSON: options.jsonBytes, origin: Example.origin)
        let verified = try AuthenticationVerification.verify(json: response, against: pending, credential: passkey)
        passkey.apply(verified)
        #expect(passkey.signCount == 2)
    }

    @Test("the options carry the relying party's name, which is its identifier unless another is given")
    func names() {
        let named = RelyingParty(id: "example.org", name: "Example", origins: ["https://example.org"])
        #expect(named.beginRegistration(for: user).options.relyingPartyName == "Example")
        #expect(Example.relyingParty.beginRegistration(for: user).options.relyingPartyName == "example.org")
    }

    @Test("the options of a registration ask for what the pending registration requires")
    func configuredRegistration() throws {
        let (options, pending) = Example.relyingParty.beginRegistration(for: user) {
            $0.userVerification = .discouraged
            $0.algorithms = [.rs256]
            $0.attestationTrust = .required(AttestationTrust.Sources(anchors: TrustAnchors([])))
        }
        #expect(options.challenge == pending.challenge)
        #expect(options.userVerification == .discouraged)
        #expect(options.algorithms == [.rs256])
        #expect(options.attestation == .direct)
        #expect(Example.relyingParty.beginRegistration(for: user).options.attestation == .none)
    }

    @Test("excluded passkeys are listed with their transports")
    func excluding() throws {
        let passkey = try register()
        let (options, _) = Example.relyingParty.beginRegistration(for: user, excluding: [passkey.descriptor])
        #expect(options.excludedCredentials.map(\.id) == [passkey.id])
        #expect(options.excludedCredentials.first?.transports.isEmpty == false)
        #expect(throws: AuthenticatorFailure.self) {
            try device.create(optionsJSON: options.jsonBytes, origin: Example.origin)
        }
    }

    @Test("the options of an authentication ask for what the pending authentication requires")
    func configuredAuthentication() throws {
        let passkey = try register()
        let other = CredentialID([1, 2, 3])
        let (options, pending) = Example.relyingParty.beginAuthentication(
            for: .identified(user.id), allowing: [passkey.descriptor]
        ) {
            $0.userVerification = .preferred
            $0.allowedCredentials = .listed([passkey.id, other])
            $0.appID = .requested("https://example.org/app")
        }
        #expect(options.challenge == pending.challenge)
        #expect(pending.user == .identified(user.id))
        #expect(options.userVerification == .preferred)
        #expect(options.allowedCredentials == [passkey.descriptor, CredentialDescriptor(id: other)])
        #expect(options.extensions.appID == "https://example.org/app")
    }

    @Test("a listed passkey that configuring takes out of the pending authentication leaves the options too")
    func withdrawn() throws {
        let passkey = try register()
        let (options, pending) = Example.relyingParty.beginAuthentication(allowing: [passkey.descriptor]) {
            $0.allowedCredentials = .any
        }
        #expect(options.allowedCredentials.isEmpty)
        #expect(pending.allowedCredentials == .any)
        let listed = Example.relyingParty.beginAuthentication(allowing: [passkey.descriptor])
        #expect(listed.pending.allowedCredentials == .listed([passkey.id]))
        #expect(listed.options.allowedCredentials == [passkey.descriptor])
    }

    @Test("random challenges and handles have 32 bytes, and no two are the same")
    func randomness() {
        #expect(Challenge.random().bytes.count == 32)
        #expect(UserHandle.random().bytes.count == 32)
        #expect(Challenge.random() != Challenge.random())
        #expect(UserHandle.random() != UserHandle.random())
    }

    private func register() throws -> StoredCredential {
        let (options, pending) = Example.relyingParty.beginRegistration(for: user)
        let response = try device.create(optionsJSON: options.jsonBytes, origin: Example.origin)
        return try RegistrationVerification.verify(json: response, against: pending, at: Example.now)
            .storedCredential(owner: user.id)
    }
}
