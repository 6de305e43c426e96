// SPDX-License-Identifier: Apache-2.0

/// Why a FIDO metadata BLOB is refused.
public enum MetadataRejection: Error, Hashable, Sendable {
    /// It is not a compact signed token.
    case notAToken
    /// It is not signed with a public-key algorithm this library knows.
    case algorithmNotAllowed
    /// It carries no certificates; a BLOB that only links to them is not supported.
    case certificatesMissing
    /// Its certificates do not lead to a trusted root.
    case signerUntrusted(TrustRejection)
    /// Its certificate is trusted, but not for the metadata service's host.
    case signerIsAnother
    /// Its signature is not by its certificate.
    case signatureInvalid
    /// Its payload lacks something, or has it in another form.
    case payloadMalformed(String)
    /// It is older than the one known already.
    case numberWentBack(known: Int, received: Int)

    /// A name for the case that never changes.
    public var code: String {
        switch self {
        case .notAToken: "metadata.not-a-token"
        case .algorithmNotAllowed: "metadata.algorithm-not-allowed"
        case .certificatesMissing: "metadata.certificates-missing"
        case .signerUntrusted: "metadata.signer-untrusted"
        case .signerIsAnother: "metadata.signer-is-another"
        case .signatureInvalid: "metadata.signature-invalid"
        case .payloadMalformed: "metadata.payload-malformed"
        case .numberWentBack: "metadata.number-went-back"
        }
    }
}
