// SPDX-License-Identifier: Apache-2.0

import CommandLine
import WireFormats

/// Formats records as lines, without secrets and invisible characters. No line exceeds what a pipe writes atomically.
package struct LogLine: Sendable {
    package enum Form: Sendable {
        /// The form for programs.
        case json
        /// The form for terminals.
        case logfmt
    }

    /// The longest line in bytes, which Linux writes to a pipe atomically (pipe(7), `PIPE_BUF`).
    package static let byteLimit = 4096
    /// The longest text of a field, in Unicode scalars.
    static let textLimit = 500

    private let form: Form
    private let truncationMark: [UInt8]
    private var formattedTime: (time: Timestamp, text: [UInt8])?

    package init(_ form: Form) {
        self.form = form
        truncationMark = form == .json ? Array(#","truncated":true"#.utf8) : Array(" truncated=true".utf8)
    }

    /// Returns the line of a record, with its newline.
    package static func text(_ record: LogRecord, as form: Form) -> String {
        var line = LogLine(form)
        var output: [UInt8] = []
        line.append(record, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the line of a record, with its newline.
    mutating func append(_ record: LogRecord, to output: inout [UInt8]) {
        let closing = form == .json ? 2 : 1
        let end = output.count + Self.byteLimit - closing - truncationMark.count
        appendHead(record, to: &output)
        for field in record.fields {
            let start = output.count
            output.append(contentsOf: form == .json ? field.name.jsonPrefix : field.name.logfmtPrefix)
            Self.appendValue(field.name.isSecret ? LogSecrets.replacement : field.value, as: form, to: &output)
            guard output.count <= end else {
                output.removeSubrange(start...)
                output.append(contentsOf: truncationMark)
                break
            }
        }
        if form == .json { output.append(UInt8(ascii: "}")) }
        output.append(UInt8(ascii: "\n"))
    }

    private mutating func appendHead(_ record: LogRecord, to output: inout [UInt8]) {
        if formattedTime?.time != record.time { formattedTime = (record.time, Array(record.time.description.utf8)) }
        let time = formattedTime?.text ?? []
        switch form {
        case .json:
            output.append(contentsOf: #"{"time":""#.utf8)
            output.append(contentsOf: time)
            output.append(contentsOf: #"","level":""#.utf8)
            output.append(contentsOf: record.level.rawValue.utf8)
            output.append(contentsOf: #"","event":"#.utf8)
        case .logfmt:
            output.append(contentsOf: time)
            output.append(UInt8(ascii: " "))
            output.append(contentsOf: record.level.rawValue.padded(to: 7).utf8)
            output.append(UInt8(ascii: " "))
        }
        Self.appendValue(.string(record.event), as: form, to: &output)
    }
}

// MARK: - Values

extension LogLine {
    /// Appends a value. In logfmt, unambiguous strings have no quotation marks.
    static func appendValue(_ value: JSONValue, as form: Form, to output: inout [UInt8]) {
        guard form == .logfmt, case .string(let text) = value else { return appendJSON(value, to: &output) }
        guard !appendIfPlain(text, as: .logfmt, to: &output) else { return }
        let safe = TerminalText.safe(text, limit: textLimit)
        let isPlain = !safe.isEmpty && safe.utf8.allSatisfy { $0 > 0x20 && !"\"=\\".utf8.contains($0) }
        if isPlain { output.append(contentsOf: safe.utf8) } else { appendJSON(value, to: &output) }
    }

    private static func appendJSON(_ value: JSONValue, to output: inout [UInt8]) {
        switch value {
        case .null, .bool: output.append(contentsOf: value.serialized())
        case .number(let number): output.append(contentsOf: number.text.utf8)
        case .string(let text): appendJSON(text, to: &output)
        case .array(let items):
            output.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                appendJSON(item, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let object):
            output.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                appendJSON(member.name, to: &output)
                output.append(UInt8(ascii: ":"))
                appendJSON(LogSecrets.withholds(member.name) ? LogSecrets.replacement : member.value, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    private static func appendJSON(_ text: String, to output: inout [UInt8]) {
        let start = output.count
        output.append(UInt8(ascii: "\""))
        if appendIfPlain(text, as: .json, to: &output) {
            output.append(UInt8(ascii: "\""))
        } else {
            output.removeSubrange(start...)
            output.append(contentsOf: JSONValue.string(TerminalText.safe(text, limit: textLimit)).serialized())
        }
    }

    /// Appends a short string of visible ASCII characters that needs no escapes, as nearly all do. Returns `false` and
    /// appends nothing if the string is not of this kind.
    private static func appendIfPlain(_ text: String, as form: Form, to output: inout [UInt8]) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count <= textLimit, form == .json || !bytes.isEmpty else { return false }
            for byte in bytes {
                guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
                    return false
                }
                if form == .logfmt, byte == 0x20 || byte == UInt8(ascii: "=") { return false }
            }
            output.append(contentsOf: bytes)
            return true
        }
    }
}
