// SPDX-License-Identifier: Apache-2.0

import Dispatch

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The signals that ask a process to end, and the one that asks it to read its files again.
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
        sources = [(SIGINT, Signal.terminate), (SIGTERM, .terminate), (SIGHUP, .reload)].map {
            [continuation] number, meaning in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation?.yield(meaning) }
            source.resume()
            return source
        }
    }
}
