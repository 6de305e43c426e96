// SPDX-License-Identifier: Apache-2.0

import Testing
import ThumbturnTools

/// The scenario `password-flood` of `thumbturn-tools bench`: its pace and its limits.
@Suite struct FloodReportTests {
    /// A report that is at all its limits: sign-ins took 4 ms of CPU time alone and, without the guesses, 4.12 beside.
    private var report: FloodReport = {
        var report = FloodReport(signInsPerSecond: 100, guessesPerSecond: 200, memoryBefore: 40 << 20)
        report.hashingThreads = 2
        for _ in 0..<10 {
            report.alone.signIns.record(nanoseconds: 2_000_000)
            report.beside.signIns.record(nanoseconds: 3_000_000)
            report.beside.guesses.record(nanoseconds: 1, status: 403)
            report.beside.guesses.record(nanoseconds: 1, status: 429)
            report.flood.guesses.record(nanoseconds: 1, status: 429)
        }
        report.alone.otherTime = 0.04
        report.flood.otherTime = 0.01
        // Each of the 20 guesses costs 1 ms.
        report.beside.otherTime = 0.0612
        report.beside.hashingTime = 9
        report.beside.peakMemory = (40 + 2 * 19 + 8) << 20
        return report
    }()

    @Test func `values at their limits hold`() {
        #expect(report.gates.map(\.holds) == [true, true, true, true, true], "\(report.gates.map(\.text))")
    }

    /// A change that each limit rejects.
    private static let misses: [@Sendable (inout FloodReport) -> Void] = [
        { for _ in 0..<10 { $0.beside.signIns.record(nanoseconds: 3_100_000) } },
        { $0.beside.otherTime += 0.001 },
        { $0.flood.guesses.record(nanoseconds: 1, status: 200) },
        { $0.beside.signIns.record(failure: "lost") },
        { $0.flood.peakMemory = $0.beside.peakMemory + (1 << 20) },
    ]

    @Test(arguments: misses.indices)
    func `a value beyond its limit misses it`(index: Int) {
        var report = report
        Self.misses[index](&report)
        #expect(!report.gates[index].holds)
    }

    @Test func `without a sign-in, its ratios are missed`() {
        let report = FloodReport(signInsPerSecond: 1, guessesPerSecond: 1, memoryBefore: 0)
        #expect(report.gates.map(\.holds) == [false, false, true, true, true])
    }

    @Test func `operations are due at their rate, and late ones at once`() {
        var pace = BenchPace(perSecond: 1000, from: 5_000_000)
        #expect(pace.take(at: 4_999_999, freeSince: 0) == nil)
        #expect(pace.take(at: 5_400_000, freeSince: 0) == 0)
        #expect(pace.due == 6_000_000)
        #expect(pace.take(at: 9_000_000, freeSince: 0) == 0)
        #expect(pace.due == 7_000_000)
    }

    @Test func `the wait for a connection is part of the latency`() {
        var pace = BenchPace(perSecond: 1000, from: 5_000_000)
        #expect(pace.take(at: 8_000_000, freeSince: 7_500_000) == 2_500_000)
    }
}
