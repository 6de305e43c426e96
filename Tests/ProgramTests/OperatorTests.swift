// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import POSIX
import ServerHarness
import TestSupport
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
        #expect(await CommandLineInterface.thumbturn.run(words, environment: [:], console: silent) == .success)
        let line = try #require(program.log.wait(for: "user.blocked"))
        #expect(line["actor"] == "operator")
        #expect(line["command"] == "users block")
        #expect(line["user"]?.stringValue?.hasPrefix("auth0|") == true)
    }

    @Test func `status and links know whether and where the server runs`() async throws {
        let url = "http://localhost:8123"
        let program = try RunningProgram(on: folder, ["--url", url])
        // The URL is recorded before the code of the set-up.
        #expect(program.log.wait(for: "setup.code-issued") != nil)
        let running = await CommandRun(["status", "--data", folder.data])
        #expect(running.status == .success)
        #expect(running.output.contains("server    running since "))
        #expect(running.output.contains("url       \(url)\n"))
        let setup = await CommandRun(["setup", "--data", folder.data])
        #expect(setup.output.contains("\(url)/setup#"))
        #expect(try program.stop().status == 0)
        let stopped = await CommandRun(["status", "--data", folder.data])
        #expect(stopped.status == .failure)
        #expect(stopped.output.contains("server    not running; last started at "))
        #expect(stopped.output.contains("url       \(url)\n"))
    }

    @Test func `a server starts while commands look whether it runs`() async throws {
        let settings = try ServerSettings.read(["--data", folder.data], environment: [:])
        _ = try InstanceLock(settings)
        let looks = Locked((count: 0, areOver: false))
        // On a thread of its own: a look blocks, and Swift has as few threads as the machine has cores.
        let looking = try SystemThread {
            while !looks.withLock({ $0.areOver }) {
                _ = InstanceLock.isHeld(settings)
                looks.withLock { $0.count += 1 }
            }
        }
        defer {
            looks.withLock { $0.areOver = true }
            looking.join()
        }
        for _ in 0..<300 {
            // Throws if a look is in the way.
            withExtendedLifetime(try InstanceLock(settings)) {}
            await Task.yield()
        }
        #expect(await eventually { looks.withLock { $0.count } > 0 })
    }

    @Test func `help is wrapped to the width that the environment names`() throws {
        let process = Process()
        process.executableURL = URL(filePath: try ProgramLocation.find())
        process.arguments = ["help", "clients", "add"]
        process.environment = ["COLUMNS": "50", "PATH": "/usr/bin:/bin"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let body = text.components(separatedBy: "\nExamples:").first ?? ""
        #expect(body.split(separator: "\n").allSatisfy { $0.count <= 50 })
        #expect(body.contains("clients add"))
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
        let folder = try ProgramFolder(isNew: true)
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
