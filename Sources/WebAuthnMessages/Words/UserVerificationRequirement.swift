// SPDX-License-Identifier: Apache-2.0

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
