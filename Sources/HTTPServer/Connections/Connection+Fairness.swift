// SPDX-License-Identifier: Apache-2.0

import CLibuv

/// Fairness between connections: yielding to others on the same loop, reporting idleness and accounting for buffers.
@available(macOS 15, *)
extension Connection {
    /// The number of bytes per connection that don't count against the budget. Most requests are smaller.
    private static let uncountedBytes = 4 << 10

    /// Pauses reading until the next loop iteration, because libuv keeps reading as long as each read fills its buffer.
    func yieldReading() {
        isYielding = true
        updateReading()
        loop.scheduleResume(of: self)
    }

    /// Defers pipelined requests to the next loop iteration.
    func yieldBeforeNextRequest() {
        hasNextRequest = true
        loop.scheduleResume(of: self)
    }

    /// Resumes the connection after it yielded.
    func resumeAfterYield() {
        guard phase != .closed else { return }
        isYielding = false
        updateReading()
        if hasNextRequest { processBufferedInput() }
        updateIdleState()
    }

    /// Starts or stops reading to match `isPaused` and `isYielding`.
    func updateReading() {
        let shouldRead = !isPaused && !isYielding
        guard shouldRead != isReading else { return }
        isReading = shouldRead
        if shouldRead { startReading() } else { uv_read_stop(CLibuv_stream(socket)) }
    }

    /// Marks the connection in the ledger when it becomes idle. An idle connection may be closed when the server is
    /// full. Any input makes it active again.
    func updateIdleState() {
        let isIdle = phase == .lingering || (phase == .idle || phase == .head) && parser.isBetweenRequests
        guard isIdle, !isMarkedIdle else { return }
        isMarkedIdle = true
        server.ledger.markIdle(entry)
    }

    /// Closes the connection if it is still idle.
    func closeIfIdle() {
        if isMarkedIdle { close() } else { server.ledger.markActive(entry) }
    }

    /// Charges the buffered bytes to the budget. Returns `false` if they exceed it.
    func countBuffers() -> Bool {
        let kept = max(0, parser.kept + handledBytes - Self.uncountedBytes)
        let change = kept - countedBytes
        guard change != 0 else { return true }
        guard server.buffers.take(change, for: entry.network) else { return false }
        countedBytes = kept
        return true
    }

    /// Drops all buffered input and ignores any further input.
    func abandonInput() {
        parser.abandon()
        handledBytes = 0
        _ = countBuffers()
    }
}
