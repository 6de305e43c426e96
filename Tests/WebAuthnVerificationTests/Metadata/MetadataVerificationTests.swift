// SPDX-License-Identifier: Apache-2.0

import Cryptography
import SoftwareAuthenticator
import Testing
import WebAuthnVerification
import WireFormats

@Suite("Metadata BLOBs")
struct MetadataVerificationTests {
    @Test("a BLOB that is in order is accepted, with its number and date")
    func accepted() throws {
        let trial = try MetadataTrial()
        let metadata = try trial.verified()
        #expect(metadata.number == 7)
        #expect(metadata.nextUpdate.description.prefix(10) == trial.nextUpdate.description.prefix(10))
    }

    @Test("a BLOB with a line end behind it, as files have, is accepted")
    func trailingLine() throws {
        let trial = try MetadataTrial()
        #expect(try trial.code(trial.blob() + Array("\r\n".utf8)) == "accepted")
    }

    @Test("a BLOB whose number is the known one is accepted")
    func sameNumber() throws {
        #expect(try MetadataTrial().with { $0.predecessor = .number(7) }.code() == "accepted")
    }

    @Test("a BLOB whose number went back is refused, with both numbers")
    func numberRegressed() throws {
        let trial = try MetadataTrial().with { $0.predecessor = .number(8) }
        #expect(throws: MetadataRejection.numberRegressed(known: 8, received: 7)) { try trial.verified() }
    }

    @Test("a BLOB past its date is accepted and known to be stale")
    func stale() throws {
        let trial = try MetadataTrial().with {
            $0.time = Timestamp(secondsSince1970: $0.time.secondsSince1970 + 86_400)
        }
        let day = Timestamp(secondsSince1970: trial.nextUpdate.secondsSince1970 / 86_400 * 86_400)
        let metadata = try trial.verified()
        #expect(!metadata.isStale(at: Timestamp(secondsSince1970: day.secondsSince1970 + 86_399)))
        #expect(metadata.isStale(at: Timestamp(secondsSince1970: day.secondsSince1970 + 86_400)))
    }

    @Test("a signer whose certificate is revoked is refused")
    func revokedSigner() throws {
        let trial = try MetadataTrial()
        let certificate = try trial.maker.certificate(for: [MetadataTrial.host])
        let list = CertificateMint.mint(
            RevocationListTemplate(revoking: [certificate.serialNumber]), issuer: .init(trial.maker.root))
        let lists = try #require(RevocationLists(der: [list]))
        let blob = try trial.blob(certificate: certificate)
        #expect(try trial.code(blob) == "accepted")
        #expect(throws: MetadataRejection.signerUntrusted(.certificateRevoked)) {
            try trial.with { $0.revocationLists = lists }.verified(blob)
        }
    }

    @Test("a revocation list of another authority has no effect")
    func foreignRevocationList() throws {
        let trial = try MetadataTrial()
        let certificate = try trial.maker.certificate(for: [MetadataTrial.host])
        let list = CertificateMint.mint(
            RevocationListTemplate(revoking: [certificate.serialNumber]), issuer: .init(try MetadataTrial.Maker().root))
        let lists = try #require(RevocationLists(der: [list]))
        #expect(try trial.with { $0.revocationLists = lists }.code(trial.blob(certificate: certificate)) == "accepted")
    }

    @Test("a signer under another root is refused")
    func wrongChain() throws {
        let other = try TrustAnchors(der: [MetadataTrial.Maker().root.der])
        let trial = try MetadataTrial().with { $0.roots = other }
        #expect(throws: MetadataRejection.signerUntrusted(.noPathToAnchor)) { try trial.verified() }
    }

    @Test("a signer whose certificate has expired is refused")
    func expiredSigner() throws {
        let trial = try MetadataTrial().with {
            $0.time = Timestamp(secondsSince1970: $0.time.secondsSince1970 + 20 * 365 * 86_400)
        }
        #expect(throws: MetadataRejection.signerUntrusted(.certificateExpired)) { try trial.verified() }
    }

    @Test("a signer for another host is refused although the root is trusted")
    func otherHost() throws {
        #expect(try MetadataTrial().with { $0.hosts = ["elsewhere.example"] }.code() == "metadata.signer-mismatch")
    }

    @Test("under a private root anybody may sign")
    func anyHost() throws {
        let trial = try MetadataTrial().with {
            $0.hosts = ["elsewhere.example"]
            $0.signer = .anyoneUnderRoots
        }
        #expect(try trial.code() == "accepted")
    }

    @Test("the production service's host is the default")
    func defaultHost() throws {
        let verification = MetadataVerification(roots: try TrustAnchors(der: []), predecessor: .none)
        #expect(verification.signer == .host("mds.fidoalliance.org"))
    }

    @Test("a BLOB whose signature does not fit is refused")
    func badSignature() throws {
        let trial = try MetadataTrial().with { $0.editToken = { String($0.dropLast(4)) + "AAAA" } }
        #expect(try trial.code() == "metadata.signature-invalid")
    }

    @Test("a BLOB whose header was exchanged for that of no algorithm is refused")
    func noAlgorithm() throws {
        let trial = try MetadataTrial()
        let certificate = try trial.maker.certificate(for: [MetadataTrial.host])
        let header: JSONValue = ["alg": "none", "x5c": [.string(Base64.encode(certificate.der))]]
        let blob = String(decoding: try trial.blob(certificate: certificate), as: UTF8.self)
        let forged = Base64URL.encode(header.serialized()) + blob[(blob.firstIndex(of: ".") ?? blob.startIndex)...]
        #expect(try trial.code(Array(forged.utf8)) != "accepted")
    }

    @Test("a BLOB that only links to its certificates is refused")
    func linkedCertificates() throws {
        let trial = try MetadataTrial().with {
            $0.editHeader = { header in
                header["x5c"] = nil
                header["x5u"] = "https://mds.example/certificates"
            }
        }
        #expect(try trial.code() == "metadata.certificates-missing")
    }

    @Test("what is no signed token is refused", arguments: ["", "a", "a.b", "a.b.c.d", "e30.e30.", "\u{0}"])
    func tokenMalformed(_ text: String) throws {
        #expect(try MetadataTrial().code(Array(text.utf8)) != "accepted")
    }

    @Test("a payload without a required member is refused", arguments: ["no", "nextUpdate", "entries"])
    func payloadMalformed(_ name: String) throws {
        let trial = try MetadataTrial().with { $0.editPayload = { $0[name] = nil } }
        #expect(throws: MetadataRejection.payloadMalformed(name)) { try trial.verified() }
    }

    @Test("an entry that cannot be read is left out, and the others stay")
    func unreadableEntry() throws {
        let model = "0132d110-bf4e-4208-a403-ab4f5f12efe5"
        let good: JSONValue = ["aaguid": .string(model), "metadataStatement": ["description": "An example"]]
        let metadata = try MetadataTrial().with { $0.entries = [7, ["aaid": "1234#5678"], good] }.verified()
        #expect(metadata.entryCount == 3)
        #expect(metadata.description(of: try #require(AAGUID(model))) == "An example")
    }
}
