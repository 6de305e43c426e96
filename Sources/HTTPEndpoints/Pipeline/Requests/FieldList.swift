// SPDX-License-Identifier: Apache-2.0

/// Reads header fields that contain lists.
enum FieldList {
    /// Returns the members of lists without quoted strings. Fields of one name form one list.
    static func members(of values: [String]) -> [String] {
        values.flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }.map { trimmed($0) }.filter { !$0.isEmpty }
    }

    /// Splits at separators outside of quoted strings. An unterminated quotation mark extends to the end.
    static func split(_ text: String, at separator: UInt8) -> [String] {
        var members: [String] = []
        var start = text.utf8.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == separator, !isQuoted {
                members.append(trimmed(text.utf8[start..<index]))
                start = text.utf8.index(after: index)
            }
        }
        members.append(trimmed(text.utf8[start...]))
        return members.filter { !$0.isEmpty }
    }

    private static func trimmed(_ bytes: Substring.UTF8View) -> String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let kept = bytes.drop(while: isBlank)
        let end = kept.indices.last { !isBlank(kept[$0]) }.map { kept.index(after: $0) } ?? kept.startIndex
        return String(decoding: kept[..<end], as: UTF8.self)
    }
}
