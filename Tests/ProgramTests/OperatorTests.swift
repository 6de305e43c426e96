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

    @Test func `a running server logs the changes of operators`() async throws {
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

    @Test func `a second SIGINT ends the process at once`() throws {
        let program = try RunningProgram(on: folder)
        let wire = try program.connect()
        let head = """
            POST /passkey/challenge HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/json\r\n\
            Content-Length: 20\r\nExpect: 100-continue\r\n\r\n
            """
        try wire.write(Array(head.utf8))
        // Now the server has read the head and waits for the body.
        #expect(try wire.read().status == 100)
        program.send(SIGINT)
        _ = try #require(program.log.wait(for: "server.stopping"))
        program.send(SIGINT)
        #expect(try program.waitForExit().status == 130)
        #expect(program.log.now.events("server.stopped").isEmpty)
    }

    @Test func `a server at log level warning logs nothing about its normal operation`() throws {
        let program = try RunningProgram(spawnedOn: folder, ["--log-level", "warning"])
        // Its address is not logged, so no request can be sent. It is enough that it starts and ends.
        try #require(Self.appears(folder.database))
        program.send(SIGTERM)
        #expect(try program.waitForExit().status == 0)
        #expect(program.log.now.events.isEmpty)
    }

    private static func appears(_ path: String) -> Bool {
        for _ in 0..<1200 where !FileManager.default.fileExists(atPath: path) { Thread.sleep(forTimeInterval: 0.1) }
        return FileManager.default.fileExists(atPath: path)
    }

    /// Root may enter every folder, unless it gives up the right to.
    @Test(.enabled(if: geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
    func `a folder that can't be entered is not reported as a file`() throws {
        let data = folder.path + "/locked"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: data)
        // The owner could not remove it otherwise.
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: data) }
        let expected = [
            (data, "\(data) can't be used: this user can't"),
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
            // If the server starts after all, the test fails instead of waiting forever.
            let limit = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
            DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: limit)
            let message = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            limit.cancel()
            #expect(process.terminationStatus == 2)
            #expect(message.contains(text), "\(message)")
            #expect(!message.contains("is a file"))
        }
    }
}
