// SPDX-License-Identifier: Apache-2.0

// Classes of ASCII characters, as RFC 9110 and RFC 9112 name them.
extension UInt8 {
    static let carriageReturn: UInt8 = 0x0D
    static let lineFeed: UInt8 = 0x0A

    var isDigit: Bool { self &- 0x30 < 10 }

    var isLetterOrDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 26 }

    /// Space or horizontal tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// A visible character of ASCII.
    var isVisible: Bool { self &- 0x21 < 94 }

    /// Below space or DEL, other than a tab.
    var isControl: Bool { (self < 0x20 && self != 0x09) || self == 0x7F }

    /// May stand in a method or in the name of a field.
    var isTokenCharacter: Bool { isLetterOrDigit || isOneOf("!#$%&'*+-.^_`|~") }

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
