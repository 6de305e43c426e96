// SPDX-License-Identifier: Apache-2.0

import Foundation
import IdentityModel
import SQLiteStorage
import StorageConformance
import TestSupport
import Testing
import WireFormats

/// Tests with real file systems. They run in child processes, because file size limits and users belong to a process.
struct RealDiskTests {
    #if os(Linux)
        @Test func `a file that can't grow is not written until it can`() async throws {
            await #expect(processExitsWith: .success) {
                signal(SIGXFSZ, SIG_IGN)
                try await withTemporaryFolder { directory in
                    let storage = try SQLiteStorage(SQLiteSettings(path: directory + "/a.sqlite"))
                    try await storage.withTransaction { try $0.users.insert(Samples.user(0)) }
                    limitFiles(to: 200_000)
                    try await expectUnavailable(storage)
                    limitFiles(to: .max)
                    try await expectRecovery(storage)
                    await storage.close()
                }
            }
        }

        @Test func `a backup that can't be written completely leaves no file`() async throws {
            await #expect(processExitsWith: .success) {
                signal(SIGXFSZ, SIG_IGN)
                try await withTemporaryFolder { directory in
                    let storage = try SQLiteStorage(SQLiteSettings(path: directory + "/a.sqlite"))
                    for number in 0..<10 {
                        try await storage.withTransaction { try $0.events.insert(largeEvent(number)) }
                    }
                    limitFiles(to: 200_000)
                    do {
                        try await storage.backUp(to: directory + "/b.sqlite")
                        throw DiskError(description: "there was space for everything")
                    } catch StorageError.unavailable {}
                    limitFiles(to: .max)
                    await storage.close()
                    let files = try FileManager.default.contentsOfDirectory(atPath: directory)
                    guard files == ["a.sqlite"] else { throw DiskError(description: "there are \(files)") }
                }
            }
        }

        @Test(.enabled(if: MemoryFileSystem.canMount))
        func `a full file system is reported until there is space`() async throws {
            try await withTemporaryFolder { directory in
                let disk = try MemoryFileSystem(mountedAt: directory, size: "1m")
                defer { try? disk.unmount() }
                let storage = try SQLiteStorage(SQLiteSettings(path: directory + "/a.sqlite"))
                try await storage.withTransaction { try $0.users.insert(Samples.user(0)) }
                try await expectUnavailable(storage)
                try disk.resize("64m")
                try await expectRecovery(storage)
                await storage.close()
            }
        }
    #endif

    @Test func `a directory that can't be written is an error that names the file`() async throws {
        await #expect(processExitsWith: .success) {
            let reason = try await withTemporaryFolder { directory in
                chmod(directory, 0o555)
                if geteuid() == 0 { seteuid(65534) }
                defer {
                    seteuid(getuid())
                    chmod(directory, 0o755)
                }
                do {
                    _ = try SQLiteStorage(SQLiteSettings(path: directory + "/a.sqlite"))
                } catch StorageError.unavailable(let reason) {
                    return reason
                }
                return ""
            }
            exit(reason.contains("a.sqlite") && reason.contains("Permission denied") ? 0 : 1)
        }
    }
}

#if os(Linux)
    private func limitFiles(to size: rlim_t) {
        var limit = rlimit(rlim_cur: size, rlim_max: rlim_t.max)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }
#endif

private func expectUnavailable(_ storage: SQLiteStorage) async throws {
    for number in 0..<40 {
        do {
            try await storage.withTransaction { try $0.events.insert(largeEvent(number)) }
        } catch StorageError.unavailable {
            let found = try await storage.read { try $0.users.find(Samples.userID(0)) }
            #expect(found != nil)
            return
        }
    }
    Issue.record("There was space for everything.")
}

private func expectRecovery(_ storage: SQLiteStorage) async throws {
    let before = try await storage.read { try $0.events.list(user: nil, limit: .max).count }
    for number in 0..<40 { try await storage.withTransaction { try $0.events.insert(largeEvent(number)) } }
    let after = try await storage.read { try $0.events.list(user: nil, limit: .max).count }
    #expect(after == before + 40)
}

private func largeEvent(_ number: Int) -> AuditEvent {
    var event = Samples.event(number)
    event.details = ["large": .string(String(repeating: "x", count: 50_000))]
    return event
}

/// A mounted file system in memory. Mounting needs root.
struct MemoryFileSystem {
    static let canMount: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder(),
            let disk = try? MemoryFileSystem(mountedAt: folder.path, size: "1m")
        else { return false }
        return (try? disk.unmount()) != nil
    }()

    private let path: String

    init(mountedAt path: String, size: String) throws {
        self.path = path
        try Self.run(["mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", path])
    }

    func resize(_ size: String) throws {
        try Self.run(["mount", "-o", "remount,size=\(size)", path])
    }

    /// Unmounts lazily, because a storage that a failed test left open may still close its files.
    func unmount() throws {
        try Self.run(["umount", "-l", path])
    }

    /// Foundation's `Process` is not used because it leaks, which the address sanitizer reports.
    private static func run(_ arguments: [String]) throws {
        var copies = arguments.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        var process = pid_t()
        var status: Int32 = -1
        let failure = DiskError(description: arguments.joined(separator: " "))
        guard posix_spawnp(&process, arguments[0], nil, nil, &copies, nil) == 0 else { throw failure }
        var ended = waitpid(process, &status, WNOHANG)
        for _ in 0..<12_000 where ended == 0 {
            usleep(10_000)
            ended = waitpid(process, &status, WNOHANG)
        }
        if ended == 0 { kill(process, SIGKILL) }
        guard ended == process, status == 0 else { throw failure }
    }
}
