// SPDX-License-Identifier: Apache-2.0

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
