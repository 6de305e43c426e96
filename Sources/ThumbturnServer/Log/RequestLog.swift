// SPDX-License-Identifier: Apache-2.0

import HTTPContract
package import HTTPEndpoints
import IdentityModel
import POSIX
import WireFormats

/// Writes a line for each request, and samples those that come in any number and all say the same: who asks for health,
/// who asks a host that is not served, and who asks too often. At the level `debug` every request has its line.
package final class RequestLog: Sendable {
    /// How many lines of a kind are written within how many seconds.
    private struct Share {
        let lines: Int
        let seconds: Int64
    }

    private struct Window {
        var startedAt: Timestamp
        var written = 0
        var skipped = 0
    }

    package let log: Log
    private let windows = Locked<[String: Window]>([:])

    package init(_ log: Log) {
        self.log = log
    }

    package func write(_ request: RequestRecord) {
        var record = LogRecord(request)
        if log.level > .debug, let (kind, share) = Self.share(of: request) {
            guard let skipped = admit(kind, share, at: request.time) else { return }
            if skipped > 0 { record.fields.append(("skipped_before", .number(JSONNumber(Int64(skipped))))) }
        }
        log.write(record)
    }

    /// Says how many lines were left out, kind by kind, since somebody was told last.
    package func reportSkipped() {
        let skipped = windows.withLock { windows in
            let counts = windows.mapValues(\.skipped).filter { $0.value > 0 }
            for kind in counts.keys { windows[kind]?.skipped = 0 }
            return counts
        }
        guard !skipped.isEmpty else { return }
        let fields = skipped.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.number(JSONNumber(Int64($0.value)))) }
        log.info("log.requests-skipped", JSONObject(fields))
    }

    /// The number of lines left out before this one; `nil` if this one is left out, too.
    private func admit(_ kind: String, _ share: Share, at time: Timestamp) -> Int? {
        windows.withLock { windows in
            var window = windows[kind] ?? Window(startedAt: time)
            let age = time.secondsSince1970 - window.startedAt.secondsSince1970
            if !(0..<share.seconds).contains(age) {
                window.startedAt = time
                window.written = 0
            }
            guard window.written < share.lines else {
                window.skipped += 1
                windows[kind] = window
                return nil
            }
            window.written += 1
            defer { windows[kind] = window }
            defer { window.skipped = 0 }
            return window.skipped
        }
    }

    private static func share(of request: RequestRecord) -> (kind: String, share: Share)? {
        switch (request.status, request.path) {
        case (200, Route.liveness.rawValue), (200, Route.readiness.rawValue):
            (request.path, Share(lines: 1, seconds: 60))
        case (421, _), (429, _): ("status \(request.status)", Share(lines: 10, seconds: 10))
        default: nil
        }
    }
}
