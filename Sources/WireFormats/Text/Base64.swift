// SPDX-License-Identifier: Apache-2.0

/// Base64 with the URL-safe alphabet and no padding, as WebAuthn and JOSE use it (RFC 4648 §5).
///
/// Decoding is strict: only the 64 symbols, no padding, no white space, and no second spelling of the same bytes.
public enum Base64URL {
    /// Encodes bytes.
    public static func encode(_ bytes: [UInt8]) -> String {
        Base64Alphabet.url.encode(bytes, isPadded: false)
    }

    /// Appends the ASCII text of bytes to a buffer.
    package static func append(_ bytes: [UInt8], to output: inout [UInt8]) {
        Base64Alphabet.url.append(bytes, to: &output)
    }

    /// Decodes text. Returns `nil` unless it is exactly what ``encode(_:)`` returns for those bytes.
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

/// Base64 with the standard alphabet and required padding, as `x5c` and PEM use it (RFC 4648 §4).
package enum Base64 {
    package static func encode(_ bytes: [UInt8]) -> String {
        Base64Alphabet.standard.encode(bytes, isPadded: true)
    }

    package static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { decode($0) }
    }

    static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return Base64Alphabet.standard.decode(UnsafeBufferPointer(rebasing: text.dropLast(padding)))
    }
}

/// The 64 symbols of one base64 variant, and the algorithms that both variants share (RFC 4648 §4 and §5).
struct Base64Alphabet: Sendable {
    static let standard = Base64Alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    static let url = Base64Alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    private static let notASymbol: UInt8 = 0xFF

    private let symbols: [UInt8]
    /// One entry for each possible byte, so that any `UInt8` is a valid index.
    private let values: [UInt8]

    private init(_ text: String) {
        symbols = Array(text.utf8)
        var values = [UInt8](repeating: Self.notASymbol, count: 256)
        for (value, symbol) in symbols.enumerated() {
            values[Int(symbol)] = UInt8(value)
        }
        self.values = values
    }

    func encode(_ bytes: [UInt8], isPadded: Bool) -> String {
        let count = isPadded ? (bytes.count + 2) / 3 * 4 : Self.unpaddedCount(of: bytes)
        return String(unsafeUninitializedCapacity: count) { output in
            var written = write(bytes, to: output)
            while written < count {
                output[written] = UInt8(ascii: "=")
                written += 1
            }
            return written
        }
    }

    /// Appends the text without padding.
    func append(_ bytes: [UInt8], to output: inout [UInt8]) {
        let start = output.count
        output.append(contentsOf: repeatElement(0, count: Self.unpaddedCount(of: bytes)))
        output.withUnsafeMutableBufferPointer { output in
            _ = write(bytes, to: UnsafeMutableBufferPointer(rebasing: output[start...]))
        }
    }

    private static func unpaddedCount(of bytes: [UInt8]) -> Int {
        let tail = bytes.count % 3
        return bytes.count / 3 * 4 + (tail == 0 ? 0 : tail + 1)
    }

    /// Writes the text without padding and returns its length.
    private func write(_ bytes: [UInt8], to output: UnsafeMutableBufferPointer<UInt8>) -> Int {
        symbols.withUnsafeBufferPointer { symbols in
            bytes.withUnsafeBufferPointer { bytes in
                var written = 0
                func put(_ sextet: UInt32) {
                    output[written] = symbols[Int(sextet & 0x3F)]
                    written += 1
                }
                var index = 0
                while bytes.count - index >= 3 {
                    let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
                    put(group >> 18)
                    put(group >> 12)
                    put(group >> 6)
                    put(group)
                    index += 3
                }
                let tail = bytes.count - index
                if tail > 0 {
                    let group = UInt32(bytes[index]) << 16 | (tail == 2 ? UInt32(bytes[index + 1]) << 8 : 0)
                    put(group >> 18)
                    put(group >> 12)
                    if tail == 2 { put(group >> 6) }
                }
                return written
            }
        }
    }

    /// Decodes text without padding. Returns `nil` for a foreign symbol, an impossible length, or if the bits after the
    /// last byte are not zero, because two texts would mean the same bytes.
    func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let tail = text.count % 4
        guard tail != 1 else { return nil }
        let count = text.count / 4 * 3 + max(tail - 1, 0)
        var bytes = [UInt8](repeating: 0, count: count)
        let isAcceptable = bytes.withUnsafeMutableBufferPointer { output in
            values.withUnsafeBufferPointer { decode(text, by: $0, into: output) }
        }
        return isAcceptable ? bytes : nil
    }

    /// Writes three bytes for every four symbols, then one or two bytes for the remaining two or three symbols.
    private func decode(
        _ text: UnsafeBufferPointer<UInt8>, by values: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        var seen: UInt8 = 0
        var leftOver: UInt32 = 0
        func sextet(_ index: Int) -> UInt32 {
            let value = values[Int(text[index])]
            seen |= value
            return UInt32(value)
        }
        let groups = text.count / 4
        for group in 0..<groups {
            let first = group * 4
            let bits = sextet(first) << 18 | sextet(first + 1) << 12 | sextet(first + 2) << 6 | sextet(first + 3)
            output[group * 3] = UInt8(truncatingIfNeeded: bits >> 16)
            output[group * 3 + 1] = UInt8(truncatingIfNeeded: bits >> 8)
            output[group * 3 + 2] = UInt8(truncatingIfNeeded: bits)
        }
        let tail = text.count % 4
        if tail > 0 {
            let first = groups * 4
            let bits = sextet(first) << 18 | sextet(first + 1) << 12 | (tail == 3 ? sextet(first + 2) << 6 : 0)
            output[groups * 3] = UInt8(truncatingIfNeeded: bits >> 16)
            if tail == 3 { output[groups * 3 + 1] = UInt8(truncatingIfNeeded: bits >> 8) }
            leftOver = bits & (tail == 3 ? 0xFF : 0xFFFF)
        }
        // Values below 64 leave the two high bits clear. The mark of a foreign symbol sets them.
        return leftOver == 0 && seen < 64
    }
}
