// SPDX-License-Identifier: Apache-2.0

/// Why bytes were not accepted as JSON. Offsets count bytes from the start of the input.
package enum JSONRejection: Error, Hashable, Sendable {
    case empty
    case unexpectedByte(offset: Int)
    case unexpectedEnd
    case trailingBytes(offset: Int)
    case duplicateMember(String)
    case invalidUTF8(offset: Int)
    case invalidEscape(offset: Int)
    case loneSurrogate(offset: Int)
    case controlCharacter(offset: Int)
    case invalidNumber(offset: Int)
    case tooDeep
    case tooLarge
    case byteOrderMark
}
