// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Markup, as UTF-8.
///
/// Only literals and other markup are taken as they are. Interpolated text is escaped for elements and quoted
/// attributes. Literals are `StaticString`, so that text known only at run time can't become a literal by mistake.
package struct HTML: Sendable, ExpressibleByStringInterpolation {
    package private(set) var bytes: [UInt8]

    package init() {
        bytes = []
    }

    package init(stringLiteral literal: StaticString) {
        bytes = []
        bytes.append(markup: literal)
    }

    package init(stringInterpolation interpolation: Interpolation) {
        bytes = interpolation.bytes
    }

    /// Escaped text.
    package init(_ text: String) {
        bytes = []
        bytes.append(escaping: text)
    }

    /// The value of a nonce or of a checked color, or serialized data, none of which contains markup.
    init(unescaped bytes: [UInt8]) {
        self.bytes = bytes
    }

    package static func += (left: inout HTML, right: HTML) {
        left.bytes += right.bytes
    }

    package struct Interpolation: StringInterpolationProtocol {
        package typealias StringLiteralType = StaticString

        fileprivate var bytes: [UInt8] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity + interpolationCount * 64)
        }

        package mutating func appendLiteral(_ literal: StaticString) {
            bytes.append(markup: literal)
        }

        package mutating func appendInterpolation(_ text: String) {
            bytes.append(escaping: text)
        }

        package mutating func appendInterpolation(_ number: Int) {
            bytes.append(escaping: String(number))
        }

        package mutating func appendInterpolation(_ html: HTML) {
            bytes += html.bytes
        }

        package mutating func appendInterpolation(_ html: HTML?) {
            if let html { bytes += html.bytes }
        }

        package mutating func appendInterpolation(_ parts: [HTML]) {
            for part in parts { bytes += part.bytes }
        }

        package mutating func appendInterpolation(_ link: PageLink) {
            bytes.append(escaping: link.text)
        }

        /// An attribute with a leading space, or nothing if there is no value.
        package mutating func appendInterpolation(attribute name: StaticString, _ value: String?) {
            guard let value else { return }
            bytes.append(UInt8(ascii: " "))
            bytes.append(markup: name)
            bytes += [UInt8(ascii: "="), UInt8(ascii: "\"")]
            bytes.append(escaping: value)
            bytes.append(UInt8(ascii: "\""))
        }

        /// A Boolean attribute with a leading space, or nothing.
        package mutating func appendInterpolation(flag name: StaticString, _ isSet: Bool) {
            guard isSet else { return }
            bytes.append(UInt8(ascii: " "))
            bytes.append(markup: name)
        }
    }
}

extension HTML {
    /// Text from outside. Its direction doesn't affect the sentence around it.
    package static func isolated(_ text: String) -> HTML {
        "<bdi>\(text)</bdi>"
    }

    /// Text from outside that stands out.
    package static func strong(_ text: String) -> HTML {
        "<strong><bdi>\(text)</bdi></strong>"
    }
}

extension [UInt8] {
    fileprivate mutating func append(markup literal: StaticString) {
        literal.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Control characters and those that override the direction of text become replacement characters: browsers drop or
    /// reinterpret the former, and the latter make one name look like another (UAX #9).
    fileprivate mutating func append(escaping text: String) {
        let isPlain = text.withContiguousUTF8 { bytes in
            // Without an early end, the compiler compares many bytes at once.
            var others: UInt8 = 0
            for index in bytes.indices { others |= bytes[index].isPlainInMarkup ? 0 : 1 }
            guard others == 0 else { return false }
            append(contentsOf: bytes)
            return true
        }
        if !isPlain { append(escapingScalarsOf: text) }
    }

    private mutating func append(escapingScalarsOf text: String) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: append(contentsOf: "&amp;".utf8)
            case 0x3C: append(contentsOf: "&lt;".utf8)
            case 0x3E: append(contentsOf: "&gt;".utf8)
            case 0x22: append(contentsOf: "&quot;".utf8)
            case 0x27: append(contentsOf: "&#39;".utf8)
            case 0x09, 0x0A, 0x20..<0x7F: append(UInt8(truncatingIfNeeded: scalar.value))
            case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: append(contentsOf: "\u{FFFD}".utf8)
            default: append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }
}

extension UInt8 {
    /// Whether the byte is printable ASCII that means nothing in markup.
    fileprivate var isPlainInMarkup: Bool {
        let isMark =
            self == UInt8(ascii: "&") || self == UInt8(ascii: "<") || self == UInt8(ascii: ">")
            || self == UInt8(ascii: "\"") || self == UInt8(ascii: "'")
        return self &- 0x20 < 0x5F && !isMark
    }
}
