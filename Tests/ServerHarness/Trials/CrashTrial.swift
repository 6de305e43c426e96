// SPDX-License-Identifier: Apache-2.0

import Foundation
import POSIX
import TestSupport

/// Kills a server repeatedly while it is in use, and compares its data after each restart with everything that it had
/// acknowledged. At the end, the mail server must have what users asked for, and each code must be good that was answered
/// for.
///
/// The seed determines what users do and after how many responses the server is killed, but neither the exact moment
/// nor the scheduling of threads.
package struct CrashTrial: Sendable {
    package struct Summary: Sendable {
        package var rounds = 0
        package var users = 0
        package var acknowledged = 0
        /// The number of starts that were killed.
        package var killedStarts = 0
        /// The number of mails that the server had acknowledged a request for.
        package var mails = 0
        /// The number of codes that were accepted.
        package var codes = 0
        /// The number of those mails that were sent again after a crash.
        package var repeatedMails = 0
        package var contradictions: [String] = []
    }

    package var rounds: Int
    package var seed: UInt64
    package var threads = 4
    /// The maximum number of responses before the server is killed.
    package var maximumResponses = 200
    /// Whether the mail server takes mail only after the last round.
    package var defersMail = false
    /// A change to the data while the server is down, which the trial must detect.
    package var corruptData: @Sendable (ProgramFolder) throws -> Void = { _ in }

    package init(rounds: Int, seed: UInt64) {
        self.rounds = rounds
        self.seed = seed
    }

    /// Runs until the first contradiction or to the end.
    package func run(_ report: (String) -> Void = { _ in }) throws -> Summary {
        var randomness = SeededGenerator(seed: seed)
        let folder = try ProgramFolder(HarnessConfiguration(hasPasswords: true, hasCodes: true).json)
        let relay = try TestMailServer(defersMail ? .deferring : .accepting)
        let groups = (0..<threads).map { UserGroup("s\(seed)-t\($0)", seed: randomness.next(), relay: relay) }
        var summary = Summary()
        var program = try start(on: folder, mailingBy: relay)
        for round in 1...max(1, rounds) {
            if !defersMail {
                let holds = UInt64.random(in: 0..<3, using: &randomness) == 0
                relay.change(to: holds ? .holding : .accepting)
            }
            let responses = Int.random(in: 1...maximumResponses, using: &randomness)
            try kill(program, atWorkOf: groups, after: responses)
            if UInt64.random(in: 0..<3, using: &randomness) == 0 {
                try killAtStart(
                    folder, mailingBy: relay, after: UInt32.random(in: 0..<60_000, using: &randomness))
                summary.killedStarts += 1
            }
            try corruptData(folder)
            program = try start(on: folder, mailingBy: relay)
            try audit(program, by: groups)
            summary.rounds = round
            summary.contradictions = groups.flatMap(\.contradictions)
            report(
                "round \(round): killed after \(responses) responses, \(summary.contradictions.count) contradictions")
            guard summary.contradictions.isEmpty else { break }
        }
        _ = try program.stop()
        if summary.contradictions.isEmpty {
            relay.change(to: .accepting)
            try auditAll(groups, on: folder, mailingBy: relay)
            let mail = MailAudit(relay.deliveries)
            summary.repeatedMails = mail.repeated
            summary.contradictions = mail.contradictions(of: groups.flatMap(\.users)) + mail.repetitions()
        }
        summary.contradictions += groups.flatMap(\.contradictions)
        summary.mails = groups.flatMap(\.users).map(\.requestedMails).reduce(0, +)
        summary.codes = groups.flatMap(\.users).flatMap(\.codes).count { $0.use == .accepted }
        summary.users = groups.map(\.users.count).reduce(0, +)
        summary.acknowledged = groups.map(\.acknowledged).reduce(0, +)
        return summary
    }

    private func start(on folder: ProgramFolder, mailingBy relay: TestMailServer) throws -> RunningProgram {
        let program = try spawn(on: folder, mailingBy: relay)
        _ = try program.port()
        return program
    }

    private func spawn(on folder: ProgramFolder, mailingBy relay: TestMailServer) throws -> RunningProgram {
        relay.senderNumber += 1
        return try RunningProgram(
            spawnedOn: folder, ["--rate-limits", "off", "--mail", "smtp://127.0.0.1:\(relay.port)"])
    }

    private func kill(_ program: RunningProgram, atWorkOf groups: [UserGroup], after responses: Int) throws {
        let port = try program.port()
        let responded = Monitor(0)
        Thread.detachNewThread {
            // The server never outlives the round.
            _ = responded.wait { $0 >= responses ? true : nil }
            program.kill()
        }
        try Workers.run(groups.count) { number in
            groups[number].work(at: port) { responded.update { $0 += 1 } }
            // A group with a contradiction stops, and must not delay the others.
            if !groups[number].contradictions.isEmpty { responded.update { $0 += responses } }
        }
        _ = try program.waitForExit()
    }

    /// Kills a server at a random moment of its start.
    private func killAtStart(
        _ folder: ProgramFolder, mailingBy relay: TestMailServer, after microseconds: UInt32
    ) throws {
        let program = try spawn(on: folder, mailingBy: relay)
        usleep(microseconds)
        program.kill()
    }

    /// Audits all users after a last restart, and waits until their mail was sent.
    private func auditAll(_ groups: [UserGroup], on folder: ProgramFolder, mailingBy relay: TestMailServer) throws {
        try DatabaseEdit.makeMailDue(in: folder.database)
        let program = try start(on: folder, mailingBy: relay)
        try audit(program, by: groups, includingIdle: true)
        // A mail that still waits then is missing.
        _ = program.log.wait { _ in (try? DatabaseEdit.hasMail(in: folder.database)) == false ? true : nil }
        let port = try program.port()
        try Workers.run(groups.count) { groups[$0].auditCodes(at: port) }
        _ = try program.stop()
    }

    private func audit(_ program: RunningProgram, by groups: [UserGroup], includingIdle: Bool = false) throws {
        let port = try program.port()
        try Workers.run(groups.count) { groups[$0].audit(at: port, includingIdle: includingIdle) }
    }
}
