// SPDX-License-Identifier: Apache-2.0

/// The attestation that a relying party requests (`AttestationConveyancePreference`).
public struct AttestationConveyance: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The value in JSON.
    public let rawValue: String

    /// Creates a value from any text. Unknown values are kept.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The value in JSON.
    public var description: String { rawValue }

    /// No attestation.
    public static let none = Self(rawValue: "none")
    /// Attestation that the client may replace with an anonymized one.
    public static let indirect = Self(rawValue: "indirect")
    /// The attestation of the authenticator.
    public static let direct = Self(rawValue: "direct")
    /// Attestation that may identify the device, for managed devices.
    public static let enterprise = Self(rawValue: "enterprise")
}

/// An attestation statement format by its identifier, which is case-sensitive.
public struct AttestationFormatID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The value in JSON.
    public let rawValue: String

    /// Creates a value from any text. Unknown values are kept.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The value in JSON.
    public var description: String { rawValue }

    /// No statement (§8.7).
    public static let none = Self(rawValue: "none")
    /// Packed (§8.2).
    public static let packed = Self(rawValue: "packed")
    /// Trusted Platform Module (§8.3).
    public static let tpm = Self(rawValue: "tpm")
    /// Android key attestation (§8.4).
    public static let androidKey = Self(rawValue: "android-key")
    /// Android SafetyNet, which is deprecated (§8.5).
    public static let androidSafetyNet = Self(rawValue: "android-safetynet")
    /// FIDO U2F (§8.6).
    public static let fidoU2F = Self(rawValue: "fido-u2f")
    /// Apple anonymous attestation (§8.8).
    public static let apple = Self(rawValue: "apple")
    /// Compound attestation (§8.9).
    public static let compound = Self(rawValue: "compound")
}
