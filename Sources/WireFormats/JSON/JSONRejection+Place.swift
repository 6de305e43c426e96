// SPDX-License-Identifier: Apache-2.0

extension JSONRejection {
    /// What is wrong and in which line, for whoever wrote the text.
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

    /// Lines and columns count from one, and columns in bytes.
    private static func place(of offset: Int, in bytes: [UInt8]) -> String {
        let before = bytes.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let column = before.count - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
        return "in line \(line), column \(column)"
    }
}
