// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// One thing that the server tells its operator.
package struct LogRecord: Sendable {
    /// How much a record matters, the least first.
    package enum Level: String, CaseIterable, Comparable, Sendable {
        case debug
        case info
        case warning
        case error

        package static func < (one: Level, other: Level) -> Bool {
            (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
        }
    }

    package var time: Timestamp
    package var level: Level
    /// What happened, as a stable name such as `server.started`.
    package var event: String
    package var fields: [(String, JSONValue)]

    package init(time: Timestamp, level: Level, event: String, fields: [(String, JSONValue)] = []) {
        self.time = time
        self.level = level
        self.event = event
        self.fields = fields
    }
}
