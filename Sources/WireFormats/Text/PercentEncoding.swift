// SPDX-License-Identifier: Apache-2.0

/// The percent-encoding of URLs (RFC 3986, section 2.1).
package enum PercentEncoding {
    private static let digits = [UInt8]("0123456789ABCDEF".utf8)

    /// Escapes everything but letters, digits and `-._~`.
    package static func encode(_ text: String) -> String {
        var output: [UInt8] = []
        for byte in text.utf8 {
            if byte.isUnreserved {
                output.append(byte)
            } else {
                output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Decodes text. Returns `nil` for a malformed escape or text that is not UTF-8.
    package static func decode(_ text: some StringProtocol) -> String? {
        decode(Array(text.utf8)[...], plusIsBlank: false)
    }

    /// Decodes text. In forms, a plus sign is a space.
    package static func decode(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool) -> String? {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "+") where plusIsBlank: output.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard bytes.endIndex - position >= 2, let high = bytes[position].hexadecimalValue,
                    let low = bytes[position + 1].hexadecimalValue
                else {
                    return nil
                }
                output.append(high << 4 | low)
                position += 2
            default: output.append(byte)
            }
        }
        return String(wellFormed: output[...])
    }
}
