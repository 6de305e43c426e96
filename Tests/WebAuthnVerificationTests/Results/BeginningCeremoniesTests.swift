// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification

@Suite struct BeginningCeremoniesTests {
    private let device = SoftwareAuthenticator(profile: .legacyDeviceBound)
    private let user = CreationOptions.User(id: .random(), name: "ada@example.org", displayName: "Ada")

    @Test func `a passkey that is created from the options registers and signs in`() throws {
        var passkey = try register()
        #expect(passkey.owner == user.id)
        let (options, pending) = Example.relyingParty.beginAuthentication()
        let response = try device.get(optionsJSON: options.jsonBytes, origin: Example.origin)
        let verified = try AuthenticationVerification.verify(json: response, against: pending, credential: passkey)
        passkey.apply(verified)
        #expect(passkey.signCount == 2)
    }

    @Test func `the options contain the relying party's name, which defaults to its identifier`() {
        let named = RelyingParty(id: "example.org", name: "Example", origins: ["https://example.org"])
        #expect(named.beginRegistration(for: user).options.relyingPartyName == "Example")
        #expect(Example.relyingParty.beginRegistration(for: user).options.relyingPartyName == "example.org")
    }

    @Test func `the options of a registration match the pending registration`() throws {
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

    @Test func `excluded passkeys are listed with their transports`() throws {
        let passkey = try register()
        let (options, _) = Example.relyingParty.beginRegistration(for: user, excluding: [passkey.descriptor])
        #expect(options.excludedCredentials.map(\.id) == [passkey.id])
        #expect(options.excludedCredentials.first?.transports.isEmpty == false)
        #expect(throws: AuthenticatorFailure.self) {
            try device.create(optionsJSON: options.jsonBytes, origin: Example.origin)
        }
    }

    @Test func `the options of an authentication match the pending authentication`() throws {
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

    @Test func `allowed credentials without a descriptor follow in the order of their identifiers`() throws {
        let passkey = try register()
        let others = (0..<20).map { CredentialID([$0, 1, 2]) }
        let (options, _) = Example.relyingParty.beginAuthentication(allowing: [passkey.descriptor]) {
            $0.allowedCredentials = .listed(Set([passkey.id] + others))
        }
        #expect(options.allowedCredentials.map(\.id) == [passkey.id] + others)
    }

    @Test func `a passkey that is removed from the pending authentication is removed from the options too`() throws {
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

    @Test func `random challenges and user handles have 32 bytes and are unique`() {
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
