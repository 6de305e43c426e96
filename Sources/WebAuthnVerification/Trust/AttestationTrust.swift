// SPDX-License-Identifier: Apache-2.0

package import Cryptography
import WebAuthnMessages
package import WireFormats

/// The trust in attestations: a decision apart from whether the statement is valid.
public enum AttestationTrust: Sendable {
    /// Attestation is optional and need not chain to a trusted root.
    case notRequired
    /// One of these sources has to vouch for the authenticator.
    case required(Sources)

    /// The sources of trust in authenticators. Empty sources trust none.
    public struct Sources: Sendable {
        /// Trusted certificates for any format: roots of makers or of an organization, or those of single devices.
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
        /// A source of trust, rejected once its next update is overdue.
        case refusedWhenStale(VerifiedMetadata)
        /// A source of trust, even if its next update is overdue.
        case acceptedWhenStale(VerifiedMetadata)
    }

    /// Decides whether the evidence is trusted.
    package func judge(
        _ evidence: AttestationEvidence, of object: AttestationObject, at time: Timestamp,
        counting work: inout VerificationWork
    ) throws(TrustRejection) -> VerifiedAttestation {
        var voucher = VerifiedAttestation.Voucher.notJudged
        if case .required(let sources) = self {
            let judgment = TrustJudgment(sources: sources, claimedModel: object.credential.aaguid, time: time)
            voucher = try judgment.voucher(for: evidence, of: object.format, &work)
        }
        return VerifiedAttestation(evidence, of: object, voucher: voucher)
    }
}

/// The trust in one registration's evidence.
private struct TrustJudgment {
    let sources: AttestationTrust.Sources
    let claimedModel: AAGUID
    let time: Timestamp

    func voucher(
        for evidence: AttestationEvidence, of format: AttestationFormatID, _ work: inout VerificationWork
    ) throws(TrustRejection) -> VerifiedAttestation.Voucher {
        let model = evidence.model(of: format, claimed: claimedModel)
        switch evidence {
        case .several(let statements): return try voucher(for: statements, &work)
        case .certified(let chain):
            let entry = try usableMetadata()?.entry(model: model, certificates: chain)
            // A report may name a certificate that the client left out, down to the anchor.
            try rejectCompromised(entry, path: try path(from: chain, entry: entry, counting: &work))
            return entry.map { .metadata(description: $0.description) } ?? .anchor
        case .selfSigned:
            let entry = try usableMetadata()?.entry(model: model, certificates: [])
            try rejectCompromised(entry, path: [])
            if let entry, entry.allowsSelfAttestation { return .metadata(description: entry.description) }
            guard sources.acceptsSelfAttestation else { throw .selfAttestationNotAccepted }
            return .nobody
        case .none:
            try rejectCompromised(try usableMetadata()?.entry(model: model, certificates: []), path: [])
            guard sources.acceptsNoAttestation else { throw .attestationMissing }
            return .nobody
        }
    }

    /// Every statement of a compound one has to be trusted by itself.
    private func voucher(
        for statements: [(format: AttestationFormatID, evidence: AttestationEvidence)], _ work: inout VerificationWork
    ) throws(TrustRejection) -> VerifiedAttestation.Voucher {
        var last = VerifiedAttestation.Voucher.nobody
        for statement in statements {
            last = try voucher(for: statement.evidence, of: statement.format, &work)
        }
        return last
    }

    private func path(
        from chain: [Certificate], entry: MetadataEntry?, counting work: inout VerificationWork
    ) throws(TrustRejection) -> [Certificate] {
        guard let leaf = chain.first else { throw .noPathToAnchor }
        let rules = ChainRules(
            anchors: sources.anchors.certificates + (entry?.anchors ?? []), time: time,
            revocationLists: sources.revocationLists.lists)
        do {
            return try rules.validate(leaf, intermediates: Array(chain.dropFirst()), work: &work)
        } catch {
            throw TrustRejection(error)
        }
    }

    private func rejectCompromised(_ entry: MetadataEntry?, path: [Certificate]) throws(TrustRejection) {
        if let status = entry?.compromise(of: path, at: time) { throw .authenticatorCompromised(status: status) }
    }

    private func usableMetadata() throws(TrustRejection) -> VerifiedMetadata? {
        switch sources.metadata {
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
            case .tooCostly: .tooCostly
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

/// The reason why a valid attestation is not trusted (§7.1, steps 23 and 24).
public enum TrustRejection: Error, Hashable, Sendable {
    /// There is no attestation, and one is required.
    case attestationMissing
    /// The attestation is a self attestation, and a certificate is required.
    case selfAttestationNotAccepted
    /// The next update of the metadata is overdue, and stale metadata is rejected.
    case metadataStale
    /// The metadata reports that this model or this certificate is compromised or revoked.
    case authenticatorCompromised(status: String)
    /// No path leads from the certificate to an anchor.
    case noPathToAnchor
    /// A certificate on the path has expired.
    case certificateExpired
    /// A certificate on the path is not valid yet.
    case certificateNotYetValid
    /// A certificate on the path is revoked.
    case certificateRevoked
    /// The path breaks another rule of X.509.
    case chainInvalid(String)
    /// Finding a path takes more work than the policy allows.
    case tooCostly
}
