// SPDX-License-Identifier: Apache-2.0

import Foundation
import SoftwareAuthenticator
import Testing
import WebAuthnVerification
import WireFormats

@Suite("Trust by metadata")
struct MetadataTrustTests {
    @Test("the metadata vouches for a model with the roots it lists")
    func vouches() throws {
        let attestation = try trial(.packed, entries: [Self.entry()]).run().get().attestation
        #expect(attestation.voucher == .metadata(description: "An example"))
    }

    @Test("roots broken into lines are read")
    func wrappedRoots() throws {
        let root = Base64.encode(try Example.authority.get().root.der)
        let wrapped = String(root.prefix(40)) + "\n  " + String(root.dropFirst(40))
        #expect(try trial(.packed, entries: [Self.entry(root: wrapped)]).code() == "accepted")
    }

    @Test("a model that the metadata does not know is not trusted")
    func unknownModel() throws {
        #expect(try trial(.packed, entries: []).code() == "registration.trust.no-path-to-anchor")
    }

    @Test("the roots of one model do not vouch for another")
    func otherModel() throws {
        let other = try Self.entry().objectValue.map { entry in
            var entry = entry
            entry["aaguid"] = "00000000-0000-0000-0000-0000000000ff"
            return JSONValue.object(entry)
        }
        #expect(try trial(.packed, entries: [try #require(other)]).code() == "registration.trust.no-path-to-anchor")
    }

    @Test(
        "a model that is reported as compromised is refused",
        arguments: [
            "USER_VERIFICATION_BYPASS", "ATTESTATION_KEY_COMPROMISE", "USER_KEY_REMOTE_COMPROMISE",
            "USER_KEY_PHYSICAL_COMPROMISE", "REVOKED",
        ])
    func compromised(_ status: String) throws {
        let entry = try Self.entry(reports: [["status": .string(status), "effectiveDate": "2020-01-01"]])
        let trial = try trial(.packed, entries: [entry])
        guard case .failure(.attestationUntrusted(let rejection)) = try trial.run() else { throw Unexpected.acceptance }
        #expect(rejection == .authenticatorCompromised(status: status))
    }

    @Test("other reports do no harm", arguments: ["FIDO_CERTIFIED_L1", "UPDATE_AVAILABLE", "NOT_FIDO_CERTIFIED"])
    func harmless(_ status: String) throws {
        let entry = try Self.entry(reports: [["status": .string(status), "effectiveDate": "2020-01-01"]])
        #expect(try trial(.packed, entries: [entry]).code() == "accepted")
    }

    @Test("a bad report without a date counts")
    func undated() throws {
        let entry = try Self.entry(reports: [["status": "REVOKED"]])
        #expect(try trial(.packed, entries: [entry]).code() == "registration.trust.authenticator-compromised")
    }

    @Test("a bad report of the future does not count yet")
    func future() throws {
        let entry = try Self.entry(reports: [["status": "REVOKED", "effectiveDate": "2999-01-01"]])
        #expect(try trial(.packed, entries: [entry]).code() == "accepted")
    }

    @Test("a later good report does not undo a bad one")
    func history() throws {
        let entry = try Self.entry(reports: [
            ["status": "ATTESTATION_KEY_COMPROMISE", "effectiveDate": "2020-01-01"],
            ["status": "FIDO_CERTIFIED", "effectiveDate": "2021-01-01"],
        ])
        #expect(try trial(.packed, entries: [entry]).code() == "registration.trust.authenticator-compromised")
    }

    @Test("a bad report about one certificate concerns only that certificate")
    func certificateReport() throws {
        let authority = try Example.authority.get()
        func entry(about certificate: MintedCertificate) throws -> JSONValue {
            try Self.entry(reports: [
                ["status": "ATTESTATION_KEY_COMPROMISE", "certificate": .string(Base64.encode(certificate.der))]
            ])
        }
        let affected = try trial(.packed, entries: [entry(about: authority.intermediate)])
        #expect(try affected.code() == "registration.trust.authenticator-compromised")
        let other = try AttestationAuthority(commonName: "Another").intermediate
        #expect(try trial(.packed, entries: [entry(about: other)]).code() == "accepted")
    }

    @Test("a bad report about the root counts, although the client does not send the root")
    func rootReport() throws {
        let authority = try Example.authority.get()
        let entry = try Self.entry(reports: [Self.compromise(of: authority.root.der)])
        #expect(try trial(.packed, entries: [entry]).code() == "registration.trust.authenticator-compromised")
    }

    @Test("a bad report about an intermediate that is an anchor counts, although the client does not send it")
    func intermediateAnchorReport() throws {
        let intermediate = try Example.authority.get().intermediate.der
        let root = Base64.encode(intermediate)
        for (reports, code) in [
            ([], "accepted"), ([Self.compromise(of: intermediate)], "registration.trust.authenticator-compromised"),
        ] {
            let trial = try trial(.packed, entries: [Self.entry(root: root, reports: reports)]).with {
                $0.settings.alteration = .chain(.missingIntermediate)
            }
            #expect(try trial.code() == code)
        }
    }

    @Test("a bad report about a certificate counts for every certificate of its key")
    func reportOfKey() throws {
        let authority = try Example.authority.get()
        let renewed = CertificateMint.mint(
            CertificateTemplate(subject: authority.intermediate.subject).with {
                $0.basicConstraints = .authority(pathLength: 0)
            }, key: authority.intermediate.key, issuer: .init(authority.root))
        let entry = try Self.entry(reports: [Self.compromise(of: renewed.der)])
        #expect(try trial(.packed, entries: [entry]).code() == "registration.trust.authenticator-compromised")
    }

    @Test("a model that is reported as compromised is refused without certificates too")
    func compromisedWithoutCertificates() throws {
        let entry = try Self.entry(types: ["basic_surrogate"], reports: [["status": "REVOKED"]])
        for kind in [AttestationKind.packedSelf, .none] {
            var sources = try sources(entries: [entry])
            sources.acceptsNoAttestation = true
            let trial = try RegistrationTrial(attesting: kind).with { $0.pending.attestationTrust = .required(sources) }
            #expect(try trial.code() == "registration.trust.authenticator-compromised")
        }
    }

    @Test("a FIDO U2F key that is revoked by its identifier does not pass under the AAGUID of another model")
    func borrowedModel() throws {
        let trial = try RegistrationTrial(attesting: .fidoU2F).with {
            $0.settings.alteration = .fidoU2F(.aaguidSet)
            $0.pending.attestationTrust = .notRequired
        }
        let leaf = try #require(try trial.run().get().attestation.certificates.first)
        var revoked = try #require(try Self.entry(reports: [["status": "REVOKED"]]).objectValue)
        revoked["aaguid"] = nil
        revoked["attestationCertificateKeyIdentifiers"] = [.string(try TestKeyIdentifier.hexadecimal(of: leaf))]
        let strict = AttestationTrust.required(try sources(entries: [.object(revoked), Self.entry()]))
        let code = try trial.with { $0.pending.attestationTrust = strict }.code()
        #expect(code == "registration.trust.authenticator-compromised")
    }

    @Test("the AAGUID beside a FIDO U2F statement finds no entry, and is not reported")
    func unsignedModel() throws {
        let trial = try trial(.fidoU2F, entries: [Self.entry()]).with {
            $0.settings.alteration = .fidoU2F(.aaguidSet)
        }
        #expect(try trial.code() == "registration.trust.no-path-to-anchor")
        let verified = try trial.with { $0.pending.attestationTrust = .notRequired }.run().get()
        #expect(verified.aaguid == .zero)
    }

    @Test("of several statements one that signs the AAGUID is enough to report it")
    func modelOfSeveral() throws {
        let model = try #require(AAGUID(AuthenticatorProfile.securityKey.aaguid.uuidString))
        for (parts, reported) in [
            ([AttestationKind.fidoU2F, .packed], model), ([.fidoU2F, .fidoU2F], .zero), ([.none, .fidoU2F], .zero),
        ] {
            let trial = try RegistrationTrial(attesting: .compound).with {
                $0.profile.compoundParts = parts
                $0.pending.attestationTrust = .notRequired
            }
            #expect(try trial.run().get().aaguid == reported)
        }
    }

    @Test("self attestation is accepted for a model that the metadata says does nothing else")
    func surrogate() throws {
        let entry = try Self.entry(types: ["basic_surrogate"])
        #expect(try trial(.packedSelf, entries: [entry]).code() == "accepted")
    }

    @Test("self attestation is refused for a model that has certificates")
    func notSurrogate() throws {
        let code = try trial(.packedSelf, entries: [Self.entry()]).code()
        #expect(code == "registration.trust.self-attestation-not-accepted")
    }

    @Test("a FIDO U2F key is found by the key that certified it")
    func keyIdentifier() throws {
        let trial = try RegistrationTrial(attesting: .fidoU2F)
        let authenticator = SoftwareAuthenticator(profile: trial.profile, authority: try Example.authority.get())
        let json = try trial.responseJSON(from: authenticator)
        var open = trial.pending
        open.attestationTrust = .notRequired
        let leaf = try #require(
            try RegistrationVerification.verify(json: json, against: open, at: .now()).attestation.certificates
                .first)
        let entry: JSONValue = [
            "attestationCertificateKeyIdentifiers": [.string(try TestKeyIdentifier.hexadecimal(of: leaf))],
            "metadataStatement": [
                "description": "A U2F key", "attestationRootCertificates": [.string(Base64.encode(leaf))],
            ],
        ]
        var strict = trial.pending
        strict.attestationTrust = .required(try sources(entries: [entry]))
        let verified = try RegistrationVerification.verify(json: json, against: strict, at: .now())
        #expect(verified.attestation.voucher == .metadata(description: "A U2F key"))
    }

    @Test("stale metadata is refused or accepted as the policy says")
    func stale() throws {
        let metadata = try MetadataTrial().with { $0.entries = [(try? Self.entry()) ?? .null] }.verified()
        var late = try RegistrationTrial(attesting: .packed)
        late.time = Timestamp(secondsSince1970: Example.now.secondsSince1970 + 60 * 86_400)
        var sources = AttestationTrust.Sources(anchors: try TrustAnchors(der: []))
        sources.metadata = .refusedWhenStale(metadata)
        late.pending.attestationTrust = .required(sources)
        #expect(try late.code() == "registration.trust.metadata-stale")
        sources.metadata = .acceptedWhenStale(metadata)
        late.pending.attestationTrust = .required(sources)
        #expect(try late.code() == "accepted")
    }

    private func trial(_ kind: AttestationKind, entries: [JSONValue]) throws -> RegistrationTrial {
        let sources = try sources(entries: entries)
        return try RegistrationTrial(attesting: kind).with { $0.pending.attestationTrust = .required(sources) }
    }

    private func sources(entries: [JSONValue]) throws -> AttestationTrust.Sources {
        var sources = AttestationTrust.Sources(anchors: try TrustAnchors(der: []))
        sources.metadata = .refusedWhenStale(try MetadataTrial().with { $0.entries = entries }.verified())
        return sources
    }

    private static func compromise(of certificate: [UInt8]) -> JSONValue {
        ["status": "ATTESTATION_KEY_COMPROMISE", "certificate": .string(Base64.encode(certificate))]
    }

    private static func entry(
        root: String? = nil, types: [JSONValue] = ["basic_full"], reports: [JSONValue] = []
    ) throws -> JSONValue {
        let root = try root ?? Base64.encode(Example.authority.get().root.der)
        return [
            "aaguid": .string(AuthenticatorProfile.securityKey.aaguid.uuidString.lowercased()),
            "metadataStatement": [
                "description": "An example", "attestationTypes": .array(types),
                "attestationRootCertificates": [.string(root)],
            ],
            "statusReports": .array(reports),
        ]
    }
}
