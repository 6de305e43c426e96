// SPDX-License-Identifier: Apache-2.0

/// A kind of attestation.
public enum AttestationKind: String, CaseIterable, Sendable, Codable {
    /// No statement at all.
    case none
    /// `packed`, signed by the new credential itself.
    case packedSelf
    /// `packed`, signed by an attestation key with a certificate chain.
    case packed
    case tpm
    case androidKey
    case androidSafetyNet
    case apple
    case fidoU2F
    /// Several statements in one.
    case compound

    /// The identifier in the attestation object.
    public var formatIdentifier: String {
        switch self {
        case .none: "none"
        case .packedSelf, .packed: "packed"
        case .tpm: "tpm"
        case .androidKey: "android-key"
        case .androidSafetyNet: "android-safetynet"
        case .apple: "apple"
        case .fidoU2F: "fido-u2f"
        case .compound: "compound"
        }
    }
}
