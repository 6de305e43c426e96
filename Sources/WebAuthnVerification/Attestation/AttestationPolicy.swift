// SPDX-License-Identifier: Apache-2.0

/// The choices that the attestation formats leave to a relying party; the defaults are the strictest.
public struct AttestationPolicy: Hashable, Sendable {
    /// Whose word counts on how an Android key is protected.
    public enum AndroidKeyAuthority: Hashable, Sendable {
        /// Only the trusted execution environment's. The default.
        case trustedEnvironment
        /// The environment's or the operating system's.
        case trustedEnvironmentOrSoftware
    }

    /// How old a SafetyNet answer may be.
    public enum SafetyNetFreshness: Hashable, Sendable {
        /// Not older than this, and not from the future beyond ten seconds of clock skew.
        case within(seconds: Int64)
        /// Not judged: for ceremonies of the past.
        case notJudged
    }

    /// How many statements of a compound one have to hold.
    public enum CompoundQuorum: Hashable, Sendable {
        /// Each of them. The default.
        case all
        /// This many, and at least one.
        case atLeast(Int)
    }

    /// Bounds against responses that are made to be costly. They leave room for every attestation that is known.
    public struct Limits: Hashable, Sendable {
        /// The longest attestation object, in bytes.
        public var objectBytes = 32 << 10
        /// The most certificates that a statement may carry.
        public var certificates = 8
        /// The most statements in a compound one.
        public var statements = 8
        /// The most work, in multiples of one ES256 signature check. It is counted by the kinds and sizes of keys and
        /// certificates, before they are used.
        public var work = 200

        /// The default limits.
        public init() {}
    }

    /// Whose word counts on Android keys.
    public var androidKeyAuthority = AndroidKeyAuthority.trustedEnvironment
    /// How old a SafetyNet answer may be.
    public var safetyNetFreshness = SafetyNetFreshness.within(seconds: 60)
    /// How many statements of a compound one have to hold.
    public var compoundQuorum = CompoundQuorum.all
    /// How much of a response is judged.
    public var limits = Limits()

    /// The strictest choices.
    public init() {}
}
