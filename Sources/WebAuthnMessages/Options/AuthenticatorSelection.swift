// SPDX-License-Identifier: Apache-2.0

/// Whether an authenticator is part of the client device or can leave it.
public struct AuthenticatorAttachment: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word as it is written in JSON.
    public let rawValue: String

    /// Takes any word: the vocabulary is open.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The same, for logs.
    public var description: String { rawValue }

    /// Part of the client device.
    public static let platform = Self(rawValue: "platform")
    /// Removable, or another device.
    public static let crossPlatform = Self(rawValue: "cross-platform")
}

/// Whether the credential has to be discoverable, so that it works without a user name.
public struct ResidentKeyRequirement: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word as it is written in JSON.
    public let rawValue: String

    /// Takes any word: the vocabulary is open.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The same, for logs.
    public var description: String { rawValue }

    /// Only a discoverable credential will do.
    public static let required = Self(rawValue: "required")
    /// Discoverable if the authenticator can.
    public static let preferred = Self(rawValue: "preferred")
    /// Not discoverable if the authenticator can.
    public static let discouraged = Self(rawValue: "discouraged")
}

/// Whether the authenticator has to recognize its user, by a biometric or a PIN.
public struct UserVerificationRequirement: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word as it is written in JSON.
    public let rawValue: String

    /// Takes any word: the vocabulary is open.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The same, for logs.
    public var description: String { rawValue }

    /// Refuse a response without user verification.
    public static let required = Self(rawValue: "required")
    /// Ask for it, accept and record its absence.
    public static let preferred = Self(rawValue: "preferred")
    /// Ask not to do it, record what came.
    public static let discouraged = Self(rawValue: "discouraged")
}

/// Which kind of authenticator the client should offer first.
public struct CredentialHint: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word as it is written in JSON.
    public let rawValue: String

    /// Takes any word: the vocabulary is open.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The same, for logs.
    public var description: String { rawValue }

    /// A security key.
    public static let securityKey = Self(rawValue: "security-key")
    /// The client device itself.
    public static let clientDevice = Self(rawValue: "client-device")
    /// Another device nearby.
    public static let hybrid = Self(rawValue: "hybrid")
}
