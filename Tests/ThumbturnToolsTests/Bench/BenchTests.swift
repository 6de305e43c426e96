// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import IdentityModel
import POSIX
import ServerHarness
import TestConsole
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// `thumbturn-tools bench` as a process. Nothing here depends on how fast the machine is.
struct BenchTests {
    private static let members = [
        "scenario", "tokens", "ops_per_s", "p50_ms", "p95_ms", "p99_ms", "errors", "cpu_us_per_op",
        "hashing_us_per_op", "floor_us", "cpu_over_floor", "units_per_op", "rss_mb",
    ]

    /// The nightly trials run the others, too.
    private static let scenarios =
        ["sign-in", "page"]
        + (ProcessInfo.processInfo.environment["THUMBTURN_TRIALS"] == nil
            ? [] : ["authorize", "live", "sign-up", "refresh", "challenge", "userinfo", "password-sign-in"])

    @Test(arguments: scenarios)
    func `every scenario runs on its own server and leaves nothing behind`(scenario: String) throws {
        let folder = try TemporaryFolder()
        let words = ["--users", "5", "--connections", "3", "--duration", "1", "--json", "--scenario", scenario]
        let (output, status) = try BenchProgram(words, in: folder).finish()
        #expect(status == 0, "\(output)")
        let result = try result(output)
        #expect(result.members.map(\.name) == Self.members)
        #expect(result["scenario"] == .string(scenario))
        #expect(result["tokens"] == "rs256-id")
        #expect(result["errors"] == 0)
        #expect(number("ops_per_s", in: result) > 0)
        #expect(number("p50_ms", in: result) <= number("p99_ms", in: result))
        let isDurable = ["sign-in", "sign-up", "refresh", "authorize", "password-sign-in"].contains(scenario)
        #expect(isDurable == (number("units_per_op", in: result) > 0.05))
        #if os(Linux)
            #expect(number("cpu_us_per_op", in: result) > 0)
            #expect(number("rss_mb", in: result) > 1)
            #expect((result["floor_us"] == .null) == (scenario == "live"))
            #expect((result["hashing_us_per_op"] == .null) == (scenario != "password-sign-in"))
        #endif
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test(arguments: ["es256", "rs256"])
    func `the server signs with the requested algorithms`(tokens: String) throws {
        let folder = try TemporaryFolder()
        let words = ["--users", "2", "--connections", "1", "--duration", "1", "--json", "--tokens", tokens]
        let (output, status) = try BenchProgram(words, in: folder).finish()
        #expect(status == 0, "\(output)")
        #expect(try result(output)["tokens"] == .string(tokens))
        let signature = "\(tokens.uppercased()) signature"
        #expect(output.contains("ES256 verification with a stored key, \(signature), \(signature)"))
    }

    @Test func `a seeded folder is copied, not changed`() async throws {
        let folder = try TemporaryFolder()
        let seeded = try TemporaryFolder()
        let (seeding, _) = try BenchProgram(["seed", "--users", "4", "--data", seeded.path], in: folder).finish()
        #expect(seeding.contains("has 4 benchmark users, 4 of them new."))
        let words = ["--data", seeded.path, "--users", "4", "--connections", "2", "--duration", "1", "--json"]
        let (output, status) = try BenchProgram(words, in: folder).finish()
        #expect(status == 0, "\(output)")
        #expect(try result(output)["errors"] == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        let storage = try ServerSettings.Database.standard(in: seeded.path).open().storage
        let passkeys = try await storage.read { snapshot in
            try snapshot.users.list(after: nil, limit: 10).flatMap { try snapshot.passkeys.list(of: $0.id) }
        }
        #expect(passkeys.count == 4)
        #expect(passkeys.allSatisfy { $0.lastUsedAt == nil })
        await storage.close()
    }

    @Test func `a running server is measured at its URL and keeps running`() throws {
        let folder = try TemporaryFolder()
        let server = try ProgramFolder()
        let url = "http://localhost:\(try Self.unusedPort())"
        // The first start stores the configuration, which seeding reads.
        _ = try RunningProgram(on: server).stop()
        let seed = ["seed", "--users", "4", "--data", server.data, "--url", url]
        #expect(try BenchProgram(seed, in: folder).finish().output.contains("has 4 benchmark users"))
        let listen = "127.0.0.1:" + (url.split(separator: ":").last ?? "")
        let program = try RunningProgram(on: server, ["--url", url, "--listen", listen, "--rate-limits", "off"])
        let words = [
            "--url", url, "--client", "web", "--users", "4", "--connections", "2", "--duration", "1", "--json",
        ]
        let (output, status) = try BenchProgram(words, in: folder).finish()
        #expect(status == 0, "\(output)")
        #expect(try result(output)["errors"] == 0)
        #expect(try result(output)["units_per_op"] == .null)
        let known = try BenchProgram(words + ["--data", server.data], in: folder).finish()
        #expect(number("units_per_op", in: try result(known.output)) > 0.05)
        let unknownClient = try BenchProgram(["--url", url, "--users", "4", "--client", "nobody"], in: folder).finish()
        #expect(unknownClient.status == 1)
        #expect(unknownClient.output.contains("Unknown client"))
        #expect(try program.stop().status == 0)
        let unreachable = try BenchProgram(["--url", url, "--users", "4"], in: folder).finish()
        #expect(unreachable.status == 1)
        #expect(unreachable.output.contains("Check that a server is running at \(url)."))
    }

    @Test func `an interrupt ends the measurement and its server, and the result is reported`() throws {
        let folder = try TemporaryFolder()
        let words = ["--users", "2", "--connections", "1", "--duration", "600", "--json", "--scenario", "live"]
        let (output, status) = try BenchProgram(words, in: folder).finish(interruptingAfterLines: 2)
        #expect(status == 0, "\(output)")
        #expect(try result(output)["errors"] == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    /// Returns the last line as JSON.
    private func result(_ output: String) throws -> JSONObject {
        let line = try #require(output.split(separator: "\n").last)
        return try #require(try JSONReader.read(Array(line.utf8)).objectValue)
    }

    /// Returns a member as a number, or -1 if it is not one.
    private func number(_ name: String, in result: JSONObject) -> Double {
        guard case .number(let number)? = result[name] else { return -1 }
        return number.double
    }

    /// Returns a port that is free at the moment.
    private static func unusedPort() throws -> UInt16 {
        try #require(LoopbackSocket()).port
    }
}

/// `thumbturn-tools bench` in a child process with its own temporary folder.
private struct BenchProgram {
    private let process = Process()
    private let pipe = Pipe()

    init(_ words: [String], in folder: TemporaryFolder) throws {
        process.executableURL = URL(fileURLWithPath: try ProgramLocation.find("thumbturn-tools"))
        process.arguments = ["bench"] + words
        process.environment = ProcessInfo.processInfo.environment
            .filter { !$0.key.hasPrefix("THUMBTURN_") }
            .merging(["TMPDIR": folder.path]) { $1 }
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
    }

    /// Waits for the process to exit, at most two minutes, and returns its output.
    func finish(interruptingAfterLines count: Int? = nil) throws -> (output: String, status: Int32) {
        let process = process
        let watchdog = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: watchdog)
        defer { watchdog.cancel() }
        var output = Data()
        var isInterrupted = false
        while case let some = pipe.fileHandleForReading.availableData, !some.isEmpty {
            output += some
            guard let count, !isInterrupted, output.count(where: { $0 == UInt8(ascii: "\n") }) >= count else {
                continue
            }
            process.interrupt()
            isInterrupted = true
        }
        process.waitUntilExit()
        return (String(decoding: output, as: UTF8.self), process.terminationStatus)
    }
}
