// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPEndpoints
import Testing
import ThumbturnServer
import WireFormats

@Suite struct RequestLogTests {
    private final class Lines: @unchecked Sendable {
        private let lock = NSLock()
        private var records: [LogRecord] = []

        var all: [LogRecord] { lock.withLock { records } }

        func append(_ record: LogRecord) { lock.withLock { records.append(record) } }
    }

    private let lines = Lines()

    private func log(_ level: LogRecord.Level = .info) -> RequestLog {
        RequestLog(Log(level: level, write: { [lines] in lines.append($0) }))
    }

    private func request(_ path: String, status: Int, at seconds: Int64 = 0) -> RequestRecord {
        RequestRecord(
            reference: "req_x", method: "GET", path: path, host: "h", address: "192.0.2.1", status: status,
            duration: 0, time: Timestamp(secondsSince1970: 1_780_000_000 + seconds))
    }

    private func unread(_ code: String, at seconds: Int64 = 0) -> RequestRecord {
        var record = request("-", status: code.hasSuffix("deadline-passed") ? 503 : 400, at: seconds)
        record.code = code
        return record
    }

    private func skipped(_ record: LogRecord?) -> JSONValue? {
        record?.fields.first { $0.name.text == "skipped_before" }?.value
    }

    @Test(arguments: ["/health/live", "/health/ready"])
    func `successful health checks are logged once a minute`(path: String) {
        let log = log()
        for second in 0..<180 { log.write(request(path, status: 200, at: Int64(second))) }
        #expect(lines.all.count == 3)
        #expect(skipped(lines.all.first) == nil)
        #expect(skipped(lines.all.last) == 59)
    }

    @Test(arguments: [421, 429])
    func `rejections that anyone can cause are limited to ten lines in ten seconds`(status: Int) {
        let log = log()
        for number in 0..<1000 { log.write(request("/oauth/token", status: status, at: Int64(number / 100))) }
        #expect(lines.all.count == 10)
        log.write(request("/oauth/token", status: status, at: 10))
        #expect(lines.all.count == 11)
        #expect(skipped(lines.all.last) == 990)
    }

    @Test(arguments: ["http.request-line-malformed", "http.head-deadline-passed", "http.buffers-full"])
    func `messages that never become a request are limited to ten lines in ten seconds`(code: String) {
        let log = log()
        for number in 0..<1000 { log.write(unread(code, at: Int64(number / 100))) }
        #expect(lines.all.count == 10)
        log.write(unread(code, at: 10))
        #expect(skipped(lines.all.last) == 990)
    }

    @Test(arguments: ["http.handler-deadline-passed", "http.response-malformed"])
    func `faults of the server are all logged`(code: String) {
        let log = log()
        for _ in 0..<50 { log.write(unread(code)) }
        #expect(lines.all.count == 50)
    }

    @Test(arguments: [("/health/ready", 503), ("/oauth/token", 200), ("/oauth/token", 403), ("/nowhere", 404)])
    func `all other requests are logged`(path: String, status: Int) {
        let log = log()
        for _ in 0..<50 { log.write(request(path, status: status)) }
        #expect(lines.all.count == 50)
    }

    @Test func `each kind has its own limit`() {
        let log = log()
        for status in [421, 429] { for _ in 0..<20 { log.write(request("/oauth/token", status: status)) } }
        log.write(request("/health/live", status: 200))
        log.write(request("/health/ready", status: 200))
        #expect(lines.all.count == 22)
    }

    @Test func `a clock that goes back starts again`() {
        let log = log()
        log.write(request("/health/live", status: 200, at: 1000))
        log.write(request("/health/live", status: 200, at: 0))
        #expect(lines.all.count == 2)
    }

    @Test func `suppressed lines are reported once`() {
        let log = log()
        for _ in 0..<15 { log.write(request("/oauth/token", status: 429)) }
        log.reportSkipped()
        log.reportSkipped()
        #expect(lines.all.count == 11)
        #expect(lines.all.last?.event == "log.requests-skipped")
        #expect(lines.all.last?.fields.first?.name.text == "status 429")
        #expect(lines.all.last?.fields.first?.value == 5)
    }

    @Test func `at level debug nothing is suppressed`() {
        let log = log(.debug)
        for _ in 0..<50 { log.write(request("/health/live", status: 200)) }
        #expect(lines.all.count == 50)
    }

    @Test(arguments: [(LogRecord.Level.debug, 3), (.info, 3), (.warning, 2), (.error, 1)])
    func `lines below the level are not written`(level: LogRecord.Level, count: Int) {
        let log = Log(level: level, write: { [lines] in lines.append($0) })
        for level in [LogRecord.Level.info, .warning, .error] {
            log.write(LogRecord(time: Timestamp(secondsSince1970: 0), level: level, event: "a"))
        }
        #expect(lines.all.count == count)
    }
}
