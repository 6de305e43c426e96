// SPDX-License-Identifier: Apache-2.0

import Cryptography
import SoftwareAuthenticator
import Testing
import WireFormats

@Suite struct AttestationTests {
    @Test(arguments: [
        (AttestationKind.none, "none", []), (.packedSelf, "packed", ["alg", "sig"]),
        (.packed, "packed", ["alg", "sig", "x5c"]),
        (.tpm, "tpm", ["alg", "sig", "ver", "x5c", "pubArea", "certInfo"]),
        (.androidKey, "android-key", ["alg", "sig", "x5c"]),
        (.androidSafetyNet, "android-safetynet", ["ver", "response"]),
        (.apple, "apple", ["x5c"]), (.fidoU2F, "fido-u2f", ["sig", "x5c"]),
    ])
    func `a statement has its format's members`(kind: AttestationKind, format: String, members: [String]) throws {
        let attestation = try Self.registration(kind).attestation
        #expect(attestation.format == format)
        #expect(attestation.statement.entries.compactMap(\.key.textValue) == members)
    }

    @Test func `a compound statement is a list of statements with their formats`() throws {
        let encoded = try Self.registration(.compound).bytes("attestationObject")
        let object = try CBORReader.read(encoded, form: .canonical).mapValue
        let parts = try #require(object?["attStmt"]?.arrayValue)
        #expect(parts.compactMap { $0.mapValue?["fmt"]?.textValue } == ["packed", "android-key"])
        #expect(parts.allSatisfy { $0.mapValue?["attStmt"]?.mapValue?["sig"] != nil })
    }

    @Test(arguments: [KeyAlgorithm.es256, .es384, .edDSA, .rs256])
    func `packed attestation is signed by the key of the certificate`(algorithm: KeyAlgorithm) throws {
        let response = try Self.registration(.packed, settings: .with { $0.attestationKeyAlgorithm = algorithm })
        let statement = try response.attestation.statement
        #expect(statement["alg"]?.intValue == algorithm.rawValue)
        let signature = try #require(statement["sig"]?.bytesValue)
        let signed = response.authenticatorData + response.clientDataHash
        let scheme: SignatureScheme =
            switch algorithm {
            case .es384: .ecdsa(.sha384)
            case .edDSA: .eddsa
            case .rs256: .rsaPKCS1(.sha256)
            default: .ecdsa(.sha256)
            }
        let key = try Self.certificates(statement)[0].publicKey()
        #expect(key.isValid(signature: signature, for: signed, scheme: scheme))
    }

    @Test(arguments: AttestationKind.allCases.filter { $0.hasCertificates && $0 != .androidSafetyNet })
    func `the certificates lead to the authority's root`(kind: AttestationKind) throws {
        let authority = try AttestationAuthority()
        let certificates = try Self.certificates(
            Self.registration(kind, authority: authority).attestation.statement)
        let chain = try CertificateChain.validate(
            leaf: certificates[0], intermediates: Array(certificates.dropFirst()),
            anchors: [Certificate(der: authority.root.der)], at: .now())
        #expect(chain.last?.der == authority.root.der)
    }

    @Test func `U2F sends one certificate and no AAGUID`() throws {
        let response = try Self.registration(.fidoU2F)
        #expect(try Self.certificates(response.attestation.statement).count == 1)
        #expect(response.aaguid == [UInt8](repeating: 0, count: 16))
    }

    @Test func `a TPM can attest with RSA and SHA-1`() throws {
        let response = try Self.registration(.tpm, settings: .with { $0.attestationKeyAlgorithm = .rs1 })
        let statement = try response.attestation.statement
        let signature = try #require(statement["sig"]?.bytesValue)
        let certInfo = try #require(statement["certInfo"]?.bytesValue)
        let key = try Self.certificates(statement)[0].publicKey()
        #expect(statement["alg"]?.intValue == -65_535)
        #expect(key.isValid(signature: signature, for: certInfo, scheme: .rsaPKCS1(.sha1)))
    }

    @Test(arguments: [(AttestationKind.fidoU2F, KeyAlgorithm.edDSA), (.tpm, .edDSA), (.tpm, .es256K)])
    func `formats that cannot describe a key are rejected`(kind: AttestationKind, algorithm: KeyAlgorithm) {
        #expect(throws: AuthenticatorFailure.attestationImpossible(kind)) {
            try Self.registration(kind, algorithm: algorithm)
        }
    }

    @Test func `attestation keys belong to a batch, but those of Apple and Android to a credential`() throws {
        let authority = try AttestationAuthority()
        for (kind, isShared) in [(AttestationKind.packed, true), (.apple, false), (.androidKey, false)] {
            let leaves = try (0..<2).map { _ in
                try Self.certificates(Self.registration(kind, authority: authority).attestation.statement)[0]
            }
            #expect((leaves[0] == leaves[1]) == isShared)
        }
    }

    @Test func `an edited certificate is in the statement`() throws {
        let response = try Self.registration(
            .packed, settings: .with { $0.editCertificate = { $0.subject.set("2.5.4.3", to: "Edited") } })
        let leaf = try Self.certificates(response.attestation.statement)[0]
        #expect(leaf.subject.values(for: "2.5.4.3") == ["Edited"])
    }

    static func registration(
        _ kind: AttestationKind, settings: CeremonySettings = .init(), algorithm: KeyAlgorithm = .es256,
        authority: AttestationAuthority? = nil
    ) throws -> ParsedResponse {
        let profile = AuthenticatorProfile.securityKey.with {
            $0.attestation = kind
            $0.algorithms = [algorithm]
        }
        return try SoftwareAuthenticator(profile: profile, authority: authority).register(
            Options.creation(algorithms: [algorithm.rawValue], attestation: "direct"), settings: settings)
    }

    static func certificates(_ statement: CBORMap) throws -> [Certificate] {
        try #require(statement["x5c"]?.arrayValue).map { try Certificate(der: #require($0.bytesValue)) }
    }
}
