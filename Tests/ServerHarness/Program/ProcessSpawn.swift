// SPDX-License-Identifier: Apache-2.0

import Foundation
import POSIX

/// A child process with a pipe from its standard error.
struct ProcessSpawn {
    let process: pid_t
    /// The read end of the pipe.
    let standardError: Int32

    /// Serializes spawning. A child that inherited another one's pipe would keep it open.
    private static let lock = NSLock()

    init(_ program: String, arguments: [String]) throws(ProgramFailure) {
        Self.lock.lock()
        defer { Self.lock.unlock() }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw .notSpawned("A pipe can't be created: \(String(cString: strerror(errno))).")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #if os(Linux)
            // F_SETPIPE_SZ: a server drops lines rather than wait for a slow reader.
            _ = fcntl(ends[0], 1031, 1_048_576)
        #endif
        let code: Int32
        (code, process) = Self.spawn(program, arguments: arguments, standardError: ends[1])
        close(ends[1])
        standardError = ends[0]
        guard code == 0 else {
            close(ends[0])
            throw .notSpawned("\(program) can't be started: \(String(cString: strerror(code))).")
        }
    }

    private static func spawn(
        _ program: String, arguments: [String], standardError: Int32
    ) -> (code: Int32, process: pid_t) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, standardError, 2)
        // The server must not read settings from the tests' environment.
        let environment = ProcessInfo.processInfo.environment
            .filter { !$0.key.hasPrefix("THUMBTURN_") }.map { "\($0.key)=\($0.value)" }
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for text in words + variables { free(text) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, program, &actions, nil, &words, &variables)
        return (code, process)
    }

    /// Waits until a child process exits.
    static func wait(for process: pid_t) -> ProgramExit {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return ProgramExit(
            status: signal == 0 ? (status >> 8) & 0xFF : nil, signal: signal == 0 ? nil : signal,
            processorTime: seconds(usage.ru_utime) + seconds(usage.ru_stime))
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
}
