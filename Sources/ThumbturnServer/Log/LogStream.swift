// SPDX-License-Identifier: Apache-2.0

import POSIX
import WireFormats

/// Writes lines to a descriptor, and rather loses some than waits for a reader that is slow.
package final class LogStream: @unchecked Sendable {
    private let descriptor: Int32
    private let form: LogLine.Form
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var lost: Int64 = 0

    package init(descriptor: Int32, form: LogLine.Form) {
        self.descriptor = descriptor
        self.form = form
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func write(_ record: LogRecord) {
        let line = LogLine.text(record, as: form)
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        if lost > 0 {
            let notice = LogRecord(
                time: record.time, level: .warning, event: "log.lines-lost", fields: [("lines", .init(lost))])
            guard put(LogLine.text(notice, as: form)) else {
                lost += 1
                return
            }
            lost = 0
        }
        if !put(line) { lost += 1 }
    }

    /// What is ready takes `PIPE_BUF` bytes at once, and no line is longer. Where nobody will read any more a write would
    /// end the process by a signal.
    private func put(_ line: String) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&state, 1, 0) == 1, state.revents == Int16(POLLOUT) else { return false }
        let bytes = Array(line.utf8)
        return bytes.withUnsafeBytes { posixWrite($0, to: descriptor) } == bytes.count
    }
}

extension JSONValue {
    fileprivate init(_ number: Int64) { self = .number(JSONNumber(number)) }
}
