// SPDX-License-Identifier: Apache-2.0

import Cryptography
import SoftwareAuthenticator
import Testing
import WebAuthnVerification
import WireFormats

@Suite struct MetadataVerificationTests {
    @Test func `a valid BLOB is accepted, with its number and date`() throws {
        let scenario = try MetadataScenario()
        let metadata = try scenario.verified()
        #expect(metadata.number == 7)
        #expect(metadata.nextUpdate.description.prefix(10) == scenario.nextUpdate.description.prefix(10))
    }

    @Test func `a BLOB with a trailing newline is accepted`() throws {
        let scenario = try MetadataScenario()
        #expect(try scenario.code(scenario.blob() + Array("\r\n".utf8)) == "accepted")
    }

    @Test func `a BLOB with the number of its predecessor is accepted`() throws {
        #expect(try MetadataScenario().with { $0.predecessor = .number(7) }.code() == "accepted")
    }

    @Test func `a BLOB with a lower number than its predecessor is rejected`() throws {
        let scenario = try MetadataScenario().with { $0.predecessor = .number(8) }
        #expect(throws: MetadataRejection.numberRegressed(known: 8, received: 7)) { try scenario.verified() }
    }

    @Test func `a BLOB whose next update is overdue is accepted and stale`() throws {
        let scenario = try MetadataScenario().with {
            $0.time = Timestamp(secondsSince1970: $0.time.secondsSince1970 + 86_400)
        }
        let day = Timestamp(secondsSince1970: scenario.nextUpdate.secondsSince1970 / 86_400 * 86_400)
        let metadata = try scenario.verified()
        #expect(!metadata.isStale(at: Timestamp(secondsSince1970: day.secondsSince1970 + 86_399)))
        #expect(metadata.isStale(at: Timestamp(secondsSince1970: day.secondsSince1970 + 86_400)))
    }

    @Test func `a signer with a revoked certificate is rejected`() throws {
        let scenario = try MetadataScenario()
        let certificate = try scenario.authority.certificate(for: [MetadataScenario.host])
        let list = CertificateMint.mint(
            RevocationListTemplate(revoking: [certificate.serialNumber]), issuer: .init(scenario.authority.root))
        let lists = try #require(RevocationLists(der: [list]))
        let blob = try scenario.blob(certificate: certificate)
        #expect(try scenario.code(blob) == "accepted")
        #expect(throws: MetadataRejection.signerUntrusted(.certificateRevoked)) {
            try scenario.with { $0.revocationLists = lists }.verified(blob)
        }
    }

    @Test func `a revocation list of another authority is ignored`() throws {
        let scenario = try MetadataScenario()
        let certificate = try scenario.authority.certificate(for: [MetadataScenario.host])
        let list = CertificateMint.mint(
            RevocationListTemplate(revoking: [certificate.serialNumber]),
            issuer: .init(try MetadataScenario.Authority().root))
        let lists = try #require(RevocationLists(der: [list]))
        #expect(
            try scenario.with { $0.revocationLists = lists }.code(scenario.blob(certificate: certificate)) == "accepted"
        )
    }

    @Test func `a signer below another root is rejected`() throws {
        let other = try TrustAnchors(der: [MetadataScenario.Authority().root.der])
        let scenario = try MetadataScenario().with { $0.roots = other }
        #expect(throws: MetadataRejection.signerUntrusted(.noPathToAnchor)) { try scenario.verified() }
    }

    @Test func `a signer with an expired certificate is rejected`() throws {
        let scenario = try MetadataScenario().with {
            $0.time = Timestamp(secondsSince1970: $0.time.secondsSince1970 + 20 * 365 * 86_400)
        }
        #expect(throws: MetadataRejection.signerUntrusted(.certificateExpired)) { try scenario.verified() }
    }

    @Test func `a signer for another host is rejected although the root is trusted`() throws {
        #expect(try MetadataScenario().with { $0.hosts = ["elsewhere.example"] }.code() == "metadata.signer-mismatch")
    }

    @Test func `any signer below a private root is accepted`() throws {
        let scenario = try MetadataScenario().with {
            $0.hosts = ["elsewhere.example"]
            $0.signer = .anyUnderRoots
        }
        #expect(try scenario.code() == "accepted")
    }

    @Test func `the default signer is the host of the production service`() throws {
        let verification = MetadataVerification(roots: try TrustAnchors(der: []), predecessor: .none)
        #expect(verification.signer == .host("mds.fidoalliance.org"))
    }

    @Test func `a BLOB with an invalid signature is rejected`() throws {
        let scenario = try MetadataScenario().with { $0.editToken = { String($0.dropLast(4)) + "AAAA" } }
        #expect(try scenario.code() == "metadata.signature-invalid")
    }

    @Test func `a BLOB with the algorithm none is rejected`() throws {
        let scenario = try MetadataScenario()
        let certificate = try scenario.authority.certificate(for: [MetadataScenario.host])
        let header: JSONValue = ["alg": "none", "x5c": [.string(Base64.encode(certificate.der))]]
        let blob = String(decoding: try scenario.blob(certificate: certificate), as: UTF8.self)
        let forged = Base64URL.encode(header.serialized()) + blob[(blob.firstIndex(of: ".") ?? blob.startIndex)...]
        #expect(try scenario.code(Array(forged.utf8)) != "accepted")
    }

    @Test func `a BLOB with x5u instead of x5c is rejected`() throws {
        let scenario = try MetadataScenario().with {
            $0.editHeader = { header in
                header["x5c"] = nil
                header["x5u"] = "https://mds.example/certificates"
            }
        }
        #expect(try scenario.code() == "metadata.certificates-missing")
    }

    @Test(arguments: ["", "a", "a.b", "a.b.c.d", "e30.e30.", "\u{0}"])
    func `a BLOB that is not a JWS is rejected`(text: String) throws {
        #expect(try MetadataScenario().code(Array(text.utf8)) != "accepted")
    }

    @Test(arguments: ["no", "nextUpdate", "entries"])
    func `a payload without a required member is rejected`(name: String) throws {
        let scenario = try MetadataScenario().with { $0.editPayload = { $0[name] = nil } }
        #expect(throws: MetadataRejection.payloadMalformed(name)) { try scenario.verified() }
    }

    @Test func `a malformed entry is skipped, and the others are kept`() throws {
        let model = "0132d110-bf4e-4208-a403-ab4f5f12efe5"
        let good: JSONValue = ["aaguid": .string(model), "metadataStatement": ["description": "An example"]]
        let metadata = try MetadataScenario().with { $0.entries = [7, ["aaid": "1234#5678"], good] }.verified()
        #expect(metadata.entryCount == 3)
        #expect(metadata.description(of: try #require(AAGUID(model))) == "An example")
    }
}
