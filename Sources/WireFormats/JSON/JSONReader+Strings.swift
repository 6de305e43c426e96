// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
    /// Reads a string. The cursor is at its opening quotation mark.
    mutating func readString() throws(JSONRejection) -> String {
        cursor.advance()
        let start = cursor.offset
        let isASCII = cursor.skipPlainText()
        guard cursor.peek() == UInt8(ascii: "\"") else { return try readStringWithEscapes(from: start) }
        defer { cursor.advance() }
        return isASCII ? cursor.ascii(since: start) : try text(cursor.slice(since: start), at: start)
    }

    private mutating func readStringWithEscapes(from start: Int) throws(JSONRejection) -> String {
        var decoded = Array(cursor.slice(since: start))
        while let byte = cursor.peek() {
            switch byte {
            case UInt8(ascii: "\""):
                cursor.advance()
                return try text(decoded[...], at: start)
            case UInt8(ascii: "\\"): try readEscape(into: &decoded)
            case 0..<0x20: throw .controlCharacter(offset: cursor.offset)
            default:
                let run = cursor.offset
                _ = cursor.skipPlainText()
                decoded.append(contentsOf: cursor.slice(since: run))
            }
        }
        throw .unexpectedEnd
    }

    private mutating func readEscape(into decoded: inout [UInt8]) throws(JSONRejection) {
        let start = cursor.offset
        cursor.advance()
        guard let symbol = cursor.peek() else { throw .unexpectedEnd }
        cursor.advance()
        switch symbol {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(symbol)
        case UInt8(ascii: "b"): decoded.append(0x08)
        case UInt8(ascii: "f"): decoded.append(0x0C)
        case UInt8(ascii: "n"): decoded.append(0x0A)
        case UInt8(ascii: "r"): decoded.append(0x0D)
        case UInt8(ascii: "t"): decoded.append(0x09)
        case UInt8(ascii: "u"): decoded.append(contentsOf: String(Character(try readScalar(from: start))).utf8)
        default: throw .invalidEscape(offset: start)
        }
    }

    /// Reads the rest of `\uXXXX`, and the second escape of a surrogate pair.
    private mutating func readScalar(from start: Int) throws(JSONRejection) -> Unicode.Scalar {
        let first = try readCodeUnit(from: start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, cursor.take(UInt8(ascii: "\\")), cursor.take(UInt8(ascii: "u")) else {
            throw cursor.isAtEnd ? .unexpectedEnd : .loneSurrogate(offset: start)
        }
        let second = try readCodeUnit(from: start)
        guard (0xDC00...0xDFFF).contains(second) else { throw .loneSurrogate(offset: start) }
        let combined = 0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(second & 0x3FF)
        guard let scalar = Unicode.Scalar(combined) else { throw .loneSurrogate(offset: start) }
        return scalar
    }

    private mutating func readCodeUnit(from start: Int) throws(JSONRejection) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let symbol = cursor.peek() else { throw .unexpectedEnd }
            let digit: UInt8
            switch symbol {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = symbol - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = symbol - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = symbol - UInt8(ascii: "A") + 10
            default: throw .invalidEscape(offset: start)
            }
            cursor.advance()
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    private func text(_ bytes: ArraySlice<UInt8>, at start: Int) throws(JSONRejection) -> String {
        guard let text = String(wellFormed: bytes) else { throw .invalidUTF8(offset: start) }
        return text
    }
}
