// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// A message as a mail program reads it: lines, headers and parts, with their encodings undone.
struct MailReader {
    struct Part: Hashable {
        var headers: [Header]
        var text: String
    }

    struct Header: Hashable {
        var name: String
        /// Unfolded, with its encoded words.
        var value: String
    }

    let lines: [String]
    private(set) var headers: [Header] = []
    private(set) var parts: [Part] = []

    /// Returns `nil` if the bytes have a CR or LF that does not end a line, or parts without an end.
    init?(_ bytes: [UInt8]) {
        guard let lines = Self.lines(of: bytes) else { return nil }
        self.lines = lines
        guard let (headers, body) = Self.split(lines[...]) else { return nil }
        self.headers = headers
        let type = headers.first { $0.name == "Content-Type" }?.value ?? ""
        guard let boundary = type.split(separator: "\"").last,
            let end = body.firstIndex(of: "--\(boundary)--"), end == body.endIndex - 1
        else { return nil }
        let sections = body[..<end].split(separator: "--\(boundary)", omittingEmptySubsequences: false)
        guard sections.first?.isEmpty == true else { return nil }
        for section in sections.dropFirst() {
            guard let (headers, lines) = Self.split(section), let text = Self.decodedQuotedPrintable(lines) else {
                return nil
            }
            parts.append(Part(headers: headers, text: text))
        }
    }

    subscript(_ name: String) -> String? {
        let found = headers.filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }

    private static func lines(of bytes: [UInt8]) -> [String]? {
        var lines: [String] = []
        var line: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: [0x0D, 0x0A]) {
                lines.append(String(decoding: line, as: UTF8.self))
                line = []
                index += 2
            } else {
                guard bytes[index] != 0x0D, bytes[index] != 0x0A, bytes[index] < 0x80 else { return nil }
                line.append(bytes[index])
                index += 1
            }
        }
        return line.isEmpty ? lines : nil
    }

    private static func split(_ lines: ArraySlice<String>) -> ([Header], ArraySlice<String>)? {
        guard let blank = lines.firstIndex(of: "") else { return nil }
        var headers: [Header] = []
        for line in lines[..<blank] {
            if line.hasPrefix(" ") {
                guard !headers.isEmpty, line.contains(where: { $0 != " " }) else { return nil }
                headers[headers.count - 1].value += line
            } else {
                guard let colon = line.firstRange(of: ": ") else { return nil }
                headers.append(
                    Header(name: String(line[..<colon.lowerBound]), value: String(line[colon.upperBound...])))
            }
        }
        return (headers, lines[(blank + 1)...])
    }

    /// Undoes RFC 2045, section 6.7. The end of the last line belongs to the boundary.
    private static func decodedQuotedPrintable(_ lines: ArraySlice<String>) -> String? {
        var bytes: [UInt8] = []
        for (index, line) in zip(lines.indices, lines) {
            var rest = Array(line.utf8)[...]
            guard rest.last != 0x20, rest.last != 0x09 else { return nil }
            let goesOn = rest.last == UInt8(ascii: "=")
            if goesOn { rest.removeLast() }
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "=") else {
                    bytes.append(byte)
                    continue
                }
                guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
                    return nil
                }
                bytes.append(high << 4 | low)
            }
            if !goesOn, index != lines.endIndex - 1 { bytes += [0x0D, 0x0A] }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Undoes RFC 2047. White space between encoded words is none of the text. Each word must be text by itself.
    static func decodedWords(_ value: String) -> String? {
        var text = ""
        var followsWord = false
        for (index, word) in value.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            let isEncoded = word.hasPrefix("=?UTF-8?B?") && word.hasSuffix("?=")
            if index > 0, !(isEncoded && followsWord) { text += " " }
            if isEncoded {
                guard word.utf8.count <= 75,
                    let decoded = Base64.decode(String(word.dropFirst(10).dropLast(2))).flatMap({
                        String(validating: $0, as: UTF8.self)
                    })
                else { return nil }
                text += decoded
            } else {
                text += word
            }
            followsWord = isEncoded
        }
        return text
    }
}
