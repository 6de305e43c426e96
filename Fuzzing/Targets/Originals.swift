// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Foundation
import JOSE
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// What was made with private keys. The fuzzer has none, so whatever is accepted because somebody signed it must be
/// among these.
enum Originals {
    /// The seeds of a target that have a telling name; those named by their digest, of 40 digits, are the fuzzer's own.
    static func seeds(of target: String) -> [[UInt8]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Corpus/\(target)")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let seeds = names.filter { $0.utf8.count != 40 }.sorted().compactMap { name in
            (try? Data(contentsOf: folder.appendingPathComponent(name))).map { [UInt8]($0) }
        }
        require(!seeds.isEmpty, "the seeds are where they belong")
        return seeds
    }

    static let registrations =
        seeds(of: "registration-response") + seeds(of: "attestation-object").compactMap(Trial.responseJSON)

    private static let objects = registrations.compactMap { json -> (AttestationObject, clientDataHash: [UInt8])? in
        guard let response = try? RegistrationResponse(json: json),
            let object = try? AttestationObject(response.attestationObject)
        else { return nil }
        return (object, DigestAlgorithm.sha256.hash(response.clientDataJSON))
    }

    /// What most attestation statements sign.
    static let attested = Set(objects.map { $0.authenticatorDataBytes + $1 })

    /// What FIDO U2F signs: the relying party, the client data and the credential without its model and flags.
    static let attestedAsU2F = Set(objects.compactMap { u2fMessage($0, $1) })

    static func u2fMessage(_ object: AttestationObject, _ clientDataHash: [UInt8]) -> [UInt8]? {
        guard let key = try? CredentialPublicKey(coseBytes: object.credential.publicKeyBytes) else { return nil }
        return object.authenticatorData.relyingPartyIDHash + clientDataHash + object.credential.id.bytes
            + key.key.subjectPublicKeyInfo
    }

    /// The credentials that the seeds registered, for the authentications among the seeds.
    static let credentials = registrations.compactMap { json in
        try? RegistrationVerification.verify(json: json, against: Trial.lenientRegistration, at: Trial.time)
    }.map { $0.storedCredential(owner: Trial.owner) }

    /// What the credentials signed.
    static let asserted = Set(
        seeds(of: "authentication-response").compactMap { json in
            (try? AuthenticationResponse(json: json)).map(signedBytes)
        })

    static func signedBytes(_ response: AuthenticationResponse) -> [UInt8] {
        response.authenticatorData + DigestAlgorithm.sha256.hash(response.clientDataJSON)
    }

    /// Certificates, by what cannot be changed without their issuer.
    static let certificates = Set(
        (objects.flatMap { certificates(in: $0.0.statement.value) }
            + seeds(of: "x509").compactMap { try? Certificate(der: $0) } + Trial.roots.certificates).map(identity))

    /// The certificates that the root signed.
    static let issuedByRoot = seeds(of: "x509").compactMap { try? Certificate(der: $0) }.filter { certificate in
        let chain = try? CertificateChain.validate(
            leaf: certificate, intermediates: [], anchors: Trial.roots.certificates, at: Trial.time)
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
