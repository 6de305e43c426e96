// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Holds up whoever passes until it is opened, and tells when somebody stands there.
final class Gate: Sendable {
    private let arrivals = AsyncStream<Void>.makeStream()
    private let isOpen = DispatchSemaphore(value: 0)

    /// Blocks the thread.
    func pass() {
        arrivals.continuation.yield()
        isOpen.wait()
    }

    func open() { isOpen.signal() }

    /// Returns once somebody stands there.
    func reached() async {
        for await _ in arrivals.stream { return }
    }
}
