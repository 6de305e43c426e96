// SPDX-License-Identifier: Apache-2.0

package import Cryptography
public import WireFormats

/// A metadata BLOB that was verified. Only ``MetadataVerification`` can make one.
public struct VerifiedMetadata: Sendable {
    /// The BLOB's number, which never goes back.
    public let number: Int
    /// The day by which a successor is promised.
    public let nextUpdate: Timestamp
    /// How many authenticators the BLOB describes.
    public let entryCount: Int

    private let entriesByModel: [AAGUID: MetadataEntry]
    private let entriesByKeyIdentifier: [[UInt8]: MetadataEntry]

    init(_ payload: MetadataPayload) {
        number = payload.number
        nextUpdate = payload.nextUpdate
        entryCount = payload.entryCount
        var byModel: [AAGUID: MetadataEntry] = [:]
        var byKeyIdentifier: [[UInt8]: MetadataEntry] = [:]
        for entry in payload.entries {
            if let model = entry.model { byModel[model] = entry }
            for identifier in entry.keyIdentifiers { byKeyIdentifier[identifier] = entry }
        }
        entriesByModel = byModel
        entriesByKeyIdentifier = byKeyIdentifier
    }

    /// Whether the promised successor is overdue. The day itself still counts.
    public func isStale(at time: Timestamp) -> Bool {
        time.secondsSince1970 >= nextUpdate.secondsSince1970 + 86_400
    }

    /// The name that the metadata gives a model.
    public func description(of model: AAGUID) -> String? {
        entriesByModel[model]?.description
    }

    /// The entry of a model, or of the keys that certified it where the model is not told, as with FIDO U2F.
    package func entry(model: AAGUID, certificates: [Certificate]) -> MetadataEntry? {
        if model != .zero { return entriesByModel[model] }
        for certificate in certificates {
            if let identifier = certificate.publicKeyIdentifier, let entry = entriesByKeyIdentifier[identifier] {
                return entry
            }
        }
        return nil
    }
}

extension Certificate {
    /// The SHA-1 of the public key's bits: method 1 of RFC 5280 §4.2.1.2.
    fileprivate var publicKeyIdentifier: [UInt8]? {
        guard let info = try? publicKey().subjectPublicKeyInfo else { return nil }
        var outer = DERReader(info)
        guard var fields = try? outer.next(.sequence).reader(), (try? fields.next(.sequence)) != nil,
            let bits = try? fields.next(.bitString)
        else { return nil }
        return DigestAlgorithm.sha1.hash(Array(bits.contents.dropFirst()))
    }
}
