// SPDX-License-Identifier: Apache-2.0

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
