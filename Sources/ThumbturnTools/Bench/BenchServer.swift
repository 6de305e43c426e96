// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import POSIX
import WireFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The server under measurement, with what is needed to observe it from outside.
struct MeasuredServer: Sendable {
    let url: WebOrigin
    let port: UInt16
    /// `nil` if the process can't be found.
    let process: Int32?
    /// The path of its database, if known.
    let database: String?

    /// Describes a server that is already running.
    init(at url: WebOrigin, data: String?) {
        self.url = url
        port = url.port ?? url.scheme.defaultPort
        process = ProcessAccount.listening(on: port)
        database = data.map { $0 + "/thumbturn.sqlite" }
    }

    init(url: WebOrigin, port: UInt16, process: Int32, database: String) {
        self.url = url
        self.port = port
        self.process = process
        self.database = database
    }
}

/// The temporary folder of one measurement. It is removed when this value is deallocated.
final class BenchFolder: Sendable {
    let path: String
    var data: String { path + "/data" }
    var configuration: String { path + "/configuration.json" }
    var log: String { path + "/server.log" }

    init() throws(CommandFailure) {
        var template = Array((FileManager.default.temporaryDirectory.path + "/thumbturn-bench-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .failed(
                "A temporary folder can't be created: \(systemErrorText(errno)). Set TMPDIR to a writable folder.")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Creates the database of a server that will be started here, unless there is one, and adds missing users.
    func seed(
        _ users: Int, havingPasswords: Bool = false, reportingTo progress: (Int) -> Void = { _ in }
    ) async throws(CommandFailure) {
        try await BenchDatabase(in: data).use { storage throws(CommandFailure) in
            let seeding = Seeding(
                storage: storage, connection: DefaultConfiguration.connection, relyingPartyID: BenchServer.url.host,
                password: havingPasswords ? try await BenchUser.hashedPassword() : nil)
            _ = try await seeding.fill(upTo: users, progress: progress)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// `thumbturn serve` in a child process, logging to a file.
final class BenchServer: Sendable {
    /// The public URL. The server listens on a port that the system chooses.
    static let url: WebOrigin = {
        guard let url = try? WebOrigin("http://localhost:8080") else { preconditionFailure("the URL is valid") }
        return url
    }()

    let measured: MeasuredServer
    private let folder: BenchFolder
    private let process: Int32

    /// Starts a server on a folder that already has a database and waits until it is ready.
    init(
        _ program: String, in folder: BenchFolder, tokens: BenchTokens, hasPasswords: Bool = false
    ) async throws(CommandFailure) {
        self.folder = folder
        let url = Self.url
        do {
            let json = JSONValue.object(try tokens.configuration(for: url, hasPasswords: hasPasswords)).serialized()
            try Data(json).write(to: URL(fileURLWithPath: folder.configuration))
        } catch {
            throw .failed("The server's configuration can't be written: \(error)")
        }
        process = try Self.spawn(
            program,
            with: [
                "serve", "--url", "\(url)", "--listen", "127.0.0.1:0", "--data", folder.data,
                "--config", folder.configuration, "--rate-limits", "off",
            ], log: folder.log)
        do {
            let port = try await Self.port(of: process, log: folder.log)
            measured = MeasuredServer(
                url: url, port: port, process: process, database: folder.data + "/thumbturn.sqlite")
        } catch {
            Self.end(process)
            throw error
        }
    }

    /// Shuts the server down, and kills it if that takes more than 30 seconds.
    func stop() { Self.end(process) }

    private static func end(_ process: Int32) {
        kill(process, SIGTERM)
        var status: Int32 = 0
        for _ in 0..<1500 {
            guard waitpid(process, &status, WNOHANG) == 0 else { return }
            usleep(20_000)
        }
        kill(process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// Waits for the log line that reports the port.
    private static func port(of process: Int32, log: String) async throws(CommandFailure) -> UInt16 {
        for _ in 0..<3000 {
            let text = (try? Files.read(log)) ?? []
            for line in text.split(separator: UInt8(ascii: "\n")) {
                guard let object = try? JSONReader.read(Array(line)), object["event"] == "server.started",
                    let address = object["listen"]?.arrayValue?.first?.stringValue,
                    let port = address.split(separator: ":").last.flatMap({ UInt16($0) })
                else { continue }
                return port
            }
            var status: Int32 = 0
            guard waitpid(process, &status, WNOHANG) == 0 else {
                let excerpt = TerminalText.safe(String(decoding: text, as: UTF8.self), limit: 2000)
                throw .failed("The server exited while starting. Its log:\n  \(excerpt)")
            }
            usleep(20_000)
        }
        throw .failed(
            "The server did not start within a minute. Check whether the machine is overloaded, then try again.")
    }

    private static func spawn(_ program: String, with arguments: [String], log: String) throws(CommandFailure) -> Int32
    {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        // The server must not inherit the settings of the calling environment.
        let environment = ProcessEnvironment.variables.filter { !$0.key.hasPrefix("THUMBTURN_") }
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, program, &actions, nil, &words, &variables)
        guard code == 0 else {
            throw .failed("\(program) can't be started: \(String(cString: strerror(code))).")
        }
        return process
    }

    /// Returns the path of the program to measure: the named one, or `thumbturn` in the folder of this program.
    static func program(_ named: String?) throws(CommandFailure) -> String {
        if let named { return named }
        let path = try ownPath().split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/thumbturn"
        guard access(path, X_OK) == 0 else {
            throw .failed("There is no program \(path), which would be measured. Name it with --program FILE.")
        }
        return path
    }

    /// Returns the path of this process's executable.
    private static func ownPath() throws(CommandFailure) -> String {
        #if os(Linux)
            guard let path = realpath("/proc/self/exe", nil) else {
                throw .failed(
                    "The path of this program is unknown: \(systemErrorText(errno)). Check that /proc is mounted.")
            }
        #else
            var size = UInt32(PATH_MAX)
            var buffer = [CChar](repeating: 0, count: Int(size))
            guard _NSGetExecutablePath(&buffer, &size) == 0, let path = realpath(buffer, nil) else {
                throw .failed("The path of this program is unknown: \(systemErrorText(errno)).")
            }
        #endif
        defer { free(path) }
        return String(cString: path)
    }
}
