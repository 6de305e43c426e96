// SPDX-License-Identifier: Apache-2.0

import HTTPContract
package import HTTPEndpoints
import IdentityModel
import POSIX
import WebAuthnVerification
import WireFormats

/// Logs one line per request.
///
/// Requests that anyone can send in large numbers are sampled: health checks, unknown hosts, exceeded limits and
/// messages that never become a request. At the level `debug`, no requests are left out.
package final class RequestLog: Sendable {
    /// The kinds of requests that are sampled.
    private enum SampledKind: String, CaseIterable {
        case liveness = "/health/live"
        case readiness = "/health/ready"
        case misdirected = "status 421"
        case limited = "status 429"
        /// Those that no limit of an address counts.
        case unread = "unread requests"

        /// The faults of the server among the codes of unread requests, which are always logged.
        private static let serverFaults: Set<String> = ["http.handler-deadline-passed", "http.response-malformed"]

        init?(_ request: RequestRecord) {
            switch request.status {
            case 200 where request.path == HealthEndpoints.livenessPath.text: self = .liveness
            case 200 where request.path == HealthEndpoints.readinessPath.text: self = .readiness
            case 421: self = .misdirected
            case 429: self = .limited
            default:
                guard let code = request.code, code.hasPrefix("http."), !Self.serverFaults.contains(code) else {
                    return nil
                }
                self = .unread
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
        var record = request.logRecord
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
        log.write(.requestsSkipped, fields: JSONObject(fields))
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

extension LogFieldName {
    fileprivate static let reference = LogFieldName("reference")
    fileprivate static let method = LogFieldName("method")
    fileprivate static let path = LogFieldName("path")
    fileprivate static let status = LogFieldName("status")
    fileprivate static let duration = LogFieldName("duration_us")
    fileprivate static let host = LogFieldName("host")
    fileprivate static let address = LogFieldName("address")
    fileprivate static let client = LogFieldName("client")
    fileprivate static let user = LogFieldName("user")
    fileprivate static let code = LogFieldName("code")
    fileprivate static let step = LogFieldName("step")
    fileprivate static let explanation = LogFieldName("explanation")
    fileprivate static let cause = LogFieldName("cause")
    fileprivate static let received = LogFieldName("received")
    fileprivate static let allowed = LogFieldName("allowed")
    static let skippedBefore = LogFieldName("skipped_before")
}

extension RequestRecord {
    /// The number of allowed origins or URLs that fit into a line.
    private static let allowedLimit = 16

    fileprivate var logRecord: LogRecord {
        var record = LogRecord(time: time, level: status >= 500 ? .error : .info, event: "request")
        record.fields.reserveCapacity(16)
        record.append(.reference, text: reference)
        record.append(.method, text: method)
        record.append(.path, text: path)
        record.append(.status, number: Int64(status))
        record.append(.duration, number: duration)
        record.append(.host, text: host)
        record.append(.address, text: address)
        record.append(.client, text: client)
        record.append(.user, text: user)
        if let code { append(problem: code, to: &record) }
        return record
    }

    private func append(problem code: String, to record: inout LogRecord) {
        record.append(.code, text: code)
        record.append(.step, text: report?.step)
        record.append(.explanation, text: explanation)
        record.append(.cause, text: cause)
        record.append(.received, text: received)
        if let allowed {
            let texts = allowed.prefix(Self.allowedLimit).map(JSONValue.string)
            record.fields.append(LogField(.allowed, value: .array(texts)))
        }
    }
}

extension LogRecord {
    fileprivate mutating func append(_ name: LogFieldName, text: String?) {
        if let text { fields.append(LogField(name, value: .string(text))) }
    }

    fileprivate mutating func append(_ name: LogFieldName, number: Int64) {
        fields.append(LogField(name, value: .number(JSONNumber(number))))
    }
}
