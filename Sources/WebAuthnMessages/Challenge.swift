// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The random bytes that bind a response to its ceremony. The description is redacted.
public struct Challenge: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The challenge's bytes.
    public let bytes: [UInt8]

    /// The minimum length that WebAuthn recommends (§13.4.3).
    public static let minimumByteCount = 16

    /// Creates a challenge. Returns `nil` for fewer than 16 bytes, which an attacker could guess.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.minimumByteCount else { return nil }
        self.bytes = bytes
    }

    /// Creates a challenge of any length, to verify a ceremony that other software started.
    public init(uncheckedBytes bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The challenge in base64url, as it appears in the client data.
    public var base64URL: String { Base64URL.encode(bytes) }

    /// A redacted text that keeps the challenge out of logs.
    public var description: String { "Challenge(redacted)" }
    /// The same redacted text.
    public var debugDescription: String { description }
}
