// SPDX-License-Identifier: Apache-2.0

package import Dispatch
import POSIX
import WireFormats

/// Writes lines to a file descriptor in batches, on a background queue.
///
/// Callers never wait. Lines are dropped and counted when the buffer is full because of a slow reader or a full disk.
package final class LogStream: Sendable {
    /// The longest time that a line waits for its batch. A process that is killed loses the lines of this time.
    package static let delay = DispatchTimeInterval.milliseconds(20)

    private struct Pending {
        var line: LogLine
        var bytes: [UInt8] = []
        /// The number of lines dropped since the last batch.
        var dropped = 0
        var isScheduled = false
    }

    private let descriptor: Int32
    private let line: LogLine
    /// The size of the buffer, in bytes.
    private let capacity: Int
    private let isFile: Bool
    private let pending: Locked<Pending>
    /// The number of lost lines that were not reported yet. Used only on the queue.
    private let unreported = Locked(0)
    private let queue = DispatchQueue(label: "org.thumbturn.log", qos: .utility)

    package init(descriptor: Int32, form: LogLine.Form, capacity: Int = 1 << 20) {
        self.descriptor = descriptor
        self.capacity = capacity
        line = LogLine(form)
        pending = Locked(Pending(line: line))
        isFile = Self.isRegularFile(descriptor)
    }

    package func write(_ record: LogRecord) {
        let mustSchedule = pending.withLock { pending in
            if pending.bytes.count + LogLine.byteLimit <= capacity {
                pending.line.append(record, to: &pending.bytes)
            } else {
                pending.dropped += 1
            }
            defer { pending.isScheduled = true }
            return !pending.isScheduled
        }
        if mustSchedule { queue.asyncAfter(deadline: .now() + Self.delay) { [self] in writePending() } }
    }

    /// Writes all buffered lines. Returns `false` if that takes longer than `limit`, for example because the reader has
    /// stopped reading.
    @discardableResult
    package func flush(waitingAtMost limit: DispatchTimeInterval = .seconds(2)) -> Bool {
        let done = DispatchSemaphore(value: 0)
        queue.async { [self] in
            writePending()
            done.signal()
        }
        return done.wait(timeout: .now() + limit) == .success
    }

    private func writePending() {
        let (bytes, dropped) = pending.withLock { pending in
            defer {
                pending.bytes = []
                pending.dropped = 0
                pending.isScheduled = false
            }
            return (pending.bytes, pending.dropped)
        }
        var lost = unreported.withLock { $0 }
        reportLoss(&lost)
        lost += write(bytes) + dropped
        reportLoss(&lost)
        unreported.withLock { $0 = lost }
    }

    private func reportLoss(_ lost: inout Int) {
        guard lost > 0 else { return }
        let record = LogRecord(
            time: .now(), level: LogEvent.linesLost.level, event: LogEvent.linesLost.rawValue,
            fields: [LogField(.lines, value: .number(JSONNumber(Int64(lost))))])
        var notice: [UInt8] = []
        var line = line
        line.append(record, to: &notice)
        if write(notice) == 0 { lost = 0 }
    }
}

// MARK: - The descriptor

extension LogStream {
    /// Writes whole lines, to a pipe in atomic portions. Returns the number of lines that could not be written.
    private func write(_ bytes: [UInt8]) -> Int {
        var start = 0
        while start < bytes.count {
            let end = Self.endOfLines(in: bytes, from: start, limit: isFile ? capacity : LogLine.byteLimit)
            guard writeAll(bytes[start..<end]) else {
                return bytes[start...].count { $0 == UInt8(ascii: "\n") }
            }
            start = end
        }
        return 0
    }

    private static func endOfLines(in bytes: [UInt8], from start: Int, limit: Int) -> Int {
        guard bytes.count - start > limit else { return bytes.count }
        return bytes[start..<(start + limit)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? start + limit
    }

    private func writeAll(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                guard waitUntilWritable() else { return false }
                let count = posixWrite(UnsafeRawBufferPointer(rebasing: rest), to: descriptor)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
                    return false
                }
            }
            return true
        }
    }

    /// Waits for the descriptor. Returns `false` if the reader has closed it, because a write would raise SIGPIPE.
    private func waitUntilWritable() -> Bool {
        guard !isFile else { return true }
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while poll(&state, 1, -1) < 0 {
            guard errno == EINTR else { return false }
        }
        return state.revents == Int16(POLLOUT)
    }

    private static func isRegularFile(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

extension LogFieldName {
    fileprivate static let lines = LogFieldName("lines")
}
