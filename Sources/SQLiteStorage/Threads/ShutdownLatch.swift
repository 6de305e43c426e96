// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX

/// A latch that opens once and resumes everyone who waits for it.
final class ShutdownLatch: Sendable {
    private enum State {
        case awaited([@Sendable () -> Void])
        case reached
    }

    private let state = Locked(State.awaited([]))

    func open() {
        let waiting = state.withLock { state -> [@Sendable () -> Void] in
            defer { state = .reached }
            guard case .awaited(let waiting) = state else { return [] }
            return waiting
        }
        for resume in waiting { resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                guard case .awaited(let waiting) = state else { return true }
                state = .awaited(waiting + [{ continuation.resume() }])
                return false
            }
            if isReached { continuation.resume() }
        }
    }
}
