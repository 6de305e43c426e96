// SPDX-License-Identifier: Apache-2.0

/// The address of a sender or recipient in a mail's envelope, and the only way for text to become one.
///
/// It is the dot-atom form of RFC 5321 in ASCII, with the name of a host. Quoted names, comments and IP addresses are
/// left out: nothing delivers to them, and each is a way to smuggle in a second address or command.
package struct EnvelopeAddress: Hashable, Sendable {
    package let text: String

    /// Returns `nil` if the text is no such address.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        // An address that begins with a hyphen looks like an option to programs behind the relay.
        guard bytes.count <= Self.limit, bytes.first != UInt8(ascii: "-") else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count <= 64, Self.isLocalPart(parts[0]), Self.isHostName(parts[1]) else {
            return nil
        }
        self.text = text
    }

    /// A path has 256 bytes at most (RFC 5321, section 4.5.3.1.3), with its angle brackets.
    private static let limit = 254

    private static func isLocalPart(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty && word.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
        }
    }

    private static func isHostName(_ bytes: ArraySlice<UInt8>) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // A resolver would take a number at the end for an IPv4 address.
        guard let last = labels.last, !last.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        return labels.allSatisfy { label in
            let hyphen = UInt8(ascii: "-")
            return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
                && label.allSatisfy { $0.isLetterOrDigit || $0 == hyphen }
        }
    }
}

extension EnvelopeAddress: CustomStringConvertible {
    package var description: String { text }
}

extension UInt8 {
    /// Whether it is an ASCII letter or digit.
    var isLetterOrDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
