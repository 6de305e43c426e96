// SPDX-License-Identifier: Apache-2.0

import POSIX
package import WireFormats

/// Where the server tells what happens: the process's standard error, or a test's list.
package struct Log: Sendable {
    /// What matters less is not written.
    package let level: LogRecord.Level
    private let put: @Sendable (LogRecord) -> Void

    package init(level: LogRecord.Level = .info, write: @escaping @Sendable (LogRecord) -> Void) {
        self.level = level
        put = write
    }

    /// JSON for programs, and what people read better where they look on.
    package static func standard(level: LogRecord.Level) -> Log {
        let stream = LogStream(
            descriptor: STDERR_FILENO, form: isatty(STDERR_FILENO) == 1 ? .logfmt : .json)
        return Log(level: level) { stream.write($0) }
    }

    package func write(_ record: LogRecord) {
        if record.level >= level { put(record) }
    }

    package func info(_ event: String, _ fields: JSONObject = [:]) { tell(.info, event, fields) }

    package func warning(_ event: String, _ fields: JSONObject = [:]) { tell(.warning, event, fields) }

    package func error(_ event: String, _ fields: JSONObject = [:]) { tell(.error, event, fields) }

    private func tell(_ level: LogRecord.Level, _ event: String, _ fields: JSONObject) {
        write(
            LogRecord(
                time: .now(), level: level, event: event, fields: fields.members.map { ($0.name, $0.value) }))
    }
}
