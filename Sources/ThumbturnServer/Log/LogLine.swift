// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Writes a record as one line: no secrets, nothing invisible, and short enough to be written in one go.
package enum LogLine {
    package enum Form: Sendable {
        /// For programs.
        case json
        /// For people at a terminal.
        case logfmt
    }

    /// What a pipe takes whole or not at all on Linux (pipe(7), `PIPE_BUF`).
    package static let byteLimit = 4096

    /// The line, with its end.
    package static func text(_ record: LogRecord, as form: Form) -> String {
        var line = form == .json ? openObject(record) : opening(record)
        let end = form == .json ? "}\n" : "\n"
        let mark = text("truncated", true, as: form)
        let room = byteLimit - end.utf8.count - mark.utf8.count
        for (name, value) in record.fields {
            let isSecret = LogSecrets.withholds(name)
            let field = text(name, isSecret ? .string(LogSecrets.mark) : sound(value), as: form)
            guard line.utf8.count + field.utf8.count <= room else {
                line += mark
                break
            }
            line += field
        }
        return line + end
    }

    private static func openObject(_ record: LogRecord) -> String {
        let head: JSONValue = [
            "time": .string(record.time.description), "level": .string(record.level.rawValue),
            "event": .string(sound(record.event)),
        ]
        return String(json(head).dropLast())
    }

    private static func opening(_ record: LogRecord) -> String {
        "\(record.time) \(record.level.rawValue.padded(to: 7)) \(logfmt(.string(sound(record.event))))"
    }

    private static func text(_ name: String, _ value: JSONValue, as form: Form) -> String {
        switch form {
        case .json:
            // Two members of one name mean different things to different readers.
            let isTaken = ["time", "level", "event"].contains(name)
            return ",\(json(.string(sound(name) + (isTaken ? "_" : "")))):\(json(value))"
        case .logfmt: return " \(logfmt(.string(sound(name))))=\(logfmt(value))"
        }
    }

    /// Without quotation marks where nothing could be misread.
    private static func logfmt(_ value: JSONValue) -> String {
        guard case .string(let text) = value else { return json(value) }
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && !"\"=\\".utf8.contains($0) }
        return isPlain ? text : json(value)
    }

    private static func json(_ value: JSONValue) -> String {
        String(decoding: value.serialized(), as: UTF8.self)
    }

    private static func sound(_ text: String) -> String { TerminalText.safe(text, limit: 500) }

    /// At any depth.
    private static func sound(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool, .number: value
        case .string(let text): .string(sound(text))
        case .array(let items): .array(items.map(sound))
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map { member in
                        let isSecret = LogSecrets.withholds(member.name)
                        return (sound(member.name), isSecret ? .string(LogSecrets.mark) : sound(member.value))
                    }))
        }
    }
}
