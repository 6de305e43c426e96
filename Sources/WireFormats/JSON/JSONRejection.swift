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
        case .empty: "there is nothing in it"
        case .unexpectedByte(let offset): "an unexpected byte at offset \(offset)"
        case .unexpectedEnd: "it ends too early"
        case .trailingBytes(let offset): "it goes on after its end, at offset \(offset)"
        case .duplicateMember(let name, _): "the member \"\(TerminalText.safe(name))\" stands there twice"
        case .invalidUTF8(let offset): "no UTF-8 at offset \(offset)"
        case .invalidEscape(let offset): "an escape that stands for nothing at offset \(offset)"
        case .loneSurrogate(let offset): "half a character at offset \(offset)"
        case .controlCharacter(let offset): "a control character in a text at offset \(offset)"
        case .invalidNumber(let offset): "no number of JSON at offset \(offset)"
        case .tooDeep: "arrays and objects stand too deep in each other"
        case .tooLarge: "it is too large"
        case .byteOrderMark: "it begins with a byte order mark"
        }
    }
}

extension JSONRejection {
    /// The reason with its line and column, for the author of the text.
    package func explanation(in bytes: [UInt8]) -> String {
        switch self {
        case .empty: "it is empty"
        case .unexpectedByte(let offset): "there is something unexpected \(Self.place(of: offset, in: bytes))"
        case .unexpectedEnd: "it ends too early, \(Self.place(of: bytes.count, in: bytes))"
        case .trailingBytes(let offset): "something follows its end \(Self.place(of: offset, in: bytes))"
        case .duplicateMember(let name, let offset):
            "the member \"\(TerminalText.safe(name))\" stands in one object twice, the second time "
                + Self.place(of: offset, in: bytes)
        case .invalidUTF8(let offset): "it is not UTF-8 \(Self.place(of: offset, in: bytes))"
        case .invalidEscape(let offset), .loneSurrogate(let offset):
            "there is an invalid escape \(Self.place(of: offset, in: bytes))"
        case .controlCharacter(let offset): "there is a control character \(Self.place(of: offset, in: bytes))"
        case .invalidNumber(let offset): "there is an invalid number \(Self.place(of: offset, in: bytes))"
        case .tooDeep: "it is nested too deeply"
        case .tooLarge: "it is too large"
        case .byteOrderMark: "it begins with a byte order mark"
        }
    }

    /// Lines and columns start at one. Columns count bytes.
    private static func place(of offset: Int, in bytes: [UInt8]) -> String {
        let before = bytes.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let column = before.count - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
        return "in line \(line), column \(column)"
    }
}
