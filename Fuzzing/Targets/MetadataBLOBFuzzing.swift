// SPDX-License-Identifier: Apache-2.0

import Cryptography
import JOSE
import WebAuthnVerification
import WireFormats

extension FuzzTarget {
    /// A JWS is its three parts, accepted BLOBs were signed, and entries match the input.
    static let metadataBLOB = FuzzTarget(
        name: "metadata-blob", accepts: ["a token", "a BLOB", "a payload", "an entry"]
    ) { bytes in
        if let token = try? CompactJWS(bytes) { check(token, of: bytes) }
        var verification = MetadataVerification(roots: SampleCeremonies.roots, predecessor: .none)
        do throws(MetadataRejection) {
            let metadata = try verification.verify(bytes, at: SampleCeremonies.time)
            accepted("a BLOB")
            require(isSigned(bytes), "accepted BLOBs were signed")
            verification.predecessor = .number(metadata.number)
            require(
                (try? verification.verify(bytes, at: SampleCeremonies.time)) != nil,
                "a BLOB with its predecessor's number is accepted")
            verification.predecessor = .number(metadata.number + 1)
            require((try? verification.verify(bytes, at: SampleCeremonies.time)) == nil, "a lower number is rejected")
            verification.signer = .host("example.org")
            require((try? verification.verify(bytes, at: SampleCeremonies.time)) == nil, "another signer is rejected")
        } catch {
            requireCode(error.code)
        }
        checkPayload(bytes)
    }

    private static func check(_ token: CompactJWS, of bytes: [UInt8]) {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        accepted("a token")
        require(parts.count == 3, "a token has three parts")
        require(Array(Base64URL.encode(token.payload).utf8)[...] == parts[1], "the payload is the second part")
        require(Array(Base64URL.encode(token.signature).utf8)[...] == parts[2], "the signature is the third part")
        let header = Base64URL.decode(parts[0]).flatMap { try? JSONReader.read($0) }
        require(header?.objectValue == token.header && token.header["crit"] == nil, "the header is the first part")
        guard let key = try? token.certificateChain().first?.publicKey() else { return }
        let isValid = (try? token.verify(with: key, algorithms: JWSAlgorithm.all)) != nil
        require(!isValid || isSigned(bytes), "valid tokens were signed")
    }

    /// Whether a seed has the same header and payload.
    private static func isSigned(_ bytes: [UInt8]) -> Bool { signed.contains(signedPart(bytes)) }

    private static let signed = Set(SignedSeeds.seeds(of: "metadata-blob").map(signedPart))

    private static func signedPart(_ bytes: [UInt8]) -> [UInt8] {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return Array(parts.prefix(2).joined(separator: [UInt8(ascii: ".")]))
    }

    private static func checkPayload(_ bytes: [UInt8]) {
        guard let json = try? JSONReader.read(bytes) else { return }
        for element in [json] + (json["entries"]?.arrayValue ?? []) {
            if let entry = MetadataEntry(element) { check(entry, of: element) }
        }
        do throws(MetadataRejection) {
            let payload = try MetadataPayload(bytes)
            accepted("a payload")
            require(json["no"]?.intValue == payload.number, "the number matches the input")
            require(json["entries"]?.arrayValue?.count == payload.entryCount, "malformed entries are counted")
            require(payload.entries.count <= payload.entryCount, "there are no more entries than counted")
        } catch {
            requireCode(error.code)
        }
    }

    private static func check(_ entry: MetadataEntry, of json: JSONValue) {
        accepted("an entry")
        require(entry.model != nil || !entry.keyIdentifiers.isEmpty, "an entry identifies an authenticator")
        let model = json["aaguid"]?.stringValue?.lowercased()
        require(entry.model.map { $0.description == model } ?? true, "the AAGUID matches the input")
        let texts = json["attestationCertificateKeyIdentifiers"]?.arrayValue?.compactMap {
            $0.stringValue?.lowercased()
        }
        for identifier in entry.keyIdentifiers {
            let text = identifier.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            require(text.utf8.count == 40 && texts?.contains(text) == true, "a key identifier matches the input")
        }
        let status = entry.compromise(of: [], at: SampleCeremonies.time)
        let ofAnchors = entry.compromise(of: entry.anchors, at: SampleCeremonies.time)
        require(status == nil || ofAnchors != nil, "a report without a certificate applies to every path")
        let reports = json["statusReports"]?.arrayValue?.compactMap { $0["status"]?.stringValue } ?? []
        require(ofAnchors.map(reports.contains) ?? true, "a status matches the input")
    }
}
