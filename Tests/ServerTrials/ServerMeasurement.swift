// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerHarness
import SoftwareAuthenticator

/// How long a start takes, what an idle server occupies, and what a sign-in costs.
struct ServerMeasurement {
    let signIns: Int

    func run() throws {
        try starts()
        try signIn("ES256", .iCloudKeychain)
        try signIn("RS256", .windowsHello)
    }

    private func starts() throws {
        let (fresh, again) = try measureStarts(21)
        tell("start to ready, fresh folder", fresh)
        tell("start to ready, existing folder", again)
    }

    private func measureStarts(_ count: Int) throws -> (fresh: [Double], again: [Double]) {
        var (fresh, again): ([Double], [Double]) = ([], [])
        for number in 0..<count {
            let folder = try ProgramFolder()
            for isFresh in [true, false] {
                let start = ContinuousClock.now
                let program = try RunningProgram(on: folder)
                let response = try program.connect().send(WireRequest("GET", "/health/ready"))
                let time = (ContinuousClock.now - start) / .milliseconds(1)
                guard response.status == 200 else { throw UnexpectedAnswer("a ready server", response) }
                if isFresh { fresh.append(time) } else { again.append(time) }
                if number == 0 { try idle(program, isFresh ? "fresh folder" : "existing folder") }
                _ = try program.stop()
            }
        }
        return (fresh, again)
    }

    private func idle(_ program: RunningProgram, _ name: String) throws {
        let early = ProcessFacts(of: program.process)
        Thread.sleep(forTimeInterval: 5)
        guard let late = ProcessFacts(of: program.process), let early else { return }
        let text = [early, late].map { String(format: "%.1f MB", Double($0.residentMemory) / 1_048_576) }
        say("idle, \(name): \(text[0]) resident when ready, \(text[1]) after 5 s, \(late.threads) threads")
    }

    private func signIn(_ name: String, _ profile: AuthenticatorProfile) throws {
        let program = try RunningProgram(on: try ProgramFolder())
        let visitor = Visitor(try program.connect(), device: SoftwareAuthenticator(profile: profile))
        try visitor.signUp()
        for _ in 0..<100 { try visitor.signIn() }
        guard let before = ProcessFacts(of: program.process) else { return }
        for _ in 0..<signIns { try visitor.signIn() }
        guard let after = ProcessFacts(of: program.process) else { return }
        let cost = (after.processorTime - before.processorTime) / Double(signIns) * 1e6
        let memory = Double(after.residentMemory) / 1_048_576
        say(String(format: "sign-in, passkey %@: %.0f µs of processor time, then %.1f MB resident", name, cost, memory))
        _ = try program.stop()
    }

    private func tell(_ name: String, _ times: [Double]) {
        let sorted = times.sorted()
        say(
            String(
                format: "%@: median %.0f ms, from %.0f to %.0f, of %d", name, sorted[sorted.count / 2], sorted[0],
                sorted[sorted.count - 1], sorted.count))
    }
}
