// SPDX-License-Identifier: Apache-2.0

import Cryptography
public import WebAuthnMessages

/// What the attestation of a registration proved, and who vouches for the authenticator.
public struct VerifiedAttestation: Hashable, Sendable {
    /// What the statement proved.
    public enum Kind: String, Hashable, Sendable {
        /// Nothing.
        case none
        /// The credential vouched for itself.
        case selfSigned = "self"
        /// A certificate vouched for the credential.
        case certified
        /// Several statements vouched for it.
        case several
    }

    /// Who vouches.
    public enum Voucher: Hashable, Sendable {
        /// Trust was not required.
        case notJudged
        /// Nobody, and that is acceptable.
        case nobody
        /// A configured anchor.
        case anchor
        /// The FIDO metadata, with the model's name in it.
        case metadata(description: String)
    }

    /// The format of the statement.
    public let format: AttestationFormatID
    /// What it proved.
    public let kind: Kind
    /// Who vouches for it.
    public let voucher: Voucher
    /// The certificates that came with it, in DER, the authenticator's own first.
    public let certificates: [[UInt8]]

    /// The model that the statement speaks of.
    let model: AAGUID

    init(_ evidence: AttestationEvidence, of object: AttestationObject, voucher: Voucher) {
        format = object.format
        model = evidence.model(of: object.format, claimed: object.credential.aaguid)
        self.voucher = voucher
        kind =
            switch evidence {
            case .none: .none
            case .selfSigned: .selfSigned
            case .certified: .certified
            case .several: .several
            }
        certificates = evidence.certificates.map(\.der)
    }
}
