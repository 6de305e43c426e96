// SPDX-License-Identifier: Apache-2.0

import Foundation
import POSIX
import TestSupport
import WireFormats

/// `thumbturn serve` in a child process, on a port that the system chooses.
package final class RunningProgram: Sendable {
    package let folder: ProgramFolder
    package let process: Int32
    package let log: ProgramLog
    private let exit: Monitor<ProgramExit?>

    /// Starts the server without waiting.
    /// - Parameter preparation: a shell command that runs in the process before the program, such as `ulimit -n 256`.
    package init(
        spawnedOn folder: ProgramFolder, _ options: [String] = ["--rate-limits", "off"],
        url: String = HarnessConfiguration.url, after preparation: String? = nil
    ) throws {
        let arguments =
            [
                "serve", "--url", url, "--listen", "127.0.0.1:0", "--data", folder.data,
                "--config",
                folder.configuration,
            ] + options
        let program = try ProgramLocation.find()
        let spawned =
            try preparation.map {
                try ProcessSpawn("/bin/sh", arguments: ["-c", $0 + #"; exec "$0" "$@""#, program] + arguments)
            } ?? ProcessSpawn(program, arguments: arguments)
        self.folder = folder
        process = spawned.process
        log = ProgramLog(reading: spawned.standardError)
        let exit = Monitor<ProgramExit?>(nil)
        self.exit = exit
        Thread.detachNewThread {
            let result = ProcessSpawn.wait(for: spawned.process)
            exit.update { $0 = result }
        }
    }

    /// Starts the server and waits until it is ready.
    package convenience init(
        on folder: ProgramFolder, _ options: [String] = ["--rate-limits", "off"],
        url: String = HarnessConfiguration.url, after preparation: String? = nil
    ) throws {
        try self.init(spawnedOn: folder, options, url: url, after: preparation)
        do {
            _ = try port()
        } catch {
            kill()
            throw error
        }
    }

    /// Starts a server in a folder that has been used, and waits until it writes nothing by itself: the next keys and
    /// the code for the set-up exist already, and the write-ahead log has nothing else.
    package static func settled(on folder: ProgramFolder) throws -> RunningProgram {
        let program = try RunningProgram(on: folder)
        guard program.log.wait(for: "setup.code-issued") != nil else {
            throw ProgramFailure.notReady(nil, output: program.log.now.events.map { "\($0)" })
        }
        return program
    }

    deinit {
        if exit.read({ $0 == nil }) { _ = posixKill(process, signal: SIGKILL) }
    }

    /// Waits until the server is ready, and returns its port.
    package func port() throws(ProgramFailure) -> UInt16 {
        let started = log.wait(for: "server.started")
        guard let address = started?["listen"]?.arrayValue?.first?.stringValue,
            let port = address.split(separator: ":").last.flatMap({ UInt16($0) })
        else {
            let content = log.now
            throw .notReady(exit.wait(seconds: 1) { $0 }, output: content.texts + content.events.map { "\($0)" })
        }
        return port
    }

    /// Opens a connection to the server.
    package func connect() throws -> WireClient {
        try WireClient(port: try port())
    }

    /// Kills the server, as a crash of its machine would.
    @discardableResult
    package func kill() -> ProgramExit? {
        send(SIGKILL)
        return exit.wait { $0 }
    }

    /// Stops the server with SIGTERM and waits for its exit.
    package func stop() throws(ProgramFailure) -> ProgramExit {
        send(SIGTERM)
        return try waitForExit()
    }

    /// Waits until the server has ended and all its output has been read.
    package func waitForExit() throws(ProgramFailure) -> ProgramExit {
        guard let exit = exit.wait(for: { $0 }) else { throw .notExiting }
        _ = log.wait { $0.isComplete ? true : nil }
        return exit
    }

    package func send(_ signal: Int32) {
        guard exit.read({ $0 == nil }) else { return }
        _ = posixKill(process, signal: signal)
    }
}

/// Calls `kill`, which the method of the same name hides.
private func posixKill(_ process: pid_t, signal: Int32) -> Int32 {
    kill(process, signal)
}
