// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Very many requests of one kind, and what they leave behind.
package struct Flood: Sendable {
    /// What a server occupies at one moment.
    package struct Mark: Sendable {
        package var residentMemory: Int
        package var databaseSize: Int
        package var requests: Int

        package init(residentMemory: Int, databaseSize: Int, requests: Int) {
            self.residentMemory = residentMemory
            self.databaseSize = databaseSize
            self.requests = requests
        }
    }

    private let program: RunningProgram
    private let threads: Int
    private let port: UInt16

    package init(_ program: RunningProgram, threads: Int = 8) throws {
        self.program = program
        self.threads = threads
        port = try program.port()
    }

    package var mark: Mark {
        let log = program.log.now
        return Mark(
            residentMemory: ProcessFacts(of: program.process)?.residentMemory ?? 0,
            databaseSize: program.folder.databaseSize, requests: log.requests + log.lost)
    }

    /// Sign-ins are begun and never finished. Returns what was answered otherwise than it should have been.
    package func challenges(_ count: Int) -> [String] {
        each(count) { visitor in _ = try visitor.beginSignIn() }
    }

    /// Sign-ins are begun and finished with an answer that belongs to another.
    package func refusals(_ count: Int, with answer: Visitor.Answer) -> [String] {
        each(count) { visitor in
            let begun = try visitor.beginSignIn()
            let response = try visitor.finish(Visitor.Answer(session: begun.session, response: answer.response))
            guard response.status == 403 else { throw UnexpectedAnswer("a refusal", response) }
        }
    }

    /// Somebody signs up, and gives an answer that can be sent too often.
    package func answer() throws -> Visitor.Answer {
        let visitor = Visitor(try WireClient(port: port), address: "flood@example.org")
        try visitor.signUp()
        return try visitor.get(try visitor.beginSignIn())
    }

    private func each(_ count: Int, _ body: @escaping @Sendable (Visitor) throws -> Void) -> [String] {
        let faults = Awaited<[String]>([])
        Workers.run(threads) { number in
            let share = count / threads + (number < count % threads ? 1 : 0)
            do {
                let visitor = Visitor(try WireClient(port: port))
                for _ in 0..<share { try body(visitor) }
            } catch {
                faults.update { $0.append("\(error)") }
            }
        }
        return faults.read(\.self)
    }
}
