// SPDX-License-Identifier: Apache-2.0

/// Whether an authenticator is built into the client device (`AuthenticatorAttachment`).
public struct AuthenticatorAttachment: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The value in JSON.
    public let rawValue: String

    /// Creates a value from any text. Unknown values are kept.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The value in JSON.
    public var description: String { rawValue }

    /// Built into the client device.
    public static let platform = Self(rawValue: "platform")
    /// A removable authenticator or another device.
    public static let crossPlatform = Self(rawValue: "cross-platform")
}

/// Whether the credential must be discoverable, so that users can sign in without a user name
/// (`ResidentKeyRequirement`).
public struct ResidentKeyRequirement: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The value in JSON.
    public let rawValue: String

    /// Creates a value from any text. Unknown values are kept.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The value in JSON.
    public var description: String { rawValue }

    /// The credential must be discoverable.
    public static let required = Self(rawValue: "required")
    /// The credential should be discoverable if the authenticator supports it.
    public static let preferred = Self(rawValue: "preferred")
    /// The credential should not be discoverable.
    public static let discouraged = Self(rawValue: "discouraged")
}

/// Whether the authenticator must verify the user, by a biometric or a PIN (`UserVerificationRequirement`).
public struct UserVerificationRequirement: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The value in JSON.
    public let rawValue: String

    /// Creates a value from any text. Unknown values are kept.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The value in JSON.
    public var description: String { rawValue }

    /// A response without user verification is rejected.
    public static let required = Self(rawValue: "required")
    /// The user should be verified. A response without user verification is accepted.
    public static let preferred = Self(rawValue: "preferred")
    /// The user should not be verified.
    public static let discouraged = Self(rawValue: "discouraged")
}

/// A kind of authenticator that the client should offer (`PublicKeyCredentialHint`).
public struct CredentialHint: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The value in JSON.
    public let rawValue: String

    /// Creates a value from any text. Unknown values are kept.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The value in JSON.
    public var description: String { rawValue }

    /// A security key.
    public static let securityKey = Self(rawValue: "security-key")
    /// The client device itself.
    public static let clientDevice = Self(rawValue: "client-device")
    /// Another device nearby, usually a phone.
    public static let hybrid = Self(rawValue: "hybrid")
}
