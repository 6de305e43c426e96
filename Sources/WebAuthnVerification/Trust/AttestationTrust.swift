// SPDX-License-Identifier: Apache-2.0

package import Cryptography
import WebAuthnMessages
package import WireFormats

/// The trust that a relying party requires of attestations, after their statements have been verified.
public enum AttestationTrust: Sendable {
    /// Attestation is optional and need not chain to a trusted root.
    case notRequired
    /// One of these sources must vouch for the authenticator.
    case required(Sources)

    /// The sources of trust. Empty sources trust no authenticator.
    public struct Sources: Sendable {
        /// The trust anchors for all formats: root certificates of vendors or organizations, or certificates of
        /// devices.
        public var anchors: TrustAnchors
        /// The use of FIDO metadata.
        public var metadata = Metadata.notUsed
        /// The certificate revocation lists.
        public var revocationLists = RevocationLists.none
        /// Whether self attestation is accepted.
        public var acceptsSelfAttestation = false
        /// Whether a registration without attestation is accepted.
        public var acceptsNoAttestation = false

        /// Creates sources with these trust anchors.
        public init(anchors: TrustAnchors) {
            self.anchors = anchors
        }
    }

    /// The use of FIDO metadata.
    public enum Metadata: Sendable {
        /// Metadata is not used.
        case notUsed
        /// Metadata is a source of trust. Registrations are rejected if its next update is overdue.
        case rejectedWhenStale(VerifiedMetadata)
        /// Metadata is a source of trust, even if its next update is overdue.
        case acceptedWhenStale(VerifiedMetadata)
    }

    /// Decides whether the evidence is trusted.
    package func evaluate(
        _ evidence: AttestationEvidence, of object: AttestationObject, at time: Timestamp,
        counting work: inout VerificationWork
    ) throws(TrustRejection) -> VerifiedAttestation {
        var voucher = VerifiedAttestation.Voucher.notRequired
        if case .required(let sources) = self {
            let evaluation = TrustEvaluation(sources: sources, claimedModel: object.credential.aaguid, time: time)
            voucher = try evaluation.voucher(for: evidence, of: object.format, counting: &work)
        }
        return VerifiedAttestation(evidence, of: object, voucher: voucher)
    }
}

/// The evaluation of one registration's evidence.
private struct TrustEvaluation {
    let sources: AttestationTrust.Sources
    let claimedModel: AAGUID
    let time: Timestamp

    func voucher(
        for evidence: AttestationEvidence, of format: AttestationFormatID, counting work: inout VerificationWork
    ) throws(TrustRejection) -> VerifiedAttestation.Voucher {
        let model = evidence.model(of: format, claimed: claimedModel)
        switch evidence {
        case .several(let statements): return try voucher(for: statements, counting: &work)
        case .certified(let chain):
            let entry = try usableMetadata()?.entry(model: model, certificates: chain)
            // A status report may concern a certificate that the client omitted, down to the anchor.
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

    /// Evaluates a compound attestation. Every statement must be trusted.
    private func voucher(
        for statements: [(format: AttestationFormatID, evidence: AttestationEvidence)],
        counting work: inout VerificationWork
    ) throws(TrustRejection) -> VerifiedAttestation.Voucher {
        var last = VerifiedAttestation.Voucher.nobody
        for statement in statements {
            last = try voucher(for: statement.evidence, of: statement.format, counting: &work)
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
        case .rejectedWhenStale(let metadata):
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
    /// All certificates in the evidence.
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
    /// Attestation is required but missing.
    case attestationMissing
    /// The attestation is a self attestation, but a certificate is required.
    case selfAttestationNotAccepted
    /// The next update of the metadata is overdue, and stale metadata is rejected.
    case metadataStale
    /// The metadata reports that the model or the certificate is compromised or revoked.
    case authenticatorCompromised(status: String)
    /// There is no path from the certificate to a trust anchor.
    case noPathToAnchor
    /// A certificate on the path has expired.
    case certificateExpired
    /// A certificate on the path is not valid yet.
    case certificateNotYetValid
    /// A certificate on the path is revoked.
    case certificateRevoked
    /// The path breaks another rule of X.509.
    case chainInvalid(String)
    /// Building a path requires more work than the policy allows.
    case tooCostly
}
