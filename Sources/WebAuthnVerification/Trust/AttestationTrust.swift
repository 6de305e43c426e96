// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import WebAuthnMessages
package import WireFormats

/// Whose attestation a relying party trusts: a decision apart from whether the statement holds.
public enum AttestationTrust: Sendable {
    /// Anybody's, and nobody's too.
    case notRequired
    /// What these sources vouch for.
    case required(Sources)

    /// Who vouches for authenticators. Empty sources trust nobody.
    public struct Sources: Sendable {
        /// Certificates that vouch for any format: makers' roots, an organisation's own, single devices'.
        public var anchors: TrustAnchors
        /// The FIDO metadata service.
        public var metadata = Metadata.notUsed
        /// Lists of revoked certificates.
        public var revocationLists = RevocationLists.none
        /// Whether a credential may vouch for itself.
        public var acceptsSelfAttestation = false
        /// Whether a registration without attestation is acceptable.
        public var acceptsNoAttestation = false

        /// Sources with these anchors.
        public init(anchors: TrustAnchors) {
            self.anchors = anchors
        }
    }

    /// What the FIDO metadata is used for.
    public enum Metadata: Sendable {
        /// Nothing.
        case notUsed
        /// It vouches, and it is refused when it is past its date.
        case refusedWhenStale(VerifiedMetadata)
        /// It vouches, even past its date.
        case acceptedWhenStale(VerifiedMetadata)
    }

    /// Decides whether evidence is trusted.
    package func judge(
        _ evidence: AttestationEvidence, of format: AttestationFormatID, model: AAGUID, at time: Timestamp
    ) throws(TrustRejection) -> VerifiedAttestation {
        let voucher =
            switch self {
            case .notRequired: VerifiedAttestation.Voucher.notJudged
            case .required(let sources): try sources.voucher(for: evidence, model: model, at: time)
            }
        return VerifiedAttestation(format: format, evidence: evidence, voucher: voucher)
    }
}

extension AttestationTrust.Sources {
    fileprivate func voucher(
        for evidence: AttestationEvidence, model: AAGUID, at time: Timestamp
    ) throws(TrustRejection) -> VerifiedAttestation.Voucher {
        let entry = try usableMetadata(at: time)?.entry(model: model, certificates: evidence.certificates)
        if let status = entry?.compromise(of: evidence.certificates, at: time) {
            throw .authenticatorCompromised(status: status)
        }
        switch evidence {
        case .none:
            guard acceptsNoAttestation else { throw .attestationMissing }
            return .nobody
        case .selfSigned:
            if let entry, entry.allowsSelfAttestation { return .metadata(description: entry.description) }
            guard acceptsSelfAttestation else { throw .selfAttestationNotAccepted }
            return .nobody
        case .certified(let chain):
            return try voucher(for: chain, entry: entry, at: time)
        case .several(let statements):
            return try voucher(for: statements.map(\.evidence), model: model, at: time)
        }
    }

    /// Every statement of a compound one has to be trusted by itself.
    private func voucher(
        for statements: [AttestationEvidence], model: AAGUID, at time: Timestamp
    ) throws(TrustRejection) -> VerifiedAttestation.Voucher {
        var last = VerifiedAttestation.Voucher.nobody
        for statement in statements {
            last = try voucher(for: statement, model: model, at: time)
        }
        return last
    }

    private func voucher(
        for chain: [Certificate], entry: MetadataEntry?, at time: Timestamp
    ) throws(TrustRejection) -> VerifiedAttestation.Voucher {
        guard let leaf = chain.first else { throw .noPathToAnchor }
        let intermediates = Array(chain.dropFirst())
        do {
            _ = try CertificateChain.validate(
                leaf: leaf, intermediates: intermediates, anchors: anchors.certificates + (entry?.anchors ?? []),
                at: time, revocationLists: revocationLists.lists)
        } catch {
            throw TrustRejection(error)
        }
        return entry.map { .metadata(description: $0.description) } ?? .anchor
    }

    private func usableMetadata(at time: Timestamp) throws(TrustRejection) -> VerifiedMetadata? {
        switch metadata {
        case .notUsed: return nil
        case .acceptedWhenStale(let metadata): return metadata
        case .refusedWhenStale(let metadata):
            guard !metadata.isStale(at: time) else { throw .metadataStale }
            return metadata
        }
    }
}

extension TrustRejection {
    package init(_ rejection: ChainRejection) {
        self =
            switch rejection {
            case .noPathToAnchor, .signatureInvalid: .noPathToAnchor
            case .expired: .certificateExpired
            case .notYetValid: .certificateNotYetValid
            case .revoked: .certificateRevoked
            case .invalid(let text): .chainInvalid(text)
            }
    }
}

extension AttestationEvidence {
    /// All certificates that came along.
    package var certificates: [Certificate] {
        switch self {
        case .none, .selfSigned: []
        case .certified(let chain): chain
        case .several(let statements): statements.flatMap(\.evidence.certificates)
        }
    }
}
