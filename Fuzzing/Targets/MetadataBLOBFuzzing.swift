// SPDX-License-Identifier: Apache-2.0

import Cryptography
import JOSE
import WebAuthnVerification
import WireFormats

extension FuzzTarget {
    /// A token is its three parts; a BLOB is accepted if the root's people signed it; payloads are read for what they say.
    static let metadataBLOB = FuzzTarget(
        name: "metadata-blob", accepts: ["a token", "a BLOB", "a payload", "an entry"]
    ) { bytes in
        if let token = try? CompactJWS(bytes) { check(token, bytes) }
        var verification = MetadataVerification(roots: Trial.roots, predecessor: .none)
        do throws(MetadataRejection) {
            let metadata = try verification.verify(bytes, at: Trial.time)
            accepted("a BLOB")
            require(isSigned(bytes), "a BLOB that is accepted was signed")
            verification.predecessor = .number(metadata.number)
            require((try? verification.verify(bytes, at: Trial.time)) != nil, "a BLOB is not older than itself")
            verification.predecessor = .number(metadata.number + 1)
            require((try? verification.verify(bytes, at: Trial.time)) == nil, "numbers do not go back")
            verification.signer = .host("example.org")
            require((try? verification.verify(bytes, at: Trial.time)) == nil, "the signer is the one that is expected")
        } catch {
            requireCode(error.code)
        }
        checkPayload(bytes)
    }

    private static func check(_ token: CompactJWS, _ bytes: [UInt8]) {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        accepted("a token")
        require(parts.count == 3, "a token has three parts")
        require(Array(Base64URL.encode(token.payload).utf8)[...] == parts[1], "the payload is the second part")
        require(Array(Base64URL.encode(token.signature).utf8)[...] == parts[2], "the signature is the third part")
        let header = Base64URL.decode(parts[0]).flatMap { try? JSONReader.read($0) }
        require(header?.objectValue == token.header && token.header["crit"] == nil, "the header is the first part")
        guard let key = try? token.certificateChain().first?.publicKey() else { return }
        let isValid = (try? token.verify(with: key, algorithms: JWSAlgorithm.all)) != nil
        require(!isValid || isSigned(bytes), "a token that is valid was signed")
    }

    /// Whether header and payload are those of a token among the seeds.
    private static func isSigned(_ bytes: [UInt8]) -> Bool { signed.contains(signedPart(bytes)) }

    private static let signed = Set(Originals.seeds(of: "metadata-blob").map(signedPart))

    private static func signedPart(_ bytes: [UInt8]) -> [UInt8] {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return Array(parts.prefix(2).joined(separator: [UInt8(ascii: ".")]))
    }

    private static func checkPayload(_ bytes: [UInt8]) {
        guard let json = try? JSONReader.read(bytes) else { return }
        for element in [json] + (json["entries"]?.arrayValue ?? []) {
            if let entry = MetadataEntry(element) { check(entry, element) }
        }
        do throws(MetadataRejection) {
            let payload = try MetadataPayload(bytes)
            accepted("a payload")
            require(json["no"]?.intValue == payload.number, "the number is what stands there")
            require(json["entries"]?.arrayValue?.count == payload.entryCount, "entries are counted, readable or not")
            require(payload.entries.count <= payload.entryCount, "entries are read once")
        } catch {
            requireCode(error.code)
        }
    }

    private static func check(_ entry: MetadataEntry, _ json: JSONValue) {
        accepted("an entry")
        require(entry.model != nil || !entry.keyIdentifiers.isEmpty, "an entry is about some authenticator")
        let model = json["aaguid"]?.stringValue?.lowercased()
        require(entry.model.map { $0.description == model } ?? true, "the model is what stands there")
        let texts = json["attestationCertificateKeyIdentifiers"]?.arrayValue?.compactMap {
            $0.stringValue?.lowercased()
        }
        for identifier in entry.keyIdentifiers {
            let text = identifier.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            require(text.utf8.count == 40 && texts?.contains(text) == true, "a key identifier is what stands there")
        }
        let status = entry.compromise(of: [], at: Trial.time)
        let ofAnchors = entry.compromise(of: entry.anchors, at: Trial.time)
        require(status == nil || ofAnchors != nil, "what compromises all compromises each")
        let reports = json["statusReports"]?.arrayValue?.compactMap { $0["status"]?.stringValue } ?? []
        require(ofAnchors.map(reports.contains) ?? true, "a status is what stands there")
    }
}
