// SPDX-License-Identifier: Apache-2.0

/// One fault of an attestation. Everything else, signatures included, stays right.
public enum AttestationAlteration: Hashable, Sendable, CaseIterable {
    case none(NoneAlteration)
    case packedSelf(PackedSelfAlteration)
    case packed(PackedAlteration)
    case tpm(TPMAlteration)
    case androidKey(AndroidKeyAlteration)
    case androidSafetyNet(SafetyNetAlteration)
    case apple(AppleAlteration)
    case fidoU2F(FIDOU2FAlteration)
    case compound(CompoundAlteration)
    /// The certificate chain, in any format that has one.
    case chain(ChainAlteration)

    /// Every alteration of every kind.
    public static var allCases: [AttestationAlteration] {
        NoneAlteration.allCases.map { .none($0) } + PackedSelfAlteration.allCases.map { .packedSelf($0) }
            + PackedAlteration.allCases.map { .packed($0) } + TPMAlteration.allCases.map { .tpm($0) }
            + AndroidKeyAlteration.allCases.map { .androidKey($0) }
            + SafetyNetAlteration.allCases.map { .androidSafetyNet($0) } + AppleAlteration.allCases.map { .apple($0) }
            + FIDOU2FAlteration.allCases.map { .fidoU2F($0) } + CompoundAlteration.allCases.map { .compound($0) }
            + ChainAlteration.allCases.map { .chain($0) }
    }

    /// The name on the command line, such as `tpm.wrongMagic`.
    public var name: String {
        switch self {
        case .none(let item): "none.\(item.rawValue)"
        case .packedSelf(let item): "packedSelf.\(item.rawValue)"
        case .packed(let item): "packed.\(item.rawValue)"
        case .tpm(let item): "tpm.\(item.rawValue)"
        case .androidKey(let item): "androidKey.\(item.rawValue)"
        case .androidSafetyNet(let item): "androidSafetyNet.\(item.rawValue)"
        case .apple(let item): "apple.\(item.rawValue)"
        case .fidoU2F(let item): "fidoU2F.\(item.rawValue)"
        case .compound(let item): "compound.\(item.rawValue)"
        case .chain(let item): "chain.\(item.rawValue)"
        }
    }

    /// The alteration of that name.
    public static func named(_ name: String) -> AttestationAlteration? { allCases.first { $0.name == name } }

    /// The kind of attestation it alters, or `nil` for the chain, which several kinds have.
    public var kind: AttestationKind? {
        switch self {
        case .none: AttestationKind.none
        case .packedSelf: .packedSelf
        case .packed: .packed
        case .tpm: .tpm
        case .androidKey: .androidKey
        case .androidSafetyNet: .androidSafetyNet
        case .apple: .apple
        case .fidoU2F: .fidoU2F
        case .compound: .compound
        case .chain: nil
        }
    }

    /// Whether an attestation of that kind can have the fault.
    public func applies(to kind: AttestationKind) -> Bool {
        guard case .chain(let item) = self else { return self.kind == kind }
        // U2F sends one certificate, which leaves nothing to alter above it.
        return kind == .fidoU2F ? ChainAlteration.withoutIntermediate.contains(item) : kind.hasCertificates
    }

    /// The verdict of a server that follows WebAuthn and requires a trusted chain.
    public var verdict: ResponseMutation.Verdict {
        switch self {
        case .packed(let item): PackedAlteration.harmless.contains(item) ? .harmless : .rejected
        // The relying party, which chooses the trust anchors, decides whether the manufacturer must be in the TCG's
        // registry.
        case .tpm(.manufacturerUnknown): .either
        case .tpm(let item): TPMAlteration.harmless.contains(item) ? .harmless : .rejected
        case .androidKey(.originInSoftwareList): .either
        case .fidoU2F(.aaguidSet): .either
        case .compound(.oneInvalid): .either
        case .chain(.rootIncluded): .harmless
        case .chain(.strangerIncluded): .either
        default: .rejected
        }
    }
}

extension AttestationKind {
    /// Whether the statement carries an attestation certificate.
    public var hasCertificates: Bool {
        switch self {
        case .none, .packedSelf, .compound: false
        case .packed, .tpm, .androidKey, .androidSafetyNet, .apple, .fidoU2F: true
        }
    }
}
