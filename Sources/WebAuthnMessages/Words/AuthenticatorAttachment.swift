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
