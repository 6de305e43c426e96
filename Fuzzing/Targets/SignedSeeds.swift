// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Foundation
import JOSE
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The signed data of the seeds. The fuzzer has no private keys, so accepted signatures must be among these.
enum SignedSeeds {
    /// Returns the seeds with descriptive names. Files named by a digest of 40 digits come from the fuzzer.
    static func seeds(of target: String) -> [[UInt8]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Corpus/\(target)")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let seeds = names.filter { $0.utf8.count != 40 }.sorted().compactMap { name in
            (try? Data(contentsOf: folder.appendingPathComponent(name))).map { [UInt8]($0) }
        }
        require(!seeds.isEmpty, "the corpus has seeds")
        return seeds
    }

    static let registrations =
        seeds(of: "registration-response") + seeds(of: "attestation-object").compactMap(SampleCeremonies.responseJSON)

    private static let objects = registrations.compactMap { json -> (AttestationObject, clientDataHash: [UInt8])? in
        guard let response = try? RegistrationResponse(json: json),
            let object = try? AttestationObject(response.attestationObject)
        else { return nil }
        return (object, DigestAlgorithm.sha256.hash(response.clientDataJSON))
    }

    /// The data that most attestation statements sign.
    static let attested = Set(objects.map { $0.authenticatorDataBytes + $1 })

    /// The data that FIDO U2F statements sign: no AAGUID and no flags.
    static let attestedAsU2F = Set(objects.compactMap { u2fMessage(of: $0, clientDataHash: $1) })

    static func u2fMessage(of object: AttestationObject, clientDataHash: [UInt8]) -> [UInt8]? {
        guard let key = try? CredentialPublicKey(coseBytes: object.credential.publicKeyBytes) else { return nil }
        return object.authenticatorData.relyingPartyIDHash + clientDataHash + object.credential.id.bytes
            + key.key.subjectPublicKeyInfo
    }

    /// The credentials that the seeds registered, for the authentications among the seeds.
    static let credentials = registrations.compactMap { json in
        try? RegistrationVerification.verify(
            json: json, against: SampleCeremonies.lenientRegistration, at: SampleCeremonies.time)
    }.map { $0.storedCredential(owner: SampleCeremonies.owner) }

    /// The data that assertions sign.
    static let asserted = Set(
        seeds(of: "authentication-response").compactMap { json in
            (try? AuthenticationResponse(json: json)).map(signedBytes)
        })

    static func signedBytes(_ response: AuthenticationResponse) -> [UInt8] {
        response.authenticatorData + DigestAlgorithm.sha256.hash(response.clientDataJSON)
    }

    /// The identities of all certificates.
    static let certificates = Set(
        (objects.flatMap { certificates(in: $0.0.statement.value) }
            + seeds(of: "x509").compactMap { try? Certificate(der: $0) } + SampleCeremonies.roots.certificates).map(
                identity))

    /// The certificates that the root signed.
    static let issuedByRoot = seeds(of: "x509").compactMap { try? Certificate(der: $0) }.filter { certificate in
        let chain = try? CertificateChain.validate(
            leaf: certificate, intermediates: [], anchors: SampleCeremonies.roots.certificates,
            at: SampleCeremonies.time)
        return chain?.count == 2
    }

    static let revocationLists = seeds(of: "x509").filter { (try? RevocationList(der: $0)) != nil }

    static func identity(_ certificate: Certificate) -> [UInt8] {
        let key = (try? certificate.publicKey())?.subjectPublicKeyInfo ?? []
        return certificate.serialNumber + key + certificate.extensions.flatMap(\.value)
    }

    private static func certificates(in value: CBOR) -> [Certificate] {
        switch value {
        case .bytes(let bytes):
            (try? Certificate(der: bytes)).map { [$0] } ?? (try? CompactJWS(bytes).certificateChain()) ?? []
        case .array(let items): items.flatMap(certificates)
        case .map(let map): map.entries.flatMap { certificates(in: $0.value) }
        default: []
        }
    }
}
