// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import ServerHarness
import Testing
import ThumbturnServer

/// The way from an error in an application to the setting that its operator has to change.
@Suite struct ExplanationTests {
    @Test func `an error's reference leads through the log to the setting that fixes it`() async throws {
        let folder = try ProgramFolder()
        let program = try RunningProgram(on: folder)
        let testClient = TestClient(try program.connect())
        try testClient.signUp()
        let submission = try testClient.get(try testClient.beginSignIn(), origin: "http://localhost:3000")
        let response = try testClient.finish(submission)
        #expect(response.status == 403)
        let reference = try #require(response.text("reference"))
        let log = try #require(program.log.wait { $0.latest.last { $0.contains(reference) } })
        let path = folder.path + "/log"
        try Data(log.utf8).write(to: URL(fileURLWithPath: path))
        let run = await CommandRun(["why", reference, "--log", path])
        #expect(run.status == .success)
        for text in [
            "authentication.origin-not-allowed", "7.2.12", "received  http://localhost:3000",
            "allowed   \(HarnessConfiguration.url)", "web_origins of the client web",
        ] {
            #expect(run.output.contains(text), "\(run.output)")
        }
    }
}
