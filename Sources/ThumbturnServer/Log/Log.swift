// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import IdentityModel
import POSIX
package import WireFormats

/// The log of a server: the process's standard error, or a list in tests.
package struct Log: Sendable {
    /// Records below this level are not written.
    package let level: LogRecord.Level
    private let put: @Sendable (LogRecord) -> Void
    private let writeOut: @Sendable () -> Void

    package init(
        level: LogRecord.Level = .info, write: @escaping @Sendable (LogRecord) -> Void,
        flush: @escaping @Sendable () -> Void = {}
    ) {
        self.level = level
        put = write
        writeOut = flush
    }

    /// Returns a log to standard error, as logfmt on a terminal and otherwise as JSON.
    package static func standard(level: LogRecord.Level) -> Log {
        let stream = LogStream(
            descriptor: STDERR_FILENO, form: isatty(STDERR_FILENO) == 1 ? .logfmt : .json)
        return Log(level: level, write: { stream.write($0) }, flush: { stream.flush() })
    }

    package func write(_ record: LogRecord) {
        if record.level >= level { put(record) }
    }

    /// Waits until all lines so far are written, for two seconds at most.
    package func flush() { writeOut() }

    func write(_ event: LogEvent, fields: JSONObject = [:]) {
        write(event.rawValue, at: event.level, fields: fields)
    }

    /// Logs a change that an operator made, with its kind of audit event.
    func write(_ event: AuditEvent) {
        write(event.kind.rawValue, at: .info, fields: event.logFields)
    }

    func write(_ notice: OperatorNotice) {
        write(notice.event, at: notice.isRoutine ? .info : .warning, fields: notice.fields)
    }

    private func write(_ event: String, at level: LogRecord.Level, fields: JSONObject) {
        let fields = fields.members.map { LogField(LogFieldName($0.name), value: $0.value) }
        write(LogRecord(time: .now(), level: level, event: event, fields: fields))
    }
}

extension AuditEvent {
    fileprivate var logFields: JSONObject {
        var fields: JSONObject = ["occurred_at": .string("\(occurredAt)")]
        if let user { fields["user"] = .string(user.rawValue) }
        for member in details.members { fields[member.name] = member.value }
        return fields
    }
}

/// One event in the log.
package struct LogRecord: Sendable {
    /// The importance of a record, in ascending order.
    package enum Level: String, CaseIterable, Comparable, Sendable {
        case debug
        case info
        case warning
        case error

        private var rank: Int {
            switch self {
            case .debug: 0
            case .info: 1
            case .warning: 2
            case .error: 3
            }
        }

        package static func < (one: Level, other: Level) -> Bool { one.rank < other.rank }
    }

    package var time: Timestamp
    package var level: Level
    /// A stable name such as `server.started`.
    package var event: String
    package var fields: [LogField]

    package init(time: Timestamp, level: Level, event: String, fields: [LogField] = []) {
        self.time = time
        self.level = level
        self.event = event
        self.fields = fields
    }
}

/// A field of a log record.
package struct LogField: Sendable {
    package var name: LogFieldName
    package var value: JSONValue

    package init(_ name: LogFieldName, value: JSONValue) {
        self.name = name
        self.value = value
    }
}

/// The name of a log field, escaped in advance for every form of the log. Names are checked for secrets once, here.
///
/// It is a class, so that a record holds one reference for each field.
package final class LogFieldName: Sendable {
    package let text: String
    /// Whether the value is a secret that must not be logged.
    package let isSecret: Bool
    /// `,"name":`
    let jsonPrefix: [UInt8]
    /// ` name=`
    let logfmtPrefix: [UInt8]

    package init(_ text: String) {
        self.text = text
        isSecret = LogSecrets.withholds(text)
        let safe = TerminalText.safe(text, limit: LogLine.textLimit)
        // Parsers disagree about duplicate members.
        let isReserved = ["time", "level", "event"].contains(text)
        jsonPrefix =
            [UInt8(ascii: ",")] + JSONValue.string(safe + (isReserved ? "_" : "")).serialized() + [UInt8(ascii: ":")]
        var prefix: [UInt8] = [UInt8(ascii: " ")]
        LogLine.appendValue(.string(safe), as: .logfmt, to: &prefix)
        logfmtPrefix = prefix + [UInt8(ascii: "=")]
    }
}

/// Recognizes secrets, which must not be logged, by their names.
enum LogSecrets {
    /// The text that replaces a secret.
    static let replacement: JSONValue = "…"

    /// Whether values of this name are secrets. Case and punctuation are ignored, so `client_secret`, `Client-Secret`
    /// and `clientSecret` are the same.
    static func withholds(_ name: String) -> Bool {
        let letters = String(name.lowercased().filter { $0.isLetter || $0.isNumber })
        return names.contains(letters) || parts.contains { letters.contains($0) }
            || endings.contains { letters.hasSuffix($0) }
    }

    private static let names: Set<String> = [
        "dpop", "otp", "clientdatajson", "clientdata", "attestationobject", "authenticatordata", "authnresponse",
        "userhandle", "challenge",
    ]
    private static let parts = [
        "secret", "password", "authorization", "cookie", "assertion", "signature", "verifier", "privatekey",
        "masterkey",
    ]
    /// The list does not contain `code`, which is a member of problems.
    private static let endings = ["token", "session", "ticket", "invitation"]
}
