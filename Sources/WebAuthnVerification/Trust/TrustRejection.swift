// SPDX-License-Identifier: Apache-2.0

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
