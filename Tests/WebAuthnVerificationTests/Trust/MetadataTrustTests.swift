// SPDX-License-Identifier: Apache-2.0

import Foundation
import SoftwareAuthenticator
import Testing
import WebAuthnVerification
import WireFormats

@Suite struct MetadataTrustTests {
    @Test func `the metadata vouches for a model with the roots that it lists`() throws {
        let attestation = try scenario(.packed, entries: [Self.entry()]).run().get().attestation
        #expect(attestation.voucher == .metadata(description: "An example"))
    }

    @Test func `roots in base64 with line breaks are parsed`() throws {
        let root = Base64.encode(try Example.authority.get().root.der)
        let wrapped = String(root.prefix(40)) + "\n  " + String(root.dropFirst(40))
        #expect(try scenario(.packed, entries: [Self.entry(root: wrapped)]).code() == "accepted")
    }

    @Test func `a model without a metadata entry is not trusted`() throws {
        #expect(try scenario(.packed, entries: []).code() == "registration.trust.no-path-to-anchor")
    }

    @Test func `the roots of one model do not vouch for another model`() throws {
        let other = try Self.entry().objectValue.map { entry in
            var entry = entry
            entry["aaguid"] = "00000000-0000-0000-0000-0000000000ff"
            return JSONValue.object(entry)
        }
        #expect(try scenario(.packed, entries: [try #require(other)]).code() == "registration.trust.no-path-to-anchor")
    }

    @Test(arguments: [
        "USER_VERIFICATION_BYPASS", "ATTESTATION_KEY_COMPROMISE", "USER_KEY_REMOTE_COMPROMISE",
        "USER_KEY_PHYSICAL_COMPROMISE", "REVOKED",
    ])
    func `a model that is reported as compromised is rejected`(status: String) throws {
        let entry = try Self.entry(reports: [["status": .string(status), "effectiveDate": "2020-01-01"]])
        let scenario = try scenario(.packed, entries: [entry])
        guard case .failure(.attestationUntrusted(let rejection)) = try scenario.run() else {
            throw Unexpected.acceptance
        }
        #expect(rejection == .authenticatorCompromised(status: status))
    }

    @Test(arguments: ["FIDO_CERTIFIED_L1", "UPDATE_AVAILABLE", "NOT_FIDO_CERTIFIED"])
    func `a model with other status reports is accepted`(status: String) throws {
        let entry = try Self.entry(reports: [["status": .string(status), "effectiveDate": "2020-01-01"]])
        #expect(try scenario(.packed, entries: [entry]).code() == "accepted")
    }

    @Test func `a report of compromise without a date is in force`() throws {
        let entry = try Self.entry(reports: [["status": "REVOKED"]])
        #expect(try scenario(.packed, entries: [entry]).code() == "registration.trust.authenticator-compromised")
    }

    @Test func `a report of compromise with a future date is not in force`() throws {
        let entry = try Self.entry(reports: [["status": "REVOKED", "effectiveDate": "2999-01-01"]])
        #expect(try scenario(.packed, entries: [entry]).code() == "accepted")
    }

    @Test func `a later good report does not revoke a report of compromise`() throws {
        let entry = try Self.entry(reports: [
            ["status": "ATTESTATION_KEY_COMPROMISE", "effectiveDate": "2020-01-01"],
            ["status": "FIDO_CERTIFIED", "effectiveDate": "2021-01-01"],
        ])
        #expect(try scenario(.packed, entries: [entry]).code() == "registration.trust.authenticator-compromised")
    }

    @Test func `a report about one certificate applies only to that certificate`() throws {
        let authority = try Example.authority.get()
        func entry(about certificate: MintedCertificate) throws -> JSONValue {
            try Self.entry(reports: [
                ["status": "ATTESTATION_KEY_COMPROMISE", "certificate": .string(Base64.encode(certificate.der))]
            ])
        }
        let affected = try scenario(.packed, entries: [entry(about: authority.intermediate)])
        #expect(try affected.code() == "registration.trust.authenticator-compromised")
        let other = try AttestationAuthority(commonName: "Another").intermediate
        #expect(try scenario(.packed, entries: [entry(about: other)]).code() == "accepted")
    }

    @Test func `a report about the root applies, although the client does not send the root`() throws {
        let authority = try Example.authority.get()
        let entry = try Self.entry(reports: [Self.compromise(of: authority.root.der)])
        #expect(try scenario(.packed, entries: [entry]).code() == "registration.trust.authenticator-compromised")
    }

    @Test func `a report about an intermediate that is an anchor applies, although the client does not send it`() throws
    {
        let intermediate = try Example.authority.get().intermediate.der
        let root = Base64.encode(intermediate)
        for (reports, code) in [
            ([], "accepted"), ([Self.compromise(of: intermediate)], "registration.trust.authenticator-compromised"),
        ] {
            let scenario = try scenario(.packed, entries: [Self.entry(root: root, reports: reports)]).with {
                $0.settings.alteration = .chain(.missingIntermediate)
            }
            #expect(try scenario.code() == code)
        }
    }

    @Test func `a report about a certificate applies to every certificate with its key`() throws {
        let authority = try Example.authority.get()
        let renewed = CertificateMint.mint(
            CertificateTemplate(subject: authority.intermediate.subject).with {
                $0.basicConstraints = .authority(pathLength: 0)
            }, key: authority.intermediate.key, issuer: .init(authority.root))
        let entry = try Self.entry(reports: [Self.compromise(of: renewed.der)])
        #expect(try scenario(.packed, entries: [entry]).code() == "registration.trust.authenticator-compromised")
    }

    @Test func `a model that is reported as compromised is rejected without certificates too`() throws {
        let entry = try Self.entry(types: ["basic_surrogate"], reports: [["status": "REVOKED"]])
        for kind in [AttestationKind.packedSelf, .none] {
            var sources = try sources(entries: [entry])
            sources.acceptsNoAttestation = true
            let scenario = try RegistrationScenario(attesting: kind).with {
                $0.pending.attestationTrust = .required(sources)
            }
            #expect(try scenario.code() == "registration.trust.authenticator-compromised")
        }
    }

    @Test func `a FIDO U2F key that is revoked by its identifier is rejected under the AAGUID of another model`() throws
    {
        let scenario = try RegistrationScenario(attesting: .fidoU2F).with {
            $0.settings.alteration = .fidoU2F(.aaguidSet)
            $0.pending.attestationTrust = .notRequired
        }
        let leaf = try #require(try scenario.run().get().attestation.certificates.first)
        var revoked = try #require(try Self.entry(reports: [["status": "REVOKED"]]).objectValue)
        revoked["aaguid"] = nil
        revoked["attestationCertificateKeyIdentifiers"] = [.string(try TestKeyIdentifier.hexadecimal(of: leaf))]
        let strict = AttestationTrust.required(try sources(entries: [.object(revoked), Self.entry()]))
        let code = try scenario.with { $0.pending.attestationTrust = strict }.code()
        #expect(code == "registration.trust.authenticator-compromised")
    }

    @Test func `the AAGUID of a FIDO U2F registration is neither looked up nor reported`() throws {
        let scenario = try scenario(.fidoU2F, entries: [Self.entry()]).with {
            $0.settings.alteration = .fidoU2F(.aaguidSet)
        }
        #expect(try scenario.code() == "registration.trust.no-path-to-anchor")
        let verified = try scenario.with { $0.pending.attestationTrust = .notRequired }.run().get()
        #expect(verified.aaguid == .zero)
    }

    @Test func `the AAGUID is reported if one of several statements signs it`() throws {
        let model = try #require(AAGUID(AuthenticatorProfile.securityKey.aaguid.uuidString))
        for (parts, reported) in [
            ([AttestationKind.fidoU2F, .packed], model), ([.fidoU2F, .fidoU2F], .zero), ([.none, .fidoU2F], .zero),
        ] {
            let scenario = try RegistrationScenario(attesting: .compound).with {
                $0.profile.compoundParts = parts
                $0.pending.attestationTrust = .notRequired
            }
            #expect(try scenario.run().get().aaguid == reported)
        }
    }

    @Test func `self attestation is accepted for a model if the metadata lists it`() throws {
        let entry = try Self.entry(types: ["basic_surrogate"])
        #expect(try scenario(.packedSelf, entries: [entry]).code() == "accepted")
    }

    @Test func `self attestation is rejected for a model that has certificates`() throws {
        let code = try scenario(.packedSelf, entries: [Self.entry()]).code()
        #expect(code == "registration.trust.self-attestation-not-accepted")
    }

    @Test func `the metadata entry of a FIDO U2F key is found by the key of its certificate`() throws {
        let scenario = try RegistrationScenario(attesting: .fidoU2F)
        let authenticator = SoftwareAuthenticator(profile: scenario.profile, authority: try Example.authority.get())
        let json = try scenario.responseJSON(from: authenticator)
        var open = scenario.pending
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
        var strict = scenario.pending
        strict.attestationTrust = .required(try sources(entries: [entry]))
        let verified = try RegistrationVerification.verify(json: json, against: strict, at: .now())
        #expect(verified.attestation.voucher == .metadata(description: "A U2F key"))
    }

    @Test func `stale metadata is rejected or accepted according to the policy`() throws {
        let metadata = try MetadataScenario().with { $0.entries = [(try? Self.entry()) ?? .null] }.verified()
        var late = try RegistrationScenario(attesting: .packed)
        late.time = Timestamp(secondsSince1970: Example.now.secondsSince1970 + 60 * 86_400)
        var sources = AttestationTrust.Sources(anchors: try TrustAnchors(der: []))
        sources.metadata = .rejectedWhenStale(metadata)
        late.pending.attestationTrust = .required(sources)
        #expect(try late.code() == "registration.trust.metadata-stale")
        sources.metadata = .acceptedWhenStale(metadata)
        late.pending.attestationTrust = .required(sources)
        #expect(try late.code() == "accepted")
    }

    private func scenario(_ kind: AttestationKind, entries: [JSONValue]) throws -> RegistrationScenario {
        let sources = try sources(entries: entries)
        return try RegistrationScenario(attesting: kind).with { $0.pending.attestationTrust = .required(sources) }
    }

    private func sources(entries: [JSONValue]) throws -> AttestationTrust.Sources {
        var sources = AttestationTrust.Sources(anchors: try TrustAnchors(der: []))
        sources.metadata = .rejectedWhenStale(try MetadataScenario().with { $0.entries = entries }.verified())
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
