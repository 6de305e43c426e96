// SPDX-License-Identifier: Apache-2.0

package import Cryptography
public import WireFormats

/// A verified metadata BLOB. Only ``MetadataVerification`` creates one.
public struct VerifiedMetadata: Sendable {
    /// The BLOB's number, which increases with each BLOB.
    public let number: Int
    /// The day by which the next BLOB will be published.
    public let nextUpdate: Timestamp
    /// The number of entries in the BLOB.
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

    /// Whether the next BLOB is overdue: the day of ``nextUpdate`` has ended.
    public func isStale(at time: Timestamp) -> Bool {
        time.secondsSince1970 >= nextUpdate.secondsSince1970 + 86_400
    }

    /// Returns the description of a model, or `nil` if the BLOB has no entry for it.
    public func description(of model: AAGUID) -> String? {
        entriesByModel[model]?.description
    }

    /// Returns the entry of a model or, if the model is zero as with FIDO U2F, of a certificate's key.
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
    /// The SHA-1 hash of the public key's bits (RFC 5280 §4.2.1.2, method 1).
    fileprivate var publicKeyIdentifier: [UInt8]? {
        guard let info = try? publicKey().subjectPublicKeyInfo else { return nil }
        var outer = DERReader(info)
        guard var fields = try? outer.next(.sequence).reader(), (try? fields.next(.sequence)) != nil,
            let bits = try? fields.next(.bitString)
        else { return nil }
        return DigestAlgorithm.sha1.hash(Array(bits.contents.dropFirst()))
    }
}
