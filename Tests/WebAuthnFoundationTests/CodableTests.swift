// SPDX-License-Identifier: Apache-2.0

import Foundation
import SoftwareAuthenticator
import Testing
import WebAuthnFoundation
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite struct CodableTests {
    private let relyingParty = RelyingParty(
        id: "example.org", name: "Example", origins: ["https://example.org"],
        framing: .allowed(topOrigins: ["https://top.example"]))
    private let user = CreationOptions.User(id: .random(), name: "ada@example.org", displayName: "Ada")
    private let device = SoftwareAuthenticator(profile: .legacyDeviceBound)

    @Test func `options are encoded as the JSON that browsers parse, and decoded from it`() throws {
        let (creation, _) = relyingParty.beginRegistration(
            for: user, excluding: [CredentialDescriptor(id: CredentialID([1, 2]), transports: [.usb])])
        let encoded = try JSONEncoder().encode(creation)
        #expect(try CreationOptions(jsonBytes: [UInt8](encoded)) == creation)
        #expect(try JSONDecoder().decode(CreationOptions.self, from: creation.jsonData) == creation)

        var (request, _) = relyingParty.beginAuthentication(allowing: [CredentialDescriptor(id: CredentialID([3]))])
        request.timeout = 60_000
        #expect(try RequestOptions(jsonBytes: [UInt8](JSONEncoder().encode(request))) == request)
        #expect(try JSONDecoder().decode(RequestOptions.self, from: request.jsonData) == request)
    }

    @Test func `decoded responses are the same as parsed ones`() throws {
        let (creation, _) = relyingParty.beginRegistration(for: user)
        let created = try device.create(optionsJSON: creation.jsonBytes, origin: "https://example.org")
        #expect(
            try JSONDecoder().decode(RegistrationResponse.self, from: Data(created))
                == RegistrationResponse(json: created))
        let (request, _) = relyingParty.beginAuthentication()
        let signed = try device.get(optionsJSON: request.jsonBytes, origin: "https://example.org")
        #expect(
            try JSONDecoder().decode(AuthenticationResponse.self, from: Data(signed))
                == AuthenticationResponse(json: Data(signed)))
    }

    @Test func `decoding a malformed response throws its malformation`() {
        #expect(throws: ResponseMalformation.memberMissing("id")) {
            try JSONDecoder().decode(AuthenticationResponse.self, from: Data("{}".utf8))
        }
    }

    @Test func `unknown members of every JSON type are decoded`() throws {
        let json = #"{"challenge":"AAAAAAAAAAAAAAAAAAAAAA","a":[1,-2.5,true,null,"text",{"b":[]}]}"#
        let options = try JSONDecoder().decode(RequestOptions.self, from: Data(json.utf8))
        #expect(options.challenge.bytes.count == 16)
    }

    @Test func `a stored credential survives a round trip`() throws {
        var record = try register()
        record.isBackedUp = true
        for eligibility in [StoredCredential.BackupEligibility.eligible, .notEligible, .unknown] {
            record.backupEligibility = eligibility
            let restored = try JSONDecoder().decode(StoredCredential.self, from: JSONEncoder().encode(record))
            #expect(restored.id == record.id)
            #expect(restored.publicKeyBytes == record.publicKeyBytes)
            #expect(restored.relyingPartyID == record.relyingPartyID)
            #expect(restored.owner == record.owner)
            #expect(restored.signCount == record.signCount)
            #expect(restored.backupEligibility == eligibility)
            #expect(restored.isBackedUp)
            #expect(restored.transports == record.transports)
        }
    }

    @Test func `a pending registration survives a round trip with every setting`() throws {
        let (_, pending) = relyingParty.beginRegistration(for: user) {
            $0.registeredCredentials = .known([CredentialID([9])])
            $0.userVerification = .preferred
            $0.mediation = .conditional
            $0.algorithms = [.es256]
            $0.attestationPolicy.androidKeyAuthority = .trustedEnvironmentOrSoftware
            $0.attestationPolicy.safetyNetFreshness = .notChecked
            $0.attestationPolicy.compoundQuorum = .atLeast(2)
            $0.attestationPolicy.limits.objectBytes = 1
            $0.attestationPolicy.limits.certificates = 2
            $0.attestationPolicy.limits.statements = 3
            $0.attestationPolicy.limits.work = 4
        }
        let restored = try JSONDecoder().decode(PendingRegistration.self, from: JSONEncoder().encode(pending))
        #expect(restored.relyingParty == pending.relyingParty)
        #expect(restored.challenge == pending.challenge)
        guard case .known(let ids) = restored.registeredCredentials else {
            Issue.record("The known credentials are missing.")
            return
        }
        #expect(ids == [CredentialID([9])])
        #expect(restored.userVerification == .preferred)
        #expect(restored.mediation == .conditional)
        #expect(restored.algorithms == [.es256])
        #expect(restored.attestationPolicy == pending.attestationPolicy)
    }

    @Test func `the strictest pending registration survives a round trip`() throws {
        let (_, pending) = relyingParty.beginRegistration(for: user)
        let restored = try JSONDecoder().decode(PendingRegistration.self, from: JSONEncoder().encode(pending))
        guard case .rejectedByStore = restored.registeredCredentials else {
            Issue.record("Duplicates are no longer rejected by the store.")
            return
        }
        #expect(restored.mediation == .modal)
        #expect(restored.attestationPolicy == AttestationPolicy())
    }

    @Test func `a pending registration that requires trusted attestation isn't encoded`() throws {
        let sources = AttestationTrust.Sources(anchors: try TrustAnchors(der: []))
        let (_, pending) = relyingParty.beginRegistration(for: user) { $0.attestationTrust = .required(sources) }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(pending) }
    }

    @Test func `a pending authentication survives a round trip with every setting`() throws {
        let (_, pending) = relyingParty.beginAuthentication(
            for: .identified(user.id), allowing: [CredentialDescriptor(id: CredentialID([4]))]
        ) {
            $0.userVerification = .discouraged
            $0.counterPolicy = .reportRegression
            $0.appID = .requested("https://example.org/app")
        }
        let restored = try JSONDecoder().decode(PendingAuthentication.self, from: JSONEncoder().encode(pending))
        #expect(restored.relyingParty == pending.relyingParty)
        #expect(restored.challenge == pending.challenge)
        #expect(restored.user == .identified(user.id))
        #expect(restored.allowedCredentials == .listed([CredentialID([4])]))
        #expect(restored.userVerification == .discouraged)
        #expect(restored.counterPolicy == .reportRegression)
        #expect(restored.appID == .requested("https://example.org/app"))
    }

    @Test func `the strictest pending authentication survives a round trip`() throws {
        var framed = relyingParty
        framed.framing = .notAllowed
        let (_, pending) = framed.beginAuthentication()
        let restored = try JSONDecoder().decode(PendingAuthentication.self, from: JSONEncoder().encode(pending))
        #expect(restored.relyingParty.framing == .notAllowed)
        #expect(restored.user == .discoverable)
        #expect(restored.allowedCredentials == .any)
        #expect(restored.userVerification == .required)
        #expect(restored.counterPolicy == .rejectRegression)
        #expect(restored.appID == .notRequested)
    }

    @Test func `short challenges and malformed base64url are not decoded`() {
        let decoder = JSONDecoder()
        #expect(throws: DecodingError.self) { try decoder.decode(Challenge.self, from: Data(#""AAAA""#.utf8)) }
        #expect(throws: DecodingError.self) { try decoder.decode(CredentialID.self, from: Data(#""A+A""#.utf8)) }
        #expect(throws: DecodingError.self) { try decoder.decode(UserHandle.self, from: Data(#""""#.utf8)) }
    }

    private func register() throws -> StoredCredential {
        let (options, pending) = relyingParty.beginRegistration(for: user)
        let response = try device.create(optionsJSON: options.jsonBytes, origin: "https://example.org")
        return try RegistrationVerification.verify(json: Data(response), against: pending)
            .storedCredential(owner: user.id)
    }
}
