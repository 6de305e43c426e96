// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The random bytes that tie one response to one ceremony; printed only as a redaction.
public struct Challenge: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The challenge's bytes.
    public let bytes: [UInt8]

    /// The fewest bytes WebAuthn recommends (§13.4.3).
    public static let minimumByteCount = 16

    /// Accepts 16 bytes or more; `nil` for fewer, which could be guessed.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.minimumByteCount else { return nil }
        self.bytes = bytes
    }

    /// Takes bytes of any length, for judging ceremonies that somebody else began.
    public init(uncheckedBytes bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The challenge as the client writes it into its client data.
    public var base64URL: String { Base64URL.encode(bytes) }

    /// A redaction: challenges are kept out of logs.
    public var description: String { "Challenge(redacted)" }
    /// A redaction, here too.
    public var debugDescription: String { description }
}
