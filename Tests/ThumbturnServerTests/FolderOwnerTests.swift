// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import POSIX
import ServerHarness
import TestConsole
import TestSupport
import Testing
import ThumbturnServer

/// Root's commands in the folder of the server's user. They run as processes, because they give up root's rights.
@Suite(.enabled(if: geteuid() == 0, "only root can give files away"))
struct FolderOwnerTests {
    private static let user: uid_t = 1234

    /// Passes a server's folder that belongs to a user without an account, and which only this user can enter.
    private func withFolderOfUser(_ body: (ServerFolder) async throws -> Void) async throws {
        try await ServerFolder.with { server in
            let backup = server.folder + "/backup"
            #expect(await server.run("backup", backup).status == .success)
            try await server.replaceDatabase(by: .earlier)
            let names = try FileManager.default.contentsOfDirectory(atPath: server.data).map { "\(server.data)/\($0)" }
            for path in names + [backup, server.data, server.folder] {
                #expect(chown(path, Self.user, Self.user) == 0)
            }
            try await body(server)
        }
    }

    private func run(_ words: String..., in server: ServerFolder) throws -> (status: Int32, errors: String) {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: try ProgramLocation.find())
        process.arguments = words + ["--data", server.data]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = pipe
        try process.run()
        let errors = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, errors)
    }

    private func owner(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? Int
    }

    @Test func `files that root's commands make belong to the server's user`() async throws {
        try await withFolderOfUser { server in
            let changes = try [
                run("clients", "list", in: server), run("restore", server.folder + "/backup", in: server),
            ]
            #expect(changes.map(\.status) == [0, 0], "\(changes.map(\.errors))")
            for suffix in ["", ".before-upgrade", ".before-restore", ".lock"] {
                let owner = try owner(of: server.database + suffix)
                #expect(owner == Int(Self.user), "\(suffix)")
            }
        }
    }

    @Test func `root's commands change nothing that a link in the folder leads to`() async throws {
        try await withTemporaryFolder { others in
            #expect(chmod(others, 0o755) == 0)
            try await withFolderOfUser { server in
                try FileManager.default.createSymbolicLink(
                    atPath: server.database + "-shm", withDestinationPath: others)
                _ = try run("clients", "list", in: server)
                let attributes = try FileManager.default.attributesOfItem(atPath: others)
                #expect(attributes[.posixPermissions] as? Int == 0o755)
                #expect(attributes[.ownerAccountID] as? Int == 0)
            }
        }
    }

    @Test func `root's restore reads no file that the server's user can't read`() async throws {
        try await withTemporaryFolder { others in
            let secret = others + "/secret"
            #expect(FileManager.default.createFile(atPath: secret, contents: Data("secret".utf8)))
            #expect(chmod(secret, 0o600) == 0)
            try await withFolderOfUser { server in
                let link = server.folder + "/link"
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: secret)
                let restore = try run("restore", link, in: server)
                #expect(restore.status == 2)
                #expect(restore.errors.contains("\(link) can't be read: Permission denied"))
                #expect(restore.errors.contains("The command runs as 1234, to whom \(server.data) belongs: "))
            }
        }
    }
}
