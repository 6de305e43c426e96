// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerHarness
import WireFormats

/// Measures start-up time and idle memory. `thumbturn-tools bench` measures operations.
struct ServerMeasurement {
    /// The number of starts with a fresh and with an existing folder.
    let starts: Int

    /// Returns what `thumbturn-tools bench rounds --starts` reads.
    func run() throws -> JSONObject {
        var (fresh, again): ([Start], [Start]) = ([], [])
        for number in 0..<starts {
            let folder = try ProgramFolder()
            fresh.append(try start(on: folder, isObserved: number == 0))
            _ = try RunningProgram.settled(on: folder).stop()
            again.append(try start(on: folder, isObserved: number == 0))
        }
        let members = [
            ("starts", number(Double(starts), digits: 0)),
            ("idle_mb", number(fresh.first?.idleMemory, digits: 1)),
        ]
        return JSONObject(
            members + report("start to ready, fresh folder", named: "fresh", of: fresh)
                + report("start to ready, existing folder", named: "again", of: again))
    }

    /// Wall-clock time depends on other load on the machine; CPU time does not.
    private struct Start {
        let milliseconds: Double
        let processorMilliseconds: Double
        /// In megabytes; `nil` if it was not observed.
        let idleMemory: Double?
    }

    private func start(on folder: ProgramFolder, isObserved: Bool) throws -> Start {
        let begin = ContinuousClock.now
        let program = try RunningProgram(on: folder)
        let response = try program.connect().send(WireRequest("GET", path: "/health/ready"))
        let time = (ContinuousClock.now - begin) / .milliseconds(1)
        guard response.status == 200 else { throw UnexpectedResponse(response, expected: "a ready server") }
        let idleMemory = isObserved ? reportIdle(program) : nil
        let end = program.kill()
        return Start(
            milliseconds: time, processorMilliseconds: (end?.processorTime ?? 0) * 1e3, idleMemory: idleMemory)
    }

    private func reportIdle(_ program: RunningProgram) -> Double? {
        let early = ProcessStatistics(of: program.process)
        Thread.sleep(forTimeInterval: 5)
        guard let late = ProcessStatistics(of: program.process), let early else { return nil }
        let memory = [early, late].map { Double($0.residentMemory) / 1_048_576 }
        let text = memory.map { String(format: "%.1f MB", $0) }
        say("idle: \(text[0]) resident when ready, \(text[1]) after 5 s, \(late.threads) threads")
        return memory[1]
    }

    /// Prints a line, and returns its numbers as members.
    private func report(_ text: String, named name: String, of starts: [Start]) -> [(String, JSONValue)] {
        let sorted = starts.map(\.milliseconds).sorted()
        let processor = starts.map(\.processorMilliseconds).sorted()
        let (median, least, most) = (sorted[sorted.count / 2], sorted[0], sorted[sorted.count - 1])
        say(
            String(
                format: "%@: median %.0f ms, from %.0f to %.0f, of %d; processor time %.0f ms, from %.0f", text,
                median, least, most, sorted.count, processor[processor.count / 2], processor[0]))
        return [
            ("\(name)_ms", median), ("\(name)_least_ms", least), ("\(name)_most_ms", most),
            ("\(name)_processor_ms", processor[processor.count / 2]),
        ].map { ($0, number($1, digits: 0)) }
    }

    private func number(_ value: Double?, digits: Int) -> JSONValue {
        value.flatMap { JSONNumber(String(format: "%.\(digits)f", $0)) }.map(JSONValue.number) ?? .null
    }
}
