// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Cryptography
import Foundation
import IdentityModel
import OpenIDProvider
import TestConsole
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

@Suite struct BackupCommandTests {
    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private func files(_ folder: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder))
    }

    // MARK: Backing up

    @Test func `a backup is readable only by its owner and does not contain the master key`() async throws {
        try await ServerFolder.with { server in
            try await server.addUser("auth0|1", address: "a@example.com")
            let backup = server.folder + "/backup"
            let (status, console) = await server.run("backup", backup)
            #expect(status == .success)
            #expect(console.written.contains("\(server.data)/master.key"))
            #expect(try mode(of: backup) == 0o600)
            let key = try String(contentsOfFile: server.data + "/master.key", encoding: .utf8).dropLast()
            let bytes = try Data(contentsOf: URL(filePath: backup))
            #expect(bytes.firstRange(of: Data("a@example.com".utf8)) != nil)
            #expect(bytes.firstRange(of: Data(key.utf8)) == nil)
        }
    }

    @Test func `a backup works while a server runs`() async throws {
        try await ServerFolder.with { server in
            let lock = try InstanceLock(server.settings)
            try await server.use { _, _ in
                let (status, _) = await server.run("backup", server.folder + "/backup")
                #expect(status == .success)
            }
            withExtendedLifetime(lock) {}
        }
    }

    @Test func `a backup does not overwrite a file`() async throws {
        try await ServerFolder.with { server in
            let path = server.folder + "/backup"
            try "precious".write(toFile: path, atomically: true, encoding: .utf8)
            let (status, console) = await server.run("backup", path)
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("There is a file at \(path) already"))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
        }
    }

    @Test(arguments: ["backup", "restore"])
    func `backup and restore need exactly one file`(_ command: String) async throws {
        try await withTemporaryFolder { folder in
            for words in [[], ["a", "b"]] {
                let console = RecordingConsole()
                #expect(await console.run([command, "--data", folder + "/data"] + words) == .malformed)
                #expect(console.writtenErrors.contains("needs one FILE"))
            }
        }
    }

    @Test func `a backup without a database fails and creates none`() async throws {
        try await withTemporaryFolder { folder in
            let console = RecordingConsole()
            #expect(await console.run("backup", folder + "/backup", "--data", folder + "/data") == .failure)
            #expect(console.writtenErrors.contains("There is no database"))
            #expect(!exists(folder + "/data"))
        }
    }

    // MARK: Rehearsing a restore

    @Test func `verifying a backup counts what it holds, and opens its keys`() async throws {
        try await ServerFolder.with { server in
            let user = try await server.addUser("auth0|1", address: "a@example.com")
            try await server.addPasskey(1, of: user)
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            let before = try files(server.data)
            let bytes = try Data(contentsOf: URL(filePath: backup))
            let (status, console) = await server.run("backup", "verify", backup)
            #expect(status == .success, "\(console.writtenErrors)")
            let digest = DigestAlgorithm.sha256.hash(Array(bytes)).map { String(format: "%02x", $0) }.joined()
            for line in [
                "backup    \(backup), intact, \(bytes.count) bytes", "sha-256   \(digest)",
                "schema    \(StorageKind.sqlite.schema)", "users     1", "passkeys  1", "clients   1",
                "The master key opens its \(try await server.keys().count) signing keys, so it can be restored here.",
            ] {
                #expect(console.lines.contains(line), "\(console.written)")
            }
            #expect(try Data(contentsOf: URL(filePath: backup)) == bytes)
            #expect(try files(server.data) == before)
        }
    }

    @Test func `verifying a backup works while a server runs, and for programs`() async throws {
        try await ServerFolder.with { server in
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            let lock = try InstanceLock(server.settings)
            let (status, console) = await server.run("backup", "verify", backup, "--json")
            withExtendedLifetime(lock) {}
            #expect(status == .success)
            let report = console.written.jsonObject
            #expect(report["opens_with_master_key"] as? Bool == true)
            #expect(report["users"] as? Int == 0)
            #expect((report["sha256"] as? String)?.count == 64)
        }
    }

    @Test func `verifying a backup under another master key, or without one, fails`() async throws {
        try await ServerFolder.with { server in
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            try FileManager.default.removeItem(atPath: server.data + "/master.key")
            let missing = await server.run("backup", "verify", backup)
            #expect(missing.status == .failure)
            #expect(missing.console.written.contains("It can't be restored here. There is no master key"))
            _ = try MasterKeyFile.load(server.settings, mayCreate: true)
            let other = await server.run("backup", "verify", backup)
            #expect(other.status == .failure)
            #expect(other.console.written.contains("was stored under another master key"))
        }
    }

    @Test func `verifying a damaged backup fails, and says what to do`() async throws {
        try await ServerFolder.with { server in
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            var bytes = try Data(contentsOf: URL(filePath: backup))
            for index in bytes.count - 4096..<bytes.count { bytes[index] = 0xA5 }
            try bytes.write(to: URL(filePath: backup))
            let (status, console) = await server.run("backup", "verify", backup)
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("\(backup) is damaged, and can't be restored."))
            #expect(console.writtenErrors.contains("Use an older backup"))
        }
    }

    @Test func `verifying an older program's backup brings only its copy to this schema`() async throws {
        try await ServerFolder.with { server in
            let path = server.folder + "/older"
            try await OtherVersion.earlier.open(path)
            let bytes = try Data(contentsOf: URL(filePath: path))
            let (_, console) = await server.run("backup", "verify", path)
            #expect(
                console.lines.contains(
                    "schema    \(StorageKind.sqlite.schema - 1), which a restore brings to \(StorageKind.sqlite.schema)"
                ))
            #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        }
    }

    @Test func `verifying needs exactly one file, which may be called anything`() async throws {
        try await ServerFolder.with { server in
            #expect(await server.run("backup", "verify").status == .malformed)
            #expect(await server.run("backup", "verify", "a", "b").status == .malformed)
            #expect(await server.run("backup", server.folder + "/verify").status == .success)
        }
    }

    // MARK: Broken databases

    @Test func `a damaged database says how to bring a backup back, which keeps the broken file`() async throws {
        try await ServerFolder.with { server in
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            try Data("this is not a database, but some text".utf8).write(to: URL(filePath: server.database))
            try setMode(0o600, of: server.database)
            let (status, console) = await server.run("users", "list")
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("This is not a database: \(server.database)"))
            #expect(console.writtenErrors.contains("thumbturn restore FILE --data \(server.data)"))
            #expect(await server.run("restore", backup).status == .success)
            #expect(exists(server.database + ".before-restore"))
            #expect(await server.run("users", "list").status == .success)
        }
    }

    // MARK: Restoring

    @Test func `a restore brings data back and voids tokens and ceremonies`() async throws {
        try await ServerFolder.with { server in
            try await server.addUser("auth0|1", address: "a@example.com")
            let before = try await server.keys()
            let sealed = try await server.use { _, ring in
                try await ring.reload(host: ServerFolder.host).session.seal([1])
            }
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            try await server.addUser("auth0|2", address: "b@example.com")
            let (status, console) = await server.run("restore", backup)
            #expect(status == .success, "\(console.writtenErrors)")
            #expect(try await server.user("auth0|1") != nil)
            #expect(try await server.user("auth0|2") == nil)
            #expect(try await server.refreshTokens(of: "auth0|1") == [])
            #expect(try await server.keys().map(\.id) == before.map(\.id))
            let opened = try await server.use { _, ring in
                try await ring.reload(host: ServerFolder.host).session.open(sealed)
            }
            #expect(opened == nil)
            #expect(try mode(of: server.database) == 0o600)
        }
    }

    @Test func `a restore brings passwords back, and nothing that they opened or that was removed too long ago`()
        async throws
    {
        try await ServerFolder.with { server in
            let user = try await server.addUser("auth0|1", address: "a@example.com")
            let other = try await server.addUser("auth0|2", address: "b@example.com")
            try await server.use { storage, _ in
                try await storage.withTransaction { transaction in
                    try transaction.passwords.set(
                        StoredPassword(user: user.id, hash: PasswordHashText("$argon2id$…"), setAt: ServerFolder.now))
                    var grant = RefreshToken.Grant(
                        user: user.id, client: "web", host: ServerFolder.host, authenticatedAt: ServerFolder.now)
                    grant.ways = [user.id.passwordWay]
                    try transaction.refreshTokens.insert(
                        RefreshToken(
                            hash: [1], family: .init(rawValue: "opened"), grant: grant, issuedAt: ServerFolder.now,
                            expiresAt: nil))
                    try transaction.passwords.setRemoval(
                        RemovedPassword(
                            user: other.id, removedAt: ServerFolder.now, until: ServerFolder.now.advanced(by: 1),
                            sealed: [1], cause: "user"))
                }
            }
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            #expect(await server.run("restore", backup).status == .success)
            let found = try await server.use { storage, _ in
                try await storage.read { stored in
                    (try stored.passwords.find(of: user.id), try stored.passwords.findRemoval(of: other.id))
                }
            }
            #expect(found.0?.hash.text == "$argon2id$…")
            #expect(found.1 == nil)
            #expect(try await server.refreshTokens(of: "auth0|1") == [])
        }
    }

    @Test func `a restore gives users who asked for a deletion the whole time again`() async throws {
        try await ServerFolder.with { server in
            try await server.addUser("auth0|1", address: "a@example.com")
            let past = Timestamp.now().advanced(by: -3600)
            try await server.use { storage, _ in
                try await storage.withTransaction {
                    try $0.users.apply(.deletion(at: past), to: UserID(rawValue: "auth0|1"), at: past)
                }
            }
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            let (_, console) = await server.run("restore", backup)
            #expect(console.written.contains("1 user had asked for the deletion of an account"))
            let deletesAt = try #require(try await server.user("auth0|1")?.deletesAt)
            #expect(deletesAt > Timestamp.now().advanced(by: 70 * 3600))
        }
    }

    @Test func `a restore keeps the previous database and leaves no other files`() async throws {
        try await ServerFolder.with { server in
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            try await server.addUser("auth0|2", address: "b@example.com")
            let (status, console) = await server.run("restore", backup)
            #expect(status == .success)
            #expect(console.written.contains("thumbturn.sqlite.before-restore"))
            #expect(
                try files(server.data) == [
                    "master.key", "thumbturn.sqlite", "thumbturn.sqlite.before-restore", "thumbturn.sqlite.lock",
                ])
            let old = try server.openKeptStorage()
            #expect(try await old.read { try $0.users.find(UserID(rawValue: "auth0|2")) } != nil)
            await old.close()
        }
    }

    @Test func `a restore keeps a crashed server's write-ahead log and does not replay it`() async throws {
        try await ServerFolder.with { server in
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            // The files of a running server are those that it leaves in a crash.
            try await server.addUser("auth0|2", address: "b@example.com")
            let crashed = ServerFolder(folder: server.folder + "/crashed")
            try FileManager.default.createDirectory(atPath: crashed.data, withIntermediateDirectories: true)
            try await server.use { storage, _ in
                try await storage.withTransaction { try $0.users.remove(UserID(rawValue: "auth0|2")) }
                for name in ["master.key", "thumbturn.sqlite", "thumbturn.sqlite-wal"] {
                    try FileManager.default.copyItem(
                        atPath: server.data + "/" + name, toPath: crashed.data + "/" + name)
                }
            }
            #expect(try files(crashed.data).contains("thumbturn.sqlite-wal"))
            #expect(await crashed.run("restore", backup).status == .success)
            #expect(!exists(crashed.database + "-wal"))
            #expect(exists(crashed.database + ".before-restore-wal"))
            #expect(try await crashed.events().map(\.kind) == [.tokenRevoked, .configurationApplied])
            let old = try crashed.openKeptStorage()
            #expect(try await old.read { try $0.users.list(after: nil, limit: 9) } == [])
            await old.close()
        }
    }

    @Test func `a restore works in a folder without a database`() async throws {
        try await ServerFolder.with { server in
            try await server.addUser("auth0|1", address: "a@example.com")
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            let other = ServerFolder(folder: server.folder + "/other")
            try FileManager.default.createDirectory(atPath: other.data, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: server.data + "/master.key", toPath: other.data + "/master.key")
            let (status, console) = await other.run("restore", backup)
            #expect(status == .success)
            #expect(!console.written.contains("before-restore"))
            #expect(try await other.user("auth0|1") != nil)
        }
    }

    // MARK: Before an upgrade

    @Test func `the database from before an upgrade is kept and can be restored`() async throws {
        try await ServerFolder.with { server in
            try await server.replaceDatabase(by: .earlier)
            let kept = server.database + ".before-upgrade"
            #expect(await server.run("clients", "list").status == .success)
            #expect(try mode(of: kept) == 0o600)
            try await OtherVersion.earlier.open(kept)
            #expect(await server.run("restore", kept).status == .success)
        }
    }

    // MARK: Failing restores

    /// Expects that a restore fails with an error that contains a text, and changes nothing.
    private func expectFailedRestore(of backup: String, to server: ServerFolder, error text: String) async throws {
        let contents = try Data(contentsOf: URL(filePath: server.database))
        let names = try files(server.data)
        let (status, console) = await server.run("restore", backup)
        #expect(status != .success)
        #expect(console.writtenErrors.contains(text), "\(console.writtenErrors)")
        #expect(try Data(contentsOf: URL(filePath: server.database)) == contents)
        #expect(try files(server.data) == names.union(["thumbturn.sqlite.lock"]))
    }

    @Test func `a restore fails while a server runs`() async throws {
        try await ServerFolder.with { server in
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            let lock = try InstanceLock(server.settings)
            try await expectFailedRestore(of: backup, to: server, error: "Stop it first")
            withExtendedLifetime(lock) {}
        }
    }

    @Test func `a restore under another master key changes nothing`() async throws {
        try await ServerFolder.with { server in
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            try FileManager.default.removeItem(atPath: server.data + "/master.key")
            _ = try MasterKeyFile.load(server.settings, mayCreate: true)
            try await expectFailedRestore(of: backup, to: server, error: "another master key")
        }
    }

    @Test func `a restore without a master key fails and creates none`() async throws {
        try await ServerFolder.with { server in
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            try FileManager.default.removeItem(atPath: server.data + "/master.key")
            try await expectFailedRestore(of: backup, to: server, error: "There is no master key")
        }
    }

    @Test func `a restore rejects files that are not a database`() async throws {
        try await ServerFolder.with { server in
            let path = server.folder + "/file"
            for contents in ["", "not a database at all"] {
                try contents.write(toFile: path, atomically: true, encoding: .utf8)
                try await expectFailedRestore(of: path, to: server, error: "database")
            }
            try await expectFailedRestore(of: server.folder + "/nowhere", to: server, error: "Check the path")
        }
    }

    @Test func `a restore rejects a damaged backup`() async throws {
        try await ServerFolder.with { server in
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            var bytes = try Data(contentsOf: URL(filePath: backup))
            // Somewhere that opening does not look at.
            for index in bytes.count - 4096..<bytes.count { bytes[index] = 0xA5 }
            try bytes.write(to: URL(filePath: backup))
            try await expectFailedRestore(of: backup, to: server, error: "damaged")
        }
    }

    @Test func `a restore rejects a newer program's backup`() async throws {
        try await ServerFolder.with { server in
            let path = server.folder + "/newer"
            try await OtherVersion.later.open(path)
            try await expectFailedRestore(of: path, to: server, error: "newer version")
        }
    }

    @Test func `a restore rejects a database in use`() async throws {
        try await ServerFolder.with { server in
            try await ServerFolder.with { other in
                try await other.use { storage, _ in
                    try await storage.withTransaction {
                        try $0.events.insert(AuditEvent(.signedIn, at: ServerFolder.now))
                    }
                    try await expectFailedRestore(of: other.database, to: server, error: "thumbturn backup")
                }
            }
        }
    }

    @Test func `a restore does not overwrite what an earlier one kept`() async throws {
        try await ServerFolder.with { server in
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            #expect(await server.run("restore", backup).status == .success)
            try await expectFailedRestore(of: backup, to: server, error: "Move it away")
        }
    }

    // MARK: The lock

    @Test func `a lock is released with its holder`() async throws {
        try await ServerFolder.with { server in
            do {
                let lock = try InstanceLock(server.settings)
                #expect(throws: CommandFailure.self) { _ = try InstanceLock(server.settings) }
                withExtendedLifetime(lock) {}
            }
            _ = try InstanceLock(server.settings)
            #expect(try mode(of: server.data + "/thumbturn.sqlite.lock") == 0o600)
        }
    }

    @Test func `a database that several servers may use is not locked`() async throws {
        try await ServerFolder.with { server in
            var (kind, settings) = (StorageKind.sqlite, try server.settings)
            kind.lockFile = { _ in nil }
            settings.database = ServerSettings.Database(kind, at: server.database)
            let lock = try InstanceLock(settings)
            _ = try InstanceLock(settings)
            #expect(!InstanceLock.isHeld(settings))
            withExtendedLifetime(lock) {}
        }
    }

    @Test func `a lock behind a symbolic link is not acquired`() async throws {
        try await ServerFolder.with { server in
            try FileManager.default.createSymbolicLink(
                atPath: server.data + "/thumbturn.sqlite.lock", withDestinationPath: server.folder + "/elsewhere")
            #expect(throws: CommandFailure.self) { _ = try InstanceLock(server.settings) }
            #expect(!exists(server.folder + "/elsewhere"))
        }
    }
}

extension ServerFolder {
    /// Opens the database that a restore has kept.
    fileprivate func openKeptStorage() throws -> any Storage {
        try ServerSettings.Database(.sqlite, at: database + ".before-restore").open().storage
    }
}
