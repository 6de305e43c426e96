// SPDX-License-Identifier: Apache-2.0

import HTTPContract
package import HTTPEndpoints
import IdentityModel
import POSIX
import WireFormats

/// Writes one line for each request, and samples those that anybody can cause in any number: health checks, hosts that are
/// not served, and rate limits. At the level `debug` every request has its line.
package final class RequestLog: Sendable {
    /// The kinds of requests that are sampled.
    private enum SampledKind: String, CaseIterable {
        case liveness = "/health/live"
        case readiness = "/health/ready"
        case misdirected = "status 421"
        case limited = "status 429"

        init?(_ request: RequestRecord) {
            switch request.status {
            case 200 where request.path == Route.liveness.rawValue: self = .liveness
            case 200 where request.path == Route.readiness.rawValue: self = .readiness
            case 421: self = .misdirected
            case 429: self = .limited
            default: return nil
            }
        }

        /// The number of lines that are written in one window.
        var lineLimit: Int { self == .liveness || self == .readiness ? 1 : 10 }

        /// The length of a window.
        var seconds: Int64 { self == .liveness || self == .readiness ? 60 : 10 }
    }

    private struct Window {
        var startedAt: Timestamp
        var written = 0
        var skipped = 0
    }

    package let log: Log
    private let windows = Locked<[SampledKind: Window]>([:])

    package init(_ log: Log) {
        self.log = log
    }

    package func write(_ request: RequestRecord) {
        var skipped = 0
        if log.level > .debug, let kind = SampledKind(request) {
            guard let before = admit(kind, at: request.time) else { return }
            skipped = before
        }
        var record = LogRecord(request)
        if skipped > 0 { record.fields.append(LogField(.skippedBefore, value: .number(JSONNumber(Int64(skipped))))) }
        log.write(record)
    }

    /// Logs how many lines of each kind were left out since the last report.
    package func reportSkipped() {
        let skipped = windows.withLock { windows in
            let counts = windows.mapValues(\.skipped).filter { $0.value > 0 }
            for kind in counts.keys { windows[kind]?.skipped = 0 }
            return counts
        }
        guard !skipped.isEmpty else { return }
        let fields = skipped.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            ($0.key.rawValue, JSONValue.number(JSONNumber(Int64($0.value))))
        }
        log.info("log.requests-skipped", JSONObject(fields))
    }

    /// Returns the number of lines left out before this one, or `nil` if this one is left out, too.
    private func admit(_ kind: SampledKind, at time: Timestamp) -> Int? {
        windows.withLock { windows in
            var window = windows[kind] ?? Window(startedAt: time)
            let age = time.secondsSince1970 - window.startedAt.secondsSince1970
            if !(0..<kind.seconds).contains(age) {
                window.startedAt = time
                window.written = 0
            }
            defer { windows[kind] = window }
            guard window.written < kind.lineLimit else {
                window.skipped += 1
                return nil
            }
            window.written += 1
            defer { window.skipped = 0 }
            return window.skipped
        }
    }
}
