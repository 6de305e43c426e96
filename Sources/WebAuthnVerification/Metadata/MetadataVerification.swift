// SPDX-License-Identifier: Apache-2.0

import Cryptography
import JOSE
public import WireFormats

/// Judges BLOBs of the FIDO metadata service (MDS3, §3.2), without network or a clock of its own.
public struct MetadataVerification: Sendable {
    /// Who may sign.
    public enum Signer: Hashable, Sendable {
        /// Only a certificate for this host. The roots of the production service are a public authority's, which
        /// certifies anybody's host, so the root alone proves nothing.
        case host(String)
        /// Anybody whom the roots vouch for: for private roots.
        case anyoneUnderRoots
    }

    /// What is known already.
    public enum Predecessor: Hashable, Sendable {
        /// No BLOB was accepted before.
        case none
        /// The last one accepted had this number.
        case number(Int)
    }

    /// The roots that have to vouch for the signer.
    public var roots: TrustAnchors
    /// Who may sign.
    public var signer = Signer.host("mds.fidoalliance.org")
    /// The last BLOB that was accepted.
    public var predecessor: Predecessor
    /// Lists of revoked certificates.
    public var revocationLists = RevocationLists.none

    /// A verification with the production service's signer.
    public init(roots: TrustAnchors, predecessor: Predecessor) {
        self.roots = roots
        self.predecessor = predecessor
    }

    /// Verifies a BLOB as it was downloaded.
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

/// Why a FIDO metadata BLOB is refused.
public enum MetadataRejection: Error, Hashable, Sendable {
    /// It is not a compact signed token.
    case tokenMalformed
    /// It is not signed with a public-key algorithm this library knows.
    case algorithmNotAllowed
    /// It carries no certificates; a BLOB that only links to them is not supported.
    case certificatesMissing
    /// Its certificates do not lead to a trusted root.
    case signerUntrusted(TrustRejection)
    /// Its certificate is trusted, but not for the metadata service's host.
    case signerMismatch
    /// Its signature is not by its certificate.
    case signatureInvalid
    /// Its payload lacks something, or has it in another form.
    case payloadMalformed(String)
    /// It is older than the one known already.
    case numberRegressed(known: Int, received: Int)

    /// A name for the case that never changes.
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

    /// What was found and what to look at, in a sentence or two for a developer.
    public var explanation: String {
        switch self {
        case .tokenMalformed: "The BLOB is not a compact signed token. Was it downloaded completely?"
        case .algorithmNotAllowed: "The BLOB is not signed with a public-key algorithm that is known."
        case .certificatesMissing:
            "The BLOB carries no readable certificates in x5c. One that only links to them is not supported."
        case .signerUntrusted(let rejection): "The BLOB's signer is not trusted. " + rejection.explanation
        case .signerMismatch: "The BLOB's certificate is trusted, but not for the host that has to sign."
        case .signatureInvalid: "The BLOB's signature is not by its certificate: it was changed on the way."
        case .payloadMalformed(let detail): "The BLOB's payload cannot be read (\(detail))."
        case .numberRegressed(let known, let received):
            "The BLOB has the number \(received), and number \(known) was accepted before: it is an old one."
        }
    }
}
