// SPDX-License-Identifier: Apache-2.0

/// Why bytes were not accepted as JSON. Offsets count bytes from the start of the input.
package enum JSONRejection: Error, Hashable, Sendable {
    case empty
    case unexpectedByte(offset: Int)
    case unexpectedEnd
    case trailingBytes(offset: Int)
    /// The offset is that of the second name.
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

/// Text for display, without invisible characters and at most one line long.
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
