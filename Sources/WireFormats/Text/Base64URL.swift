// SPDX-License-Identifier: Apache-2.0

/// Base64 with the URL-safe alphabet and no padding, as WebAuthn and JOSE use it (RFC 4648 §5).
///
/// Decoding is strict: only the sixty-four symbols, no padding, no white space, and no second spelling of the same bytes.
public enum Base64URL {
    /// The text that stands for `bytes`.
    public static func encode(_ bytes: [UInt8]) -> String {
        Base64Alphabet.url.encode(bytes, isPadded: false)
    }

    /// The bytes that `text` stands for, or `nil` when it is not exactly what ``encode(_:)`` would have written.
    public static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { Base64Alphabet.url.decode($0) }
    }

    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        if let decoded = text.withContiguousStorageIfAvailable({ Base64Alphabet.url.decode($0) }) {
            return decoded
        }
        return Array(text).withUnsafeBufferPointer { Base64Alphabet.url.decode($0) }
    }
}
