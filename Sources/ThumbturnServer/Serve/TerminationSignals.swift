// SPDX-License-Identifier: Apache-2.0

import Dispatch
import IdentityModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The signals that ask a process to end, and the one that asks it to read its files again.
///
/// Who asks with SIGINT a second time does not want to wait any longer: the process ends at once.
struct TerminationSignals {
    enum Signal: Sendable {
        case terminate
        case reload
    }

    private let sources: [any DispatchSourceSignal]
    /// What comes, in its order.
    let arrivals: AsyncStream<Signal>

    init() {
        // A peer that goes away while it is written to would otherwise end the process.
        signal(SIGPIPE, SIG_IGN)
        var continuation: AsyncStream<Signal>.Continuation?
        arrivals = AsyncStream(bufferingPolicy: .bufferingNewest(8)) { continuation = $0 }
        let isEnding = Locked(false)
        sources = [(SIGINT, Signal.terminate), (SIGTERM, .terminate), (SIGHUP, .reload)].map {
            [continuation] number, meaning in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                // What was answered is stored; what is under way is given up.
                if number == SIGINT, isEnding.withLock({ $0 }) { _exit(128 + SIGINT) }
                if meaning == .terminate { isEnding.withLock { $0 = true } }
                continuation?.yield(meaning)
            }
            source.resume()
            return source
        }
    }
}
