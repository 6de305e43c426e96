// SPDX-License-Identifier: Apache-2.0

import Dispatch
import POSIX

/// The signals that stop the process or make it reload its files.
///
/// A second SIGINT ends the process at once.
package struct TerminationSignals {
    package enum Signal: Sendable {
        case terminate
        case reload
    }

    private let source: any DispatchSourceRead
    /// The received signals, in order.
    package let arrivals: AsyncStream<Signal>

    /// Installs the handlers. No signal is lost from here on.
    package init() throws(CommandFailure) {
        let readingEnd = try Self.openPipe()
        Self.installHandlers()
        let (arrivals, continuation) = AsyncStream.makeStream(of: Signal.self, bufferingPolicy: .bufferingNewest(8))
        self.arrivals = arrivals
        let isEnding = Locked(false)
        source = DispatchSource.makeReadSource(fileDescriptor: readingEnd)
        source.setEventHandler {
            var byte: UInt8 = 0
            while read(readingEnd, &byte, 1) == 1 {
                let number = Int32(byte)
                guard number != SIGHUP else {
                    if !isEnding.withLock({ $0 }) { continuation.yield(.reload) }
                    continue
                }
                // Answered requests are stored. Pending ones are dropped.
                if number == SIGINT, isEnding.withLock({ $0 }) { _exit(128 + SIGINT) }
                isEnding.withLock { $0 = true }
                continuation.yield(.terminate)
            }
        }
        source.resume()
    }

    /// Opens the pipe that the handlers write to, and returns its read end.
    private static func openPipe() throws(CommandFailure) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw .failed("No file descriptor is left to receive signals with. Raise the limit: ulimit -n")
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        signalPipe = ends[1]
        return ends[0]
    }

    private static func installHandlers() {
        // Writing to a closed connection would otherwise end the process.
        signal(SIGPIPE, SIG_IGN)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                let error = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(signalPipe, &byte, 1)
                errno = error
            }
        }
    }
}

/// The write end of the pipe. A signal handler can reach nothing but a global variable.
nonisolated(unsafe) private var signalPipe: Int32 = -1
