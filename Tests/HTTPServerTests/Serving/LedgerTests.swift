// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing

/// Who makes room for whom, and what is remembered of those that have gone.
@Suite struct LedgerTests {
    private static let network: ArraySlice<UInt8> = [192, 0, 2, 1]

    @Test func `no more than 64 connections at once are asked to make room`() throws {
        let ledger = ConnectionLedger(loops: 1, limit: 100, limitPerNetwork: 1000)
        let idle = try (0..<100).map { _ in try #require(ledger.admit(Self.network)).entry }
        for index in 0..<64 { #expect(ledger.admit(Self.network)?.displaced == idle[index]) }
        #expect(ledger.admit(Self.network) == nil)
        ledger.release(idle[0])
        #expect(ledger.admit(Self.network)?.displaced == idle[64])
    }

    @Test func `a connection that was idle while others were busy is the first to make room`() throws {
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

    @Test func `a connection that comes to rest again and again takes one place`() throws {
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

    @Test func `a tally forgets the keys of which there are none`() {
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
