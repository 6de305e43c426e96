// SPDX-License-Identifier: Apache-2.0

/// Escapes as URLs have them (RFC 3986, section 2.1).
package enum PercentEncoding {
    private static let digits = [UInt8]("0123456789ABCDEF".utf8)

    /// Everything but letters, digits and `-._~` is escaped.
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

    /// Nil for an escape that is cut short, or text that is not UTF-8.
    package static func decode(_ text: some StringProtocol) -> String? {
        decode(Array(text.utf8)[...], plusIsBlank: false)
    }

    /// As forms are written: a plus sign is a blank.
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
        return String(validating: output, as: UTF8.self)
    }
}

extension UInt8 {
    /// RFC 3986, section 2.3.
    package var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    package var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
