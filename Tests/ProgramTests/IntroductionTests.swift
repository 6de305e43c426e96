// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerHarness
import TestSupport
import Testing

/// The message of a server without a configuration about the one that it made for itself.
@Suite struct IntroductionTests {
    private static let introduction = "There was no configuration, so a default one was created"

    @Test func `the default configuration is introduced once: when the server has started for the first time`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let socket = try #require(LoopbackSocket())
            let failed = try Self.output(of: ["--data", folder + "/data", "--listen", "127.0.0.1:\(socket.port)"])
            #expect(failed == "")
            withExtendedLifetime(socket) {}
            let first = try Self.output(of: ["--data", folder + "/data", "--listen", "127.0.0.1:0"])
            #expect(first.hasPrefix(Self.introduction), "\(first)")
            #expect(first.contains("Thumbturn is running"))
            let second = try Self.output(of: ["--data", folder + "/data", "--listen", "127.0.0.1:0"])
            #expect(second.hasPrefix("Thumbturn is running"), "\(second)")
        }
    }

    /// Runs a server until it is ready or ends, and returns its output.
    private static func output(of words: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: try ProgramLocation.find())
        process.arguments = ["serve"] + words
        process.environment = ["PATH": "/usr/bin:/bin"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let limit = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: limit)
        defer { limit.cancel() }
        var text = ""
        while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
            // The start is recorded before this is printed.
            if text.contains("Open this address within an hour") { process.terminate() }
        }
        process.waitUntilExit()
        return text
    }
}
