// SPDX-License-Identifier: Apache-2.0

/// How much proof of its make the authenticator is asked for.
public struct AttestationConveyance: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word as it is written in JSON.
    public let rawValue: String

    /// Takes any word: the vocabulary is open.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The same, for logs.
    public var description: String { rawValue }

    /// No proof.
    public static let none = Self(rawValue: "none")
    /// A proof that the client may have replaced by an anonymous one.
    public static let indirect = Self(rawValue: "indirect")
    /// The authenticator's own proof.
    public static let direct = Self(rawValue: "direct")
    /// A proof that may identify the single device, for managed devices.
    public static let enterprise = Self(rawValue: "enterprise")
}

/// The name of an attestation statement format, compared case-sensitively.
public struct AttestationFormatID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word as it is written in JSON.
    public let rawValue: String

    /// Takes any word: the vocabulary is open.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The same, for logs.
    public var description: String { rawValue }

    /// No statement (§8.7).
    public static let none = Self(rawValue: "none")
    /// Packed (§8.2).
    public static let packed = Self(rawValue: "packed")
    /// Trusted Platform Module (§8.3).
    public static let tpm = Self(rawValue: "tpm")
    /// Android key attestation (§8.4).
    public static let androidKey = Self(rawValue: "android-key")
    /// Android SafetyNet, deprecated (§8.5).
    public static let androidSafetyNet = Self(rawValue: "android-safetynet")
    /// FIDO U2F (§8.6).
    public static let fidoU2F = Self(rawValue: "fido-u2f")
    /// Apple anonymous attestation (§8.8).
    public static let apple = Self(rawValue: "apple")
    /// Several statements at once (§8.9).
    public static let compound = Self(rawValue: "compound")
}
