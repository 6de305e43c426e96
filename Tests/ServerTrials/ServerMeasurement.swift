// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerHarness
import SoftwareAuthenticator

/// How long a start takes, what an idle server occupies, and what a sign-in costs.
struct ServerMeasurement {
    /// How long a start may take, whether the folder is fresh or not: the median, in milliseconds.
    private static let longestStart = 150.0

    let signIns: Int

    /// Ends the process with status 1 where a start takes too long.
    func run() throws {
        let medians = try starts()
        try signIn("ES256", .iCloudKeychain)
        try signIn("RS256", .windowsHello)
        guard medians.allSatisfy({ $0 <= Self.longestStart }) else {
            say(String(format: "A start takes longer than %.0f ms.", Self.longestStart))
            exit(1)
        }
    }

    /// The clock says what a person waits, and depends on what else the machine does; the processor's time does not.
    private struct Start {
        let milliseconds: Double
        let processorMilliseconds: Double
    }

    private func starts() throws -> [Double] {
        var (fresh, again): ([Start], [Start]) = ([], [])
        for number in 0..<21 {
            let folder = try ProgramFolder()
            fresh.append(try start(on: folder, isObserved: number == 0))
            _ = try RunningProgram.settled(on: folder).stop()
            again.append(try start(on: folder, isObserved: number == 0))
        }
        return [tell("start to ready, fresh folder", fresh), tell("start to ready, existing folder", again)]
    }

    private func start(on folder: ProgramFolder, isObserved: Bool) throws -> Start {
        let begin = ContinuousClock.now
        let program = try RunningProgram(on: folder)
        let response = try program.connect().send(WireRequest("GET", "/health/ready"))
        let time = (ContinuousClock.now - begin) / .milliseconds(1)
        guard response.status == 200 else { throw UnexpectedAnswer("a ready server", response) }
        if isObserved { try idle(program) }
        let end = program.kill()
        return Start(milliseconds: time, processorMilliseconds: (end?.processorTime ?? 0) * 1e3)
    }

    private func idle(_ program: RunningProgram) throws {
        let early = ProcessFacts(of: program.process)
        Thread.sleep(forTimeInterval: 5)
        guard let late = ProcessFacts(of: program.process), let early else { return }
        let text = [early, late].map { String(format: "%.1f MB", Double($0.residentMemory) / 1_048_576) }
        say("idle: \(text[0]) enrolledUser when ready, \(text[1]) after 5 s, \(late.threads) threads")
    }

    private func signIn(_ name: String, _ profile: AuthenticatorProfile) throws {
        let program = try RunningProgram(on: try ProgramFolder())
        let testClient = TestClient(try program.connect(), device: SoftwareAuthenticator(profile: profile))
        try testClient.signUp()
        for _ in 0..<100 { try testClient.signIn() }
        guard let before = ProcessFacts(of: program.process) else { return }
        for _ in 0..<signIns { try testClient.signIn() }
        guard let after = ProcessFacts(of: program.process) else { return }
        let cost = (after.processorTime - before.processorTime) / Double(signIns) * 1e6
        let memory = Double(after.residentMemory) / 1_048_576
        say(
            String(
                format: "sign-in, passkey %@: %.0f µs of processor time, then %.1f MB enrolledUser", name, cost, memory)
        )
        _ = try program.stop()
    }

    /// Returns the median.
    private func tell(_ name: String, _ starts: [Start]) -> Double {
        let sorted = starts.map(\.milliseconds).sorted()
        let processor = starts.map(\.processorMilliseconds).sorted()
        say(
            String(
                format: "%@: median %.0f ms, from %.0f to %.0f, of %d; processor time %.0f ms, from %.0f", name,
                sorted[sorted.count / 2], sorted[0], sorted[sorted.count - 1], sorted.count,
                processor[processor.count / 2], processor[0]))
        return sorted[sorted.count / 2]
    }
}
