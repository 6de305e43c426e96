// SPDX-License-Identifier: Apache-2.0

import CLibuv

/// What a connection owes to the others: its turn ends, it says when it does nothing, and it keeps to the budget.
@available(macOS 15, *)
extension Connection {
    /// So much of a request is kept without being counted; most requests are smaller.
    private static let uncountedBytes = 4 << 10

    /// Lets the other connections of the loop have their turn before more is read, as libuv reads on as long as its
    /// buffer gets full.
    func yieldReading() {
        isYielding = true
        updateReading()
        loop.giveTurn(to: self)
    }

    /// Goes on with requests that have come already, after the others have had their turn.
    func yieldBeforeNextRequest() {
        hasNextRequest = true
        loop.giveTurn(to: self)
    }

    /// The turn that was asked for.
    func takeTurn() {
        guard phase != .closed else { return }
        isYielding = false
        updateReading()
        if hasNextRequest { processBufferedInput() }
        updateRest()
    }

    /// Reads where nothing is against it.
    func updateReading() {
        let wants = !isPaused && !isYielding
        guard wants != isReading else { return }
        isReading = wants
        if wants { startReading() } else { uv_read_stop(CLibuv_stream(socket)) }
    }

    /// Tells the ledger when the connection has come to rest: then it makes room for others when all is full. What comes
    /// from its peer ends that.
    func updateRest() {
        let rests = phase == .lingering || (phase == .idle || phase == .head) && parser.isBetweenRequests
        guard rests, !isResting else { return }
        isResting = true
        server.ledger.rest(entry)
    }

    /// Ends, if the connection still does nothing.
    func giveWay() {
        if isResting { close() } else { server.ledger.use(entry) }
    }

    /// Counts what is kept of requests; false where the budget has no room for it.
    func countBuffers() -> Bool {
        let kept = max(0, parser.kept + handledBytes - Self.uncountedBytes)
        let change = kept - countedBytes
        guard change != 0 else { return true }
        guard server.buffers.take(change, for: entry.network) else { return false }
        countedBytes = kept
        return true
    }

    /// Nothing more of what the peer sends is read or kept.
    func abandonInput() {
        parser.abandon()
        handledBytes = 0
        _ = countBuffers()
    }
}
