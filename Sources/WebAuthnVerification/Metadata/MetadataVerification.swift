// SPDX-License-Identifier: Apache-2.0

import Cryptography
import JOSE
public import WireFormats

/// The verification of BLOBs of the FIDO Metadata Service (MDS3, §3.2), without network or clock.
public struct MetadataVerification: Sendable {
    /// The accepted signers of a BLOB.
    public enum Signer: Hashable, Sendable {
        /// A certificate for this host. The root of the production service is a public CA, which issues certificates
        /// for all hosts, so checking the root is not enough.
        case host(String)
        /// Any certificate that chains to the roots, for private roots.
        case anyUnderRoots
    }

    /// The most recent BLOB that was accepted.
    public enum Predecessor: Hashable, Sendable {
        /// No BLOB has been accepted yet.
        case none
        /// The BLOB with this number.
        case number(Int)
    }

    /// The root certificates that the signer's certificate must chain to.
    public var roots: TrustAnchors
    /// The accepted signers.
    public var signer = Signer.host("mds.fidoalliance.org")
    /// The most recent BLOB that was accepted. An older one is rejected.
    public var predecessor: Predecessor
    /// The certificate revocation lists.
    public var revocationLists = RevocationLists.none

    /// Creates a verification that accepts the signer of the production service.
    public init(roots: TrustAnchors, predecessor: Predecessor) {
        self.roots = roots
        self.predecessor = predecessor
    }

    /// Verifies a downloaded BLOB.
    public func verify(_ blob: [UInt8], at time: Timestamp) throws(MetadataRejection) -> VerifiedMetadata {
        let token: CompactJWS
        do {
            token = try CompactJWS(Self.withoutTrailingSpace(blob))
        } catch {
            throw .tokenMalformed
        }
        try verifySigner(of: token, at: time)
        let metadata = VerifiedMetadata(try MetadataPayload(token.payload))
        if case .number(let known) = predecessor {
            guard metadata.number >= known else { throw .numberRegressed(known: known, received: metadata.number) }
        }
        return metadata
    }

    private func verifySigner(of token: CompactJWS, at time: Timestamp) throws(MetadataRejection) {
        guard let chain = try? token.certificateChain(), let leaf = chain.first else { throw .certificatesMissing }
        do throws(ChainRejection) {
            _ = try CertificateChain.validate(
                leaf: leaf, intermediates: Array(chain.dropFirst()), anchors: roots.certificates, at: time,
                revocationLists: revocationLists.lists)
        } catch {
            throw .signerUntrusted(TrustRejection(error))
        }
        if case .host(let name) = signer {
            guard leaf.matchesHost(name) else { throw .signerMismatch }
        }
        do {
            try token.verify(with: try leaf.publicKey(), algorithms: JWSAlgorithm.all)
        } catch JWSRejection.algorithmNotAllowed {
            throw .algorithmNotAllowed
        } catch {
            throw .signatureInvalid
        }
    }

    private static func withoutTrailingSpace(_ blob: [UInt8]) -> [UInt8] {
        var end = blob.endIndex
        while end > 0, [0x20, 0x0A, 0x0D].contains(blob[end - 1]) { end -= 1 }
        return Array(blob[..<end])
    }
}

/// The reason why a FIDO metadata BLOB is rejected.
public enum MetadataRejection: Error, Hashable, Sendable {
    /// The BLOB is not a compact JWS.
    case tokenMalformed
    /// The BLOB's signature algorithm is not an implemented public-key algorithm.
    case algorithmNotAllowed
    /// The BLOB has no certificates in `x5c`. `x5u` is not supported.
    case certificatesMissing
    /// The certificates don't chain to a trusted root.
    case signerUntrusted(TrustRejection)
    /// The certificate is trusted but not for the host of the metadata service.
    case signerMismatch
    /// The signature is invalid.
    case signatureInvalid
    /// The payload is malformed, in the member or for the reason that the text states.
    case payloadMalformed(String)
    /// The BLOB is older than its predecessor.
    case numberRegressed(known: Int, received: Int)

    /// The stable name of the rejection.
    public var code: String {
        switch self {
        case .tokenMalformed: "metadata.token-malformed"
        case .algorithmNotAllowed: "metadata.algorithm-not-allowed"
        case .certificatesMissing: "metadata.certificates-missing"
        case .signerUntrusted: "metadata.signer-untrusted"
        case .signerMismatch: "metadata.signer-mismatch"
        case .signatureInvalid: "metadata.signature-invalid"
        case .payloadMalformed: "metadata.payload-malformed"
        case .numberRegressed: "metadata.number-regressed"
        }
    }

    /// The explanation for developers, in a sentence or two.
    public var explanation: String {
        switch self {
        case .tokenMalformed: "The BLOB is not a compact JWS. Check that it was downloaded completely."
        case .algorithmNotAllowed: "The BLOB's signature algorithm is not supported."
        case .certificatesMissing:
            "The BLOB has no valid certificates in x5c. Certificates in x5u are not supported."
        case .signerUntrusted(let rejection): "The BLOB's signer is not trusted. " + rejection.explanation
        case .signerMismatch: "The BLOB's certificate is trusted but not for the host of the metadata service."
        case .signatureInvalid: "The BLOB's signature is invalid. The BLOB was modified."
        case .payloadMalformed(let detail): "The BLOB's payload is malformed (\(detail))."
        case .numberRegressed(let known, let received):
            "The BLOB has number \(received), which is older than number \(known), accepted before."
        }
    }
}
