// SPDX-License-Identifier: Apache-2.0

// ASCII character classes from RFC 9110 and RFC 9112.
extension UInt8 {
    static let carriageReturn: UInt8 = 0x0D
    static let lineFeed: UInt8 = 0x0A

    var isDigit: Bool { self &- 0x30 < 10 }

    var isLetterOrDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 26 }

    /// Whether the byte is a space or horizontal tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// Whether the byte is a visible ASCII character.
    var isVisible: Bool { self &- 0x21 < 94 }

    /// Whether the byte is a control character other than a tab.
    var isControl: Bool { (self < 0x20 && self != 0x09) || self == 0x7F }

    /// Whether the byte may occur in a token, such as a method or field name. Nearly all are letters.
    var isTokenCharacter: Bool { isLetterOrDigit || self == 0x2D || isOneOf("!#$%&'*+.^_`|~") }

    var lowercase: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }

    func isOneOf(_ characters: StaticString) -> Bool {
        characters.withUTF8Buffer { $0.contains(self) }
    }
}
