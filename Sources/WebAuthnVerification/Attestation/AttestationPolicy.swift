// SPDX-License-Identifier: Apache-2.0

/// The choices that the attestation formats leave to a relying party. The defaults are the strictest.
public struct AttestationPolicy: Hashable, Sendable {
    /// The source of the authorization lists that protect an Android key.
    public enum AndroidKeyAuthority: Hashable, Sendable {
        /// Only the list of the trusted execution environment. The default.
        case trustedEnvironment
        /// The list of the trusted execution environment or of the operating system.
        case trustedEnvironmentOrSoftware
    }

    /// The maximum age of a SafetyNet response.
    public enum SafetyNetFreshness: Hashable, Sendable {
        /// At most this age, with ten seconds of clock skew.
        case within(seconds: Int64)
        /// Any age, to verify past ceremonies.
        case notChecked
    }

    /// The number of statements in a compound attestation that must be valid.
    public enum CompoundQuorum: Hashable, Sendable {
        /// All statements. The default.
        case all
        /// At least this many, and at least one.
        case atLeast(Int)
    }

    /// The limits against responses that are costly to verify. All known attestations stay below them.
    public struct Limits: Hashable, Sendable {
        /// The maximum length of an attestation object, in bytes.
        public var objectBytes = 32 << 10
        /// The maximum number of certificates in a statement.
        public var certificates = 8
        /// The maximum number of statements in a compound attestation.
        public var statements = 8
        /// The maximum work, in multiples of one ES256 signature verification. It is estimated by the kinds and sizes
        /// of keys and certificates, before they are used.
        public var work = 200

        /// Creates the default limits.
        public init() {}
    }

    /// The source of the authorization lists that protect an Android key.
    public var androidKeyAuthority = AndroidKeyAuthority.trustedEnvironment
    /// The maximum age of a SafetyNet response.
    public var safetyNetFreshness = SafetyNetFreshness.within(seconds: 60)
    /// The number of statements in a compound attestation that must be valid.
    public var compoundQuorum = CompoundQuorum.all
    /// The limits against responses that are costly to verify.
    public var limits = Limits()

    /// Creates the strictest policy.
    public init() {}
}
