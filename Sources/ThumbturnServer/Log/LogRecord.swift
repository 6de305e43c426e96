// SPDX-License-Identifier: Apache-2.0

package import WireFormats

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
