// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite struct TrustTests {
    @Test func `trust is not evaluated if it is not required`() throws {
        let attestation = try RegistrationScenario().run().get().attestation
        #expect(attestation.kind == .none)
        #expect(attestation.voucher == .notRequired)
    }

    @Test func `an invalid statement is rejected even if trust is not required`() throws {
        let scenario = try RegistrationScenario(attesting: .packed).with {
            $0.pending.attestationTrust = .notRequired
            $0.settings.alteration = .packed(.badSignature)
        }
        #expect(try scenario.code() == "registration.attestation.signature-invalid")
    }

    @Test func `a registration without attestation is rejected if trust is required`() throws {
        #expect(
            try Self.code(attesting: .none) { $0.acceptsNoAttestation = false }
                == "registration.trust.attestation-missing")
    }

    @Test func `a registration without attestation is accepted if the sources allow it`() throws {
        #expect(try Self.code(attesting: .none) { $0.acceptsNoAttestation = true } == "accepted")
    }

    @Test func `self attestation is rejected if trust is required`() throws {
        let code = try Self.code(attesting: .packedSelf) { $0.acceptsSelfAttestation = false }
        #expect(code == "registration.trust.self-attestation-not-accepted")
    }

    @Test func `self attestation is accepted if the sources allow it`() throws {
        #expect(try Self.code(attesting: .packedSelf) { $0.acceptsSelfAttestation = true } == "accepted")
    }

    @Test func `a configured anchor vouches for an authenticator, and its certificates are reported`() throws {
        let attestation = try RegistrationScenario(attesting: .packed).run().get().attestation
        #expect(attestation.kind == .certified)
        #expect(attestation.voucher == .anchor)
        #expect(attestation.certificates.count == 2)
    }

    @Test func `empty sources trust no authenticator`() throws {
        let empty = try TrustAnchors(der: [])
        let code = try Self.code(attesting: .packed) { $0.anchors = empty }
        #expect(code == "registration.trust.no-path-to-anchor")
    }

    @Test func `an organization's own root vouches for the passkeys of its managed devices`() throws {
        let organization = try AttestationAuthority(commonName: "An Organization")
        let authenticator = SoftwareAuthenticator(profile: .enterprisePacked, authority: organization)
        var scenario = RegistrationScenario(profile: .enterprisePacked)
        scenario.options.attestation = .enterprise
        scenario.pending.attestationTrust = .required(.init(anchors: try TrustAnchors(der: [organization.root.der])))
        let verified = try RegistrationVerification.verify(
            json: scenario.responseJSON(from: authenticator), against: scenario.pending, at: .now())
        #expect(verified.attestation.voucher == .anchor)
    }

    @Test func `a single device's certificate can be an anchor itself`() throws {
        let scenario = try RegistrationScenario(attesting: .packed)
        let json = try scenario.responseJSON()
        var open = scenario.pending
        open.attestationTrust = .notRequired
        let leaf = try RegistrationVerification.verify(json: json, against: open, at: .now()).attestation
            .certificates
        var strict = scenario.pending
        strict.attestationTrust = .required(.init(anchors: try TrustAnchors(der: Array(leaf.prefix(1)))))
        let verified = try RegistrationVerification.verify(json: json, against: strict, at: .now())
        #expect(verified.attestation.voucher == .anchor)
    }

    @Test func `a certificate below a revoked intermediate is rejected`() throws {
        let authority = try Example.authority.get()
        let list = CertificateMint.mint(
            RevocationListTemplate(revoking: [authority.intermediate.serialNumber]), issuer: .init(authority.root))
        let lists = try #require(RevocationLists(der: [list]))
        #expect(
            try Self.code(attesting: .packed) { $0.revocationLists = lists } == "registration.trust.certificate-revoked"
        )
    }

    @Test func `each statement in a compound attestation must be trusted`() throws {
        let scenario = try RegistrationScenario(attesting: .compound)
        #expect(try scenario.run().get().attestation.kind == .several)
        let half = scenario.with { $0.profile.compoundParts = [.packed, .packedSelf] }
        #expect(try half.code() == "registration.trust.self-attestation-not-accepted")
    }

    @Test func `a compound attestation with an invalid statement is accepted if it reaches its quorum`() throws {
        let scenario = try RegistrationScenario(attesting: .compound).with {
            $0.settings.alteration = .compound(.oneInvalid)
        }
        #expect(try scenario.with { $0.pending.attestationPolicy.compoundQuorum = .atLeast(1) }.code() == "accepted")
        #expect(try scenario.with { $0.pending.attestationPolicy.compoundQuorum = .atLeast(2) }.code() != "accepted")
    }

    @Test func `a compound attestation with fewer statements than its quorum is rejected`() throws {
        let scenario = try RegistrationScenario(attesting: .compound).with {
            $0.pending.attestationPolicy.compoundQuorum = .atLeast(3)
        }
        #expect(try scenario.code() == "registration.attestation.compound-statements-too-few")
    }

    @Test func `a policy can accept a SafetyNet response of any age`() throws {
        let scenario = try RegistrationScenario(attesting: .androidSafetyNet).with {
            $0.settings.alteration = .androidSafetyNet(.oldTimestamp)
            $0.pending.attestationPolicy.safetyNetFreshness = .notChecked
        }
        #expect(try scenario.code() == "accepted")
    }

    @Test func `a quorum of zero requires one valid statement`() throws {
        let scenario = try RegistrationScenario(attesting: .compound).with {
            $0.settings.alteration = .compound(.allInvalid)
            $0.pending.attestationPolicy.compoundQuorum = .atLeast(0)
        }
        #expect(try scenario.code() == "registration.attestation.signature-invalid")
    }

    @Test func `a malformed anchor is rejected with its position`() throws {
        let good = try Example.authority.get().root.der
        #expect(throws: TrustAnchors.ReadingError.certificateMalformed(position: 2)) {
            try TrustAnchors(der: [good, [1, 2, 3]])
        }
    }

    @Test(arguments: ["", "no certificate", "-----BEGIN CERTIFICATE-----"])
    func `text without a certificate is not parsed as anchors`(text: String) {
        #expect(throws: TrustAnchors.ReadingError.pemMalformed) { try TrustAnchors(pem: text) }
    }

    @Test(arguments: ["", "no list", "-----BEGIN X509 CRL-----\n-----END X509 CRL-----"])
    func `text without a revocation list is not parsed as revocation lists`(text: String) {
        #expect(RevocationLists(pem: text) == nil)
    }

    @Test func `anchors are parsed from PEM`() throws {
        let authority = try Example.authority.get()
        let anchors = try TrustAnchors(pem: authority.root.pem + authority.intermediate.pem)
        #expect(anchors.certificates.count == 2)
    }

    private static func code(
        attesting kind: AttestationKind, editing change: (inout AttestationTrust.Sources) -> Void
    ) throws -> String {
        var sources = AttestationTrust.Sources(anchors: try Example.anchors())
        change(&sources)
        return try RegistrationScenario(attesting: kind).with { $0.pending.attestationTrust = .required(sources) }
            .code()
    }
}
