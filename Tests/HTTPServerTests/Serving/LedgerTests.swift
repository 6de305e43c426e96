// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing

/// Displacement of idle connections, and the memory of the bookkeeping.
@Suite struct LedgerTests {
    private static let network: ArraySlice<UInt8> = [192, 0, 2, 1]

    @Test func `at most 64 connections are being displaced at once`() throws {
        let ledger = ConnectionLedger(loops: 1, limit: 100, limitPerNetwork: 1000)
        let idle = try (0..<100).map { _ in try #require(ledger.admit(Self.network)).entry }
        for index in 0..<64 { #expect(ledger.admit(Self.network)?.displaced == idle[index]) }
        #expect(ledger.admit(Self.network) == nil)
        ledger.release(idle[0])
        #expect(ledger.admit(Self.network)?.displaced == idle[64])
    }

    @Test func `the longest idle connection is displaced first`() throws {
        let ledger = ConnectionLedger(loops: 1, limit: 2, limitPerNetwork: 10)
        let idle = try #require(ledger.admit(Self.network)).entry
        let busy = try #require(ledger.admit(Self.network)).entry
        for _ in 0..<1000 {
            ledger.markActive(busy)
            ledger.markIdle(busy)
        }
        #expect(ledger.admit(Self.network)?.displaced == idle)
        #expect(ledger.admit(Self.network)?.displaced == busy)
    }

    @Test func `a connection that becomes idle repeatedly does not grow the queue`() throws {
        let ledger = ConnectionLedger(loops: 1, limit: 2, limitPerNetwork: 10)
        let entry = try #require(ledger.admit(Self.network)).entry
        var queue = IdleQueue()
        for _ in 0..<1000 {
            queue.append(entry)
            queue.remove(entry)
        }
        queue.append(entry)
        #expect(queue.itemCount < 100)
        #expect(queue.popFirst() == entry)
        #expect(queue.popFirst() == nil)
    }

    @Test func `a tally removes keys whose count is zero`() {
        var tally = Tally<String>()
        tally["a"] += 2
        tally["b"] += 1
        tally["a"] -= 1
        #expect(tally["a"] == 1)
        #expect(!tally.isEmpty)
        tally["a"] -= 1
        tally["b"] -= 1
        #expect(tally["a"] == 0)
        #expect(tally.isEmpty)
    }
}
