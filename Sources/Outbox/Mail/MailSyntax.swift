// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Words that are separated by single dots (RFC 5322, section 3.2.3).
enum DotAtom {
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        let words = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return words.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAllowed) }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }
}

/// A domain in ASCII (RFC 1123, section 2.1), of one label or more.
enum DomainName {
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return bytes.count <= 253 && labels.allSatisfy(isLabel)
    }

    /// Whether resolvers would read the name as an IPv4 address.
    static func endsWithNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.split(separator: UInt8(ascii: ".")).last?.allSatisfy(\.isDigit) ?? false
    }

    private static func isLabel(_ bytes: ArraySlice<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return (1...63).contains(bytes.count) && bytes.first != hyphen && bytes.last != hyphen
            && bytes.allSatisfy { $0.isAlphanumeric || $0 == hyphen }
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII character that can be seen.
    var isPrintable: Bool { (0x21...0x7E).contains(self) }
}

extension String {
    /// Whether there is a control character, or one that some programs take for the end of a line.
    var hasControls: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
            default: false
            }
        }
    }
}
