// SPDX-License-Identifier: Apache-2.0

import TestSupport
import WireFormats

/// Large numbers of requests of one kind.
package struct Flood: Sendable {
    /// The memory and disk space of a server at one moment.
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

    /// Starts sign-ins that are never finished, and returns unexpected responses.
    package func challenges(_ count: Int) -> [String] {
        each(count) { testClient in _ = try testClient.beginSignIn() }
    }

    /// Finishes sign-ins with a response that belongs to another one, and returns unexpected responses.
    package func rejections(_ count: Int, with submission: TestClient.Submission) -> [String] {
        each(count) { testClient in
            let started = try testClient.beginSignIn()
            let response = try testClient.finish(
                TestClient.Submission(session: started.session, response: submission.response))
            guard response.status == 403 else { throw UnexpectedResponse(response, expected: "a refusal") }
        }
    }

    /// Signs up a user and returns a response that can be sent too often.
    package func submission() throws -> TestClient.Submission {
        let testClient = TestClient(try WireClient(port: port), address: "flood@example.org")
        try testClient.signUp()
        return try testClient.get(try testClient.beginSignIn())
    }

    private func each(_ count: Int, body: @escaping @Sendable (TestClient) throws -> Void) -> [String] {
        let faults = Monitor<[String]>([])
        let work = { @Sendable (number: Int) in
            let share = count / threads + (number < count % threads ? 1 : 0)
            do {
                let testClient = TestClient(try WireClient(port: port))
                for _ in 0..<share { try body(testClient) }
            } catch {
                faults.update { $0.append("\(error)") }
            }
        }
        do {
            try Workers.run(threads, body: work)
        } catch {
            faults.update { $0.append("\(error)") }
        }
        return faults.read(\.self)
    }
}
