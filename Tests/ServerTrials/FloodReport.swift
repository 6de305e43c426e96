// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerHarness
import WireFormats

/// Two floods, and what is left when their sessions have expired. Fails where more is left than `FloodBounds` allows.
struct FloodReport {
    let count: Int

    func run() throws {
        let folder = try ProgramFolder(HarnessConfiguration(ceremonyLifetime: 30).json)
        let program = try RunningProgram(on: folder)
        let flood = try Flood(program)
        let answer = try flood.answer()
        try must(flood.challenges(count / 10) + flood.refusals(count / 10, with: answer))
        let bounds = FloodBounds(start: flood.mark, count: count)
        report("after a tenth of it", mark: bounds.start)
        try must(flood.challenges(count))
        var excess = bounds.excess(of: report("after \(count) challenges", mark: flood.mark), allowing: .challenges)
        try must(flood.refusals(count, with: answer))
        excess += bounds.excess(of: report("after \(count) rejected responses", mark: flood.mark), allowing: .refusals)
        let expected = count + count / 10
        // Their thirty seconds, and the five minutes that everything expired is kept for clocks that are wrong.
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

    /// Waits for the file to shrink after the removal, ten minutes at most.
    private func waitUntilShrunk(_ folder: ProgramFolder) {
        var size = -1
        for _ in 0..<120 where folder.databaseSize != size {
            size = folder.databaseSize
            Thread.sleep(forTimeInterval: 5)
        }
    }

    private func must(_ faults: [String]) throws {
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
