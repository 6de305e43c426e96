// SPDX-License-Identifier: Apache-2.0

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
