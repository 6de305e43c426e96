// SPDX-License-Identifier: Apache-2.0

import ClientContract
import TestSupport
import WireFormats

/// Large numbers of requests of one kind.
package struct Flood: Sendable {
    /// The memory and disk space of a server at one time.
    package struct Measurement: Sendable {
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

    package var measurement: Measurement {
        let log = program.log.now
        return Measurement(
            residentMemory: ProcessStatistics(of: program.process)?.residentMemory ?? 0,
            databaseSize: program.folder.databaseSize, requests: log.requests + log.lost)
    }

    /// Starts sign-ins that are never finished, and returns unexpected responses.
    package func challenges(_ count: Int) -> [String] {
        send(count) { testClient in _ = try testClient.beginSignIn() }
    }

    /// Finishes sign-ins with a response that belongs to another one, and returns unexpected responses.
    package func rejections(_ count: Int, with submission: TestClient.Submission) -> [String] {
        send(count) { testClient in
            let started = try testClient.beginSignIn()
            let response = try testClient.finish(
                TestClient.Submission(session: started.session, response: submission.response))
            guard response.status == 403 else { throw UnexpectedResponse(response, expected: "a rejection") }
        }
    }

    /// Signs up a user and returns the response of a sign-in that was not finished.
    package func submission() throws -> TestClient.Submission {
        let testClient = TestClient(try WireClient(port: port), address: "flood@example.org")
        try testClient.signUp()
        return try testClient.get(try testClient.beginSignIn())
    }

    /// Sends requests from several threads, and returns unexpected responses.
    private func send(_ count: Int, body: @escaping @Sendable (TestClient) throws -> Void) -> [String] {
        let unexpected = Monitor<[String]>([])
        let work = { @Sendable (number: Int) in
            let share = count / threads + (number < count % threads ? 1 : 0)
            do {
                let testClient = TestClient(try WireClient(port: port))
                for _ in 0..<share { try body(testClient) }
            } catch {
                unexpected.update { $0.append("\(error)") }
            }
        }
        do {
            try Workers.run(threads, body: work)
        } catch {
            unexpected.update { $0.append("\(error)") }
        }
        return unexpected.read(\.self)
    }
}
