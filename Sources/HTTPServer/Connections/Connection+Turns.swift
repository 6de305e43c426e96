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
        loop.giveTurn(to: self)
    }

    /// Defers pipelined requests to the next loop iteration.
    func yieldBeforeNextRequest() {
        hasNextRequest = true
        loop.giveTurn(to: self)
    }

    /// Resumes the connection after it yielded.
    func takeTurn() {
        guard phase != .closed else { return }
        isYielding = false
        updateReading()
        if hasNextRequest { processBufferedInput() }
        updateRest()
    }

    /// Starts or stops reading to match `isPaused` and `isYielding`.
    func updateReading() {
        let wants = !isPaused && !isYielding
        guard wants != isReading else { return }
        isReading = wants
        if wants { startReading() } else { uv_read_stop(CLibuv_stream(socket)) }
    }

    /// Tells the ledger when the connection becomes idle. An idle connection may be closed when the server is full. Any
    /// input makes it active again.
    func updateRest() {
        let rests = phase == .lingering || (phase == .idle || phase == .head) && parser.isBetweenRequests
        guard rests, !isResting else { return }
        isResting = true
        server.ledger.rest(entry)
    }

    /// Closes the connection if it is still idle.
    func giveWay() {
        if isResting { close() } else { server.ledger.use(entry) }
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
