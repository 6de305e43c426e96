// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerHarness
import WireFormats

/// Two floods, measured before and after their sessions expire. Fails if more remains than `FloodBounds` allows.
struct FloodReport {
    let count: Int

    func run() throws {
        let folder = try ProgramFolder(HarnessConfiguration(ceremonyLifetime: 30).json)
        let program = try RunningProgram(on: folder)
        let flood = try Flood(program)
        let submission = try flood.submission()
        try exitOnFaults(flood.challenges(count / 10) + flood.rejections(count / 10, with: submission))
        let bounds = FloodBounds(start: flood.mark, count: count)
        report("after a tenth of it", mark: bounds.start)
        try exitOnFaults(flood.challenges(count))
        var excess = bounds.excess(of: report("after \(count) challenges", mark: flood.mark), allowing: .challenges)
        try exitOnFaults(flood.rejections(count, with: submission))
        excess += bounds.excess(
            of: report("after \(count) rejected responses", mark: flood.mark), allowing: .rejections)
        let expected = count + count / 10
        // Sessions last thirty seconds, and expired data is kept for five minutes in case the clock is wrong.
        let removed = program.log.wait(seconds: 900) { log -> Int? in
            let rows = log.events("housekeeping.removed-expired").compactMap { $0["rows"]?.intValue }.reduce(0, +)
            return rows >= expected ? rows : nil
        }
        say("removed as expired: \(removed ?? -1) rows")
        waitUntilShrunk(folder)
        excess += bounds.excess(of: report("after expiry", mark: flood.mark), allowing: .expiry)
        let end = try program.stop()
        report("after the end", mark: flood.mark)
        let log = program.log.now
        let requests = 3 * (count + count / 10) + 3
        say("log: \(log.requests) lines for \(requests) requests, \(log.lost) lost")
        for line in excess { say("too much \(line)") }
        guard end.status == 0, removed != nil, log.requests == requests, excess.isEmpty else { exit(1) }
    }

    /// Waits up to ten minutes until the file stops shrinking.
    private func waitUntilShrunk(_ folder: ProgramFolder) {
        var size = -1
        for _ in 0..<120 where folder.databaseSize != size {
            size = folder.databaseSize
            Thread.sleep(forTimeInterval: 5)
        }
    }

    private func exitOnFaults(_ faults: [String]) throws {
        guard faults.isEmpty else {
            say(faults.joined(separator: "\n"))
            exit(1)
        }
    }

    @discardableResult
    private func report(_ moment: String, mark: Flood.Mark) -> Flood.Mark {
        let memory = String(format: "%.1f", Double(mark.residentMemory) / 1_048_576)
        let size = String(format: "%.2f", Double(mark.databaseSize) / 1_048_576)
        say("\(moment): \(memory) MB resident, database \(size) MB, \(mark.requests) requests in the log")
        return mark
    }
}
