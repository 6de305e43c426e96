// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite("Trust in attestations")
struct TrustTests {
    @Test("without a requirement no attestation is needed, and none is judged")
    func notRequired() throws {
        let attestation = try RegistrationTrial().run().get().attestation
        #expect(attestation.kind == .none)
        #expect(attestation.voucher == .notJudged)
    }

    @Test("a statement that does not hold is refused even where none is required")
    func notRequiredButVerified() throws {
        let trial = try RegistrationTrial(attesting: .packed).with {
            $0.pending.attestationTrust = .notRequired
            $0.settings.alteration = .packed(.badSignature)
        }
        #expect(try trial.code() == "registration.attestation.signature-invalid")
    }

    @Test("where attestation is required, none is refused")
    func noneRefused() throws {
        #expect(try Self.trial(.none) { $0.acceptsNoAttestation = false } == "registration.trust.attestation-missing")
    }

    @Test("where attestation is required, none can be accepted by name")
    func noneAccepted() throws {
        #expect(try Self.trial(.none) { $0.acceptsNoAttestation = true } == "accepted")
    }

    @Test("where attestation is required, self attestation is refused")
    func selfRefused() throws {
        let code = try Self.trial(.packedSelf) { $0.acceptsSelfAttestation = false }
        #expect(code == "registration.trust.self-attestation-not-accepted")
    }

    @Test("where attestation is required, self attestation can be accepted by name")
    func selfAccepted() throws {
        #expect(try Self.trial(.packedSelf) { $0.acceptsSelfAttestation = true } == "accepted")
    }

    @Test("a configured anchor vouches, and the certificates are reported")
    func anchor() throws {
        let attestation = try RegistrationTrial(attesting: .packed).run().get().attestation
        #expect(attestation.kind == .certified)
        #expect(attestation.voucher == .anchor)
        #expect(attestation.certificates.count == 2)
    }

    @Test("empty sources trust nobody")
    func noAnchor() throws {
        let empty = try TrustAnchors(der: [])
        let code = try Self.trial(.packed) { $0.anchors = empty }
        #expect(code == "registration.trust.no-path-to-anchor")
    }

    @Test("an organization's own root vouches for the passkeys of its managed devices")
    func enterprise() throws {
        let organization = try AttestationAuthority(commonName: "An Organization")
        let authenticator = SoftwareAuthenticator(profile: .enterprisePacked, authority: organization)
        var trial = RegistrationTrial(profile: .enterprisePacked)
        trial.options.attestation = .enterprise
        trial.pending.attestationTrust = .required(.init(anchors: try TrustAnchors(der: [organization.root.der])))
        let verified = try RegistrationVerification.verify(
            json: trial.responseJSON(from: authenticator), against: trial.pending, at: .now())
        #expect(verified.attestation.voucher == .anchor)
    }

    @Test("a single device's certificate can be an anchor itself")
    func leafAnchor() throws {
        let trial = try RegistrationTrial(attesting: .packed)
        let json = try trial.responseJSON()
        var open = trial.pending
        open.attestationTrust = .notRequired
        let leaf = try RegistrationVerification.verify(json: json, against: open, at: .now()).attestation
            .certificates
        var strict = trial.pending
        strict.attestationTrust = .required(.init(anchors: try TrustAnchors(der: Array(leaf.prefix(1)))))
        let verified = try RegistrationVerification.verify(json: json, against: strict, at: .now())
        #expect(verified.attestation.voucher == .anchor)
    }

    @Test("an intermediate that is revoked takes its certificates with it")
    func revokedIntermediate() throws {
        let authority = try Example.authority.get()
        let list = CertificateMint.mint(
            RevocationListTemplate(revoking: [authority.intermediate.serialNumber]), issuer: .init(authority.root))
        let lists = try #require(RevocationLists(der: [list]))
        #expect(try Self.trial(.packed) { $0.revocationLists = lists } == "registration.trust.certificate-revoked")
    }

    @Test("each statement of a compound one has to be trusted")
    func compound() throws {
        let trial = try RegistrationTrial(attesting: .compound)
        #expect(try trial.run().get().attestation.kind == .several)
        let half = trial.with { $0.profile.compoundParts = [.packed, .packedSelf] }
        #expect(try half.code() == "registration.trust.self-attestation-not-accepted")
    }

    @Test("a quorum lets a compound statement hold although one of its parts does not")
    func quorum() throws {
        let trial = try RegistrationTrial(attesting: .compound).with { $0.settings.alteration = .compound(.oneInvalid) }
        #expect(try trial.with { $0.pending.attestationPolicy.compoundQuorum = .atLeast(1) }.code() == "accepted")
        #expect(try trial.with { $0.pending.attestationPolicy.compoundQuorum = .atLeast(2) }.code() != "accepted")
    }

    @Test("a quorum of more statements than there are is not reached")
    func quorumOfMore() throws {
        let trial = try RegistrationTrial(attesting: .compound).with {
            $0.pending.attestationPolicy.compoundQuorum = .atLeast(3)
        }
        #expect(try trial.code() == "registration.attestation.compound-statements-too-few")
    }

    @Test("a policy can leave the age of a SafetyNet answer unjudged")
    func safetyNetAge() throws {
        let trial = try RegistrationTrial(attesting: .androidSafetyNet).with {
            $0.settings.alteration = .androidSafetyNet(.oldTimestamp)
            $0.pending.attestationPolicy.safetyNetFreshness = .notJudged
        }
        #expect(try trial.code() == "accepted")
    }

    @Test("a quorum of none still wants one")
    func quorumOfNone() throws {
        let trial = try RegistrationTrial(attesting: .compound).with {
            $0.settings.alteration = .compound(.allInvalid)
            $0.pending.attestationPolicy.compoundQuorum = .atLeast(0)
        }
        #expect(try trial.code() == "registration.attestation.signature-invalid")
    }

    @Test("anchors that are no certificates are refused, with the number of the first")
    func damagedAnchors() throws {
        let good = try Example.authority.get().root.der
        #expect(throws: TrustAnchors.ReadingError.notACertificate(2)) { try TrustAnchors(der: [good, [1, 2, 3]]) }
    }

    @Test(
        "text without a certificate is refused as a list of anchors",
        arguments: ["", "no certificate", "-----BEGIN CERTIFICATE-----"])
    func noPEM(_ text: String) {
        #expect(throws: TrustAnchors.ReadingError.notPEM) { try TrustAnchors(pem: text) }
    }

    @Test(
        "text without a revocation list is refused as one",
        arguments: ["", "no list", "-----BEGIN X509 CRL-----\n-----END X509 CRL-----"])
    func noRevocationList(_ text: String) {
        #expect(RevocationLists(pem: text) == nil)
    }

    @Test("anchors are read from PEM")
    func pem() throws {
        let authority = try Example.authority.get()
        let anchors = try TrustAnchors(pem: authority.root.pem + authority.intermediate.pem)
        #expect(anchors.certificates.count == 2)
    }

    private static func trial(
        _ kind: AttestationKind, _ change: (inout AttestationTrust.Sources) -> Void
    ) throws -> String {
        var sources = AttestationTrust.Sources(anchors: try Example.anchors())
        change(&sources)
        return try RegistrationTrial(attesting: kind).with { $0.pending.attestationTrust = .required(sources) }.code()
    }
}
