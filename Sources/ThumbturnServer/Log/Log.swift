// SPDX-License-Identifier: Apache-2.0

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

    /// Standard error: logfmt on a terminal, otherwise JSON.
    package static func standard(level: LogRecord.Level) -> Log {
        let stream = LogStream(
            descriptor: STDERR_FILENO, form: isatty(STDERR_FILENO) == 1 ? .logfmt : .json)
        return Log(level: level, write: { stream.write($0) }, flush: { stream.flush() })
    }

    package func write(_ record: LogRecord) {
        if record.level >= level { put(record) }
    }

    /// Waits until what was written so far has left the process, for two seconds at most.
    package func flush() { writeOut() }

    package func info(_ event: String, _ fields: JSONObject = [:]) { write(.info, event, fields) }

    package func warning(_ event: String, _ fields: JSONObject = [:]) { write(.warning, event, fields) }

    package func error(_ event: String, _ fields: JSONObject = [:]) { write(.error, event, fields) }

    private func write(_ level: LogRecord.Level, _ event: String, _ fields: JSONObject) {
        let fields = fields.members.map { LogField(LogFieldName($0.name), value: $0.value) }
        write(LogRecord(time: .now(), level: level, event: event, fields: fields))
    }
}
