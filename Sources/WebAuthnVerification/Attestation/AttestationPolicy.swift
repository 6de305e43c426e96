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

    /// Whose word counts on Android keys.
    public var androidKeyAuthority = AndroidKeyAuthority.trustedEnvironment
    /// How old a SafetyNet answer may be.
    public var safetyNetFreshness = SafetyNetFreshness.within(seconds: 60)
    /// How many statements of a compound one have to hold.
    public var compoundQuorum = CompoundQuorum.all

    /// The strictest choices.
    public init() {}
}
