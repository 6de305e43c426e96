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
