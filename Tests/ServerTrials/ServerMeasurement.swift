// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerHarness

/// Measures start-up time and idle memory. `thumbturn bench` measures operations.
struct ServerMeasurement {
    /// The number of starts with a fresh and with an existing folder.
    let starts: Int

    func run() throws {
        var (fresh, again): ([Start], [Start]) = ([], [])
        for number in 0..<starts {
            let folder = try ProgramFolder()
            fresh.append(try start(on: folder, isObserved: number == 0))
            _ = try RunningProgram.settled(on: folder).stop()
            again.append(try start(on: folder, isObserved: number == 0))
        }
        report("start to ready, fresh folder", of: fresh)
        report("start to ready, existing folder", of: again)
    }

    /// Wall-clock time depends on other load on the machine; CPU time does not.
    private struct Start {
        let milliseconds: Double
        let processorMilliseconds: Double
    }

    private func start(on folder: ProgramFolder, isObserved: Bool) throws -> Start {
        let begin = ContinuousClock.now
        let program = try RunningProgram(on: folder)
        let response = try program.connect().send(WireRequest("GET", path: "/health/ready"))
        let time = (ContinuousClock.now - begin) / .milliseconds(1)
        guard response.status == 200 else { throw UnexpectedResponse(response, expected: "a ready server") }
        if isObserved { try reportIdle(program) }
        let end = program.kill()
        return Start(milliseconds: time, processorMilliseconds: (end?.processorTime ?? 0) * 1e3)
    }

    private func reportIdle(_ program: RunningProgram) throws {
        let early = ProcessStatistics(of: program.process)
        Thread.sleep(forTimeInterval: 5)
        guard let late = ProcessStatistics(of: program.process), let early else { return }
        let text = [early, late].map { String(format: "%.1f MB", Double($0.residentMemory) / 1_048_576) }
        say("idle: \(text[0]) resident when ready, \(text[1]) after 5 s, \(late.threads) threads")
    }

    private func report(_ name: String, of starts: [Start]) {
        let sorted = starts.map(\.milliseconds).sorted()
        let processor = starts.map(\.processorMilliseconds).sorted()
        say(
            String(
                format: "%@: median %.0f ms, from %.0f to %.0f, of %d; processor time %.0f ms, from %.0f", name,
                sorted[sorted.count / 2], sorted[0], sorted[sorted.count - 1], sorted.count,
                processor[processor.count / 2], processor[0]))
    }
}
