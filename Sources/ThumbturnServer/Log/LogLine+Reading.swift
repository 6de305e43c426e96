// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension LogLine {
    /// Returns the fields of a line in either form, or `nil` for other lines. Prefixes that log collectors add are
    /// ignored.
    static func fields(of line: ArraySlice<UInt8>) -> JSONObject? {
        json(line) ?? logfmt(line)
    }

    private static func json(_ line: ArraySlice<UInt8>) -> JSONObject? {
        guard let start = line.firstIndex(of: UInt8(ascii: "{")), let end = line.lastIndex(of: UInt8(ascii: "}")),
            start < end
        else { return nil }
        return (try? JSONReader.read(Array(line[start...end])))?.objectValue
    }

    /// Parses `time level event name=value …`, where a value is JSON or a string without spaces.
    private static func logfmt(_ line: ArraySlice<UInt8>) -> JSONObject? {
        var words = words(of: line)[...]
        guard let event = words.firstIndex(where: { assignment($0) != nil }).map({ $0 - 1 }), event >= 2 else {
            return nil
        }
        words = words[(event - 2)...]
        var fields = JSONObject()
        for name in ["time", "level", "event"] { fields[name] = words.popFirst().map { value(of: $0) } }
        for word in words {
            guard let (name, text) = assignment(word) else { return nil }
            fields[String(decoding: name, as: UTF8.self)] = value(of: text)
        }
        return fields
    }

    /// Splits a line at spaces, except those within quotation marks.
    private static func words(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var words: [ArraySlice<UInt8>] = []
        var start = line.startIndex
        var (isQuoted, isEscaped) = (false, false)
        for index in line.indices {
            let byte = line[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: " "), !isQuoted {
                if start < index { words.append(line[start..<index]) }
                start = index + 1
            }
        }
        if start < line.endIndex { words.append(line[start...]) }
        return words
    }

    private static func assignment(_ word: ArraySlice<UInt8>) -> (name: ArraySlice<UInt8>, text: ArraySlice<UInt8>)? {
        guard let mark = word.firstIndex(of: UInt8(ascii: "=")), mark > word.startIndex else { return nil }
        return (word[..<mark], word[(mark + 1)...])
    }

    private static func value(of word: ArraySlice<UInt8>) -> JSONValue {
        (try? JSONReader.read(Array(word))) ?? .string(String(decoding: word, as: UTF8.self))
    }
}
