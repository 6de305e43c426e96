// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Foundation
import JOSE
import SoftwareAuthenticator
import WebAuthnVerification
import WireFormats

/// A metadata BLOB, valid unless a test changes it.
struct MetadataScenario {
    static let host = "mds.example"

    var number = 7
    var nextUpdate = Timestamp(secondsSince1970: Example.now.secondsSince1970 + 30 * 86_400)
    var entries: [JSONValue] = []
    var time = Example.now
    var signer = MetadataVerification.Signer.host(host)
    var predecessor = MetadataVerification.Predecessor.none
    var revocationLists = RevocationLists.none
    var hosts = [host]
    var algorithm = JWSAlgorithm.es256
    var editHeader: (inout JSONObject) -> Void = { _ in }
    var editPayload: (inout JSONObject) -> Void = { _ in }
    var editToken: (String) -> String = { $0 }
    /// The trusted roots, or `nil` for the BLOB's own root.
    var roots: TrustAnchors?
    let authority: Authority

    /// A root and the certificate that it issued for the host.
    struct Authority {
        let root: MintedCertificate
        let key: PrivateKey

        init() throws {
            root = CertificateMint.mint(
                CertificateTemplate(subject: DirectoryName([.commonName("Metadata Root")])).with {
                    $0.basicConstraints = .authority(pathLength: nil)
                }, key: try SigningKey(.es256))
            key = PrivateKey.generate(.elliptic(.p256))
        }

        func certificate(for hosts: [String]) throws -> MintedCertificate {
            CertificateMint.mint(
                CertificateTemplate(subject: DirectoryName([.commonName("Metadata Signer")])).with {
                    $0.extensions.append(.hosts(hosts))
                }, key: try SigningKey(.es256, privateKeyInfo: key.privateKeyInfo), issuer: .init(root))
        }
    }

    init() throws {
        authority = try Authority()
    }

    func blob(certificate: MintedCertificate? = nil) throws -> [UInt8] {
        let certificate = try certificate ?? authority.certificate(for: hosts)
        var payload = JSONObject([
            ("legalHeader", "an example"), ("no", .number(JSONNumber(Int64(number)))),
            ("nextUpdate", .string(String(nextUpdate.description.prefix(10)))), ("entries", .array(entries)),
        ])
        editPayload(&payload)
        var header: JSONObject = ["typ": "JWT", "x5c": [.string(Base64.encode(certificate.der))]]
        editHeader(&header)
        let token = CompactJWS.signed(
            payload: JSONValue.object(payload).serialized(), header: header, key: authority.key, algorithm: algorithm)
        return Array(editToken(token).utf8)
    }

    func verified(_ blob: [UInt8]? = nil) throws -> VerifiedMetadata {
        var verification = MetadataVerification(
            roots: try roots ?? TrustAnchors(der: [authority.root.der]), predecessor: predecessor)
        verification.signer = signer
        verification.revocationLists = revocationLists
        return try verification.verify(try blob ?? self.blob(), at: time)
    }

    /// Verifies the BLOB and returns the code of the rejection, or `accepted`.
    func code(_ blob: [UInt8]? = nil) throws -> String {
        do {
            _ = try verified(blob)
            return "accepted"
        } catch let rejection as MetadataRejection {
            return rejection.code
        }
    }

    /// Returns a copy with changes.
    func with(_ change: (inout MetadataScenario) -> Void) -> MetadataScenario {
        var copy = self
        change(&copy)
        return copy
    }
}
