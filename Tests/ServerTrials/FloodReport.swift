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
        try exitIfAnyUnexpected(flood.challenges(count / 10) + flood.rejections(count / 10, with: submission))
        let bounds = FloodBounds(start: flood.measurement, count: count)
        report("after a tenth of it", measurement: bounds.start)
        try exitIfAnyUnexpected(flood.challenges(count))
        var violations = bounds.violations(
            in: report("after \(count) challenges", measurement: flood.measurement), after: .challenges)
        try exitIfAnyUnexpected(flood.rejections(count, with: submission))
        violations += bounds.violations(
            in: report("after \(count) rejected responses", measurement: flood.measurement), after: .rejections)
        let expected = count + count / 10
        // Sessions last thirty seconds, and expired data is kept for five minutes in case the clock is wrong.
        let removed = program.log.wait(seconds: 900) { log -> Int? in
            let rows = log.events("housekeeping.removed-expired").compactMap { $0["rows"]?.intValue }.reduce(0, +)
            return rows >= expected ? rows : nil
        }
        say("removed as expired: \(removed ?? -1) rows")
        waitUntilShrunk(folder)
        violations += bounds.violations(in: report("after expiry", measurement: flood.measurement), after: .expiry)
        let exited = try program.stop()
        report("after the end", measurement: flood.measurement)
        let log = program.log.now
        let requests = 3 * (count + count / 10) + 3
        say("log: \(log.requests) lines for \(requests) requests, \(log.lost) lost")
        for line in violations { say("too much \(line)") }
        guard exited.status == 0, removed != nil, log.requests == requests, violations.isEmpty else { exit(1) }
    }

    /// Waits up to ten minutes until the file stops shrinking.
    private func waitUntilShrunk(_ folder: ProgramFolder) {
        var size = -1
        for _ in 0..<120 where folder.databaseSize != size {
            size = folder.databaseSize
            Thread.sleep(forTimeInterval: 5)
        }
    }

    private func exitIfAnyUnexpected(_ responses: [String]) throws {
        guard responses.isEmpty else {
            say(responses.joined(separator: "\n"))
            exit(1)
        }
    }

    @discardableResult
    private func report(_ moment: String, measurement: Flood.Measurement) -> Flood.Measurement {
        let memory = String(format: "%.1f", Double(measurement.residentMemory) / 1_048_576)
        let size = String(format: "%.2f", Double(measurement.databaseSize) / 1_048_576)
        say("\(moment): \(memory) MB resident, database \(size) MB, \(measurement.requests) requests in the log")
        return measurement
    }
}
