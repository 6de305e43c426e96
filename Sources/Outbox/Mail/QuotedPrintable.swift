// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The encoding of text as short lines of ASCII (RFC 2045, section 6.7).
enum QuotedPrintable {
    /// Encodes text. Its lines may end with LF or CRLF; a CR alone is no end of a line.
    static func encode(_ text: String) -> [UInt8] {
        var output: [UInt8] = []
        let lines = Array(text.utf8).split(separator: lineFeed, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let isLast = index == lines.count - 1
            append(!isLast && line.last == carriageReturn ? line.dropLast() : line, to: &output)
            if !isLast { output += [carriageReturn, lineFeed] }
        }
        return output
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    /// One less than the limit, for the sign that the line goes on.
    private static let lineLength = 75

    private static func append(_ line: ArraySlice<UInt8>, to output: inout [UInt8]) {
        var column = 0
        for (index, byte) in zip(line.indices, line) {
            let isLast = index == line.endIndex - 1
            let symbols = isPlain(byte, isLast: isLast) ? [byte] : escaped(byte)
            if column + symbols.count > lineLength {
                output += [UInt8(ascii: "="), carriageReturn, lineFeed]
                column = 0
            }
            output += symbols
            column += symbols.count
        }
    }

    /// Blanks at the end of a line get lost on the way.
    private static func isPlain(_ byte: UInt8, isLast: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "="): false
        case UInt8(ascii: " "), UInt8(ascii: "\t"): !isLast
        default: byte.isPrintable
        }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
    }
}
