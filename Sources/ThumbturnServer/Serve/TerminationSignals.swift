// SPDX-License-Identifier: Apache-2.0

import Dispatch
import IdentityModel
import POSIX

/// The signals that ask a process to end, and the one that asks it to read its files again.
///
/// Who asks with SIGINT a second time does not want to wait any longer: the process ends at once.
struct TerminationSignals {
    enum Signal: Sendable {
        case terminate
        case reload
    }

    private let source: any DispatchSourceRead
    /// What comes, in its order.
    let arrivals: AsyncStream<Signal>

    /// Receives signals from here on. None is lost, however early it comes.
    init() throws(CommandFailure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .failed("There is no descriptor left to receive signals with.") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        let readingEnd = ends[0]
        signalPipe = ends[1]
        // A peer that goes away while it is written to would otherwise end the process.
        signal(SIGPIPE, SIG_IGN)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                let error = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(signalPipe, &byte, 1)
                errno = error
            }
        }
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
                // What was answered is stored; what is under way is given up.
                if number == SIGINT, isEnding.withLock({ $0 }) { _exit(128 + SIGINT) }
                isEnding.withLock { $0 = true }
                continuation.yield(.terminate)
            }
        }
        source.resume()
    }
}

/// The end of a pipe that the handler of signals writes to. A handler can reach nothing but such a variable.
nonisolated(unsafe) private var signalPipe: Int32 = -1
