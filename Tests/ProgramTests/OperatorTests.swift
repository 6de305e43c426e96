// SPDX-License-Identifier: Apache-2.0

import Foundation
import POSIX
import ServerHarness
import Testing
import ThumbturnServer
import WireFormats

/// The program as its operator sees it.
@Suite struct OperatorTests {
    private let folder: ProgramFolder

    init() throws {
        folder = try ProgramFolder()
    }

    @Test func `what an operator changes is in the log of the server that runs`() async throws {
        let program = try RunningProgram(on: folder)
        try TestClient(try program.connect()).signUp()
        let silent = Console(write: { _ in }, writeError: { _ in }, readSome: { _ in [] })
        let words = [
            "users", "block", "somebody@example.org", "--data", folder.data, "--url", HarnessConfiguration.url,
        ]
        #expect(await CommandLineInterface.run(words, environment: [:], console: silent) == .success)
        let line = try #require(program.log.wait(for: "user.blocked"))
        #expect(line["actor"] == "operator")
        #expect(line["command"] == "users block")
        #expect(line["user"]?.stringValue?.hasPrefix("auth0|") == true)
    }

    @Test func `who asks a second time by Ctrl-C does not wait for what is under way`() throws {
        let program = try RunningProgram(on: folder)
        let wire = try program.connect()
        let head = """
            POST /passkey/challenge HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/json\r\n\
            Content-Length: 20\r\nExpect: 100-continue\r\n\r\n
            """
        try wire.write(Array(head.utf8))
        // So the server has seen the head, and waits for the rest.
        #expect(try wire.read().status == 100)
        program.send(SIGINT)
        _ = try #require(program.log.wait(for: "server.stopping"))
        program.send(SIGINT)
        #expect(try program.waitForEnd().status == 130)
        #expect(program.log.now.events("server.stopped").isEmpty)
    }

    @Test func `at the level warning there are no lines about requests that went well`() throws {
        let program = try RunningProgram(spawnedOn: folder, ["--log-level", "warning"])
        // Nobody is told where it listens, so there is nothing to ask; that it starts and ends is enough.
        try #require(Self.appears(folder.database))
        program.send(SIGTERM)
        #expect(try program.waitForEnd().status == 0)
        #expect(program.log.now.events.isEmpty)
    }

    private static func appears(_ path: String) -> Bool {
        for _ in 0..<1200 where !FileManager.default.fileExists(atPath: path) { Thread.sleep(forTimeInterval: 0.1) }
        return FileManager.default.fileExists(atPath: path)
    }

    /// Root may enter every folder, unless it gives up the right to.
    @Test(.enabled(if: geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
    func `a folder that may not be entered is not called a file`() throws {
        let data = folder.path + "/locked"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: data)
        let expected = [
            (data, "\(data) can't be used: this user may not"),
            (data + "/in", "\(data)/in can't be used: Permission denied"),
        ]
        for (path, text) in expected {
            let words = [try ProgramLocation.find(), "serve", "--data", path]
            let isRoot = geteuid() == 0
            let process = Process()
            process.executableURL = URL(filePath: isRoot ? "/usr/bin/setpriv" : words[0])
            let withoutRights = ["--bounding-set", "-all", "--inh-caps", "-all"]
            process.arguments = isRoot ? withoutRights + words : Array(words.dropFirst())
            let pipe = Pipe()
            process.standardError = pipe
            try process.run()
            let told = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 2)
            #expect(told.contains(text), "\(told)")
            #expect(!told.contains("is a file"))
        }
    }
}
