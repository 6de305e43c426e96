// SPDX-License-Identifier: Apache-2.0

/// Bytes as base64 text, in both alphabets.
package enum Base64Text {
    /// RFC 4648 §5 without padding.
    package static func url(_ bytes: [UInt8]) -> String { text(bytes, alphabet: urlAlphabet, isPadded: false) }

    /// RFC 4648 §4 with padding.
    package static func standard(_ bytes: [UInt8]) -> String { text(bytes, alphabet: standardAlphabet, isPadded: true) }

    /// The bytes of unpadded base64url text; nil for any other character, an impossible length or stray trailing bits.
    package static func bytes(url text: String) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count * 3 / 4)
        var accumulator: UInt32 = 0
        var bitCount = 0
        for character in text.utf8 {
            guard let value = urlValue(character) else { return nil }
            accumulator = accumulator << 6 | UInt32(value)
            bitCount += 6
            guard bitCount >= 8 else { continue }
            bitCount -= 8
            output.append(UInt8(truncatingIfNeeded: accumulator >> UInt32(bitCount)))
        }
        guard bitCount < 6, accumulator & (1 << UInt32(bitCount) - 1) == 0 else { return nil }
        return output
    }

    private static let urlAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let standardAlphabet = [UInt8](urlAlphabet.dropLast(2) + "+/".utf8)

    private static func urlValue(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }

    private static func text(_ bytes: [UInt8], alphabet: [UInt8], isPadded: Bool) -> String {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let available = min(3, bytes.count - start)
            var group = UInt32(bytes[start]) << 16
            if available > 1 { group |= UInt32(bytes[start + 1]) << 8 }
            if available > 2 { group |= UInt32(bytes[start + 2]) }
            for position in 0...available { output.append(alphabet[Int(group >> UInt32(18 - 6 * position)) & 63]) }
            if isPadded { output += repeatElement(UInt8(ascii: "="), count: 3 - available) }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
