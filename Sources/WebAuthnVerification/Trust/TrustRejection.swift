// SPDX-License-Identifier: Apache-2.0

/// Why an attestation that holds is not trusted (§7.1, steps 23 and 24).
public enum TrustRejection: Error, Hashable, Sendable {
    /// There is no attestation, and one is required.
    case attestationMissing
    /// The credential vouches for itself, and that is not enough.
    case selfAttestationNotAccepted
    /// The metadata is past its date, and stale metadata is refused.
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
