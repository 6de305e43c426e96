// SPDX-License-Identifier: Apache-2.0

/// Why bytes are rejected as JSON. Offsets count bytes from the start of the input.
package enum JSONRejection: Error, Hashable, Sendable {
    case empty
    case unexpectedByte(offset: Int)
    case unexpectedEnd
    case trailingBytes(offset: Int)
    /// The offset is the second name's.
    case duplicateMember(String, offset: Int)
    case invalidUTF8(offset: Int)
    case invalidEscape(offset: Int)
    case loneSurrogate(offset: Int)
    case controlCharacter(offset: Int)
    case invalidNumber(offset: Int)
    case tooDeep
    case tooLarge
    case byteOrderMark
}

/// The descriptions are printable and no longer than a line, whatever names the input has.
extension JSONRejection: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "it is empty"
        case .unexpectedByte(let offset): "unexpected byte at offset \(offset)"
        case .unexpectedEnd: "unexpected end"
        case .trailingBytes(let offset): "trailing data at offset \(offset)"
        case .duplicateMember(let name, _): "duplicate member \"\(TerminalText.safe(name))\""
        case .invalidUTF8(let offset): "invalid UTF-8 at offset \(offset)"
        case .invalidEscape(let offset): "invalid escape at offset \(offset)"
        case .loneSurrogate(let offset): "unpaired surrogate at offset \(offset)"
        case .controlCharacter(let offset): "control character in a string at offset \(offset)"
        case .invalidNumber(let offset): "invalid number at offset \(offset)"
        case .tooDeep: "it is nested too deeply"
        case .tooLarge: "it is too large"
        case .byteOrderMark: "it starts with a byte order mark"
        }
    }
}

extension JSONRejection {
    /// The reason with its line and column, for the author of the text.
    package func explanation(in bytes: [UInt8]) -> String {
        switch self {
        case .empty: "it is empty"
        case .unexpectedByte(let offset): "unexpected byte \(Self.place(of: offset, in: bytes))"
        case .unexpectedEnd: "unexpected end \(Self.place(of: bytes.count, in: bytes))"
        case .trailingBytes(let offset): "trailing data \(Self.place(of: offset, in: bytes))"
        case .duplicateMember(let name, let offset):
            "duplicate member \"\(TerminalText.safe(name))\" \(Self.place(of: offset, in: bytes))"
        case .invalidUTF8(let offset): "invalid UTF-8 \(Self.place(of: offset, in: bytes))"
        case .invalidEscape(let offset), .loneSurrogate(let offset):
            "invalid escape \(Self.place(of: offset, in: bytes))"
        case .controlCharacter(let offset): "control character \(Self.place(of: offset, in: bytes))"
        case .invalidNumber(let offset): "invalid number \(Self.place(of: offset, in: bytes))"
        case .tooDeep: "it is nested too deeply"
        case .tooLarge: "it is too large"
        case .byteOrderMark: "it starts with a byte order mark"
        }
    }

    /// Lines and columns start at one. Columns count bytes.
    private static func place(of offset: Int, in bytes: [UInt8]) -> String {
        let before = bytes.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let column = before.count - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
        return "at line \(line), column \(column)"
    }
}
