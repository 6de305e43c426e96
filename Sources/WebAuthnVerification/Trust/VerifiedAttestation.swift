// SPDX-License-Identifier: Apache-2.0

import Cryptography
public import WebAuthnMessages

/// The result of verifying a registration's attestation.
public struct VerifiedAttestation: Hashable, Sendable {
    /// A kind of attestation.
    public enum Kind: String, Hashable, Sendable {
        /// No attestation.
        case none
        /// Self attestation.
        case selfSigned = "self"
        /// Attestation by a certificate.
        case certified
        /// Compound attestation.
        case several
    }

    /// The source that vouches for an authenticator.
    public enum Voucher: Hashable, Sendable {
        /// Trust was not required.
        case notRequired
        /// No source. Self attestation, or none, was accepted.
        case nobody
        /// A configured trust anchor.
        case anchor
        /// The FIDO metadata, with its description of the model.
        case metadata(description: String)
    }

    /// The format of the attestation statement.
    public let format: AttestationFormatID
    /// The kind of attestation.
    public let kind: Kind
    /// The source that vouches for the authenticator.
    public let voucher: Voucher
    /// The certificates in the statement, in DER, beginning with the attestation certificate.
    public let certificates: [[UInt8]]

    /// The attested model.
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
