// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Cryptography
import Foundation
import IdentityModel
import JOSE
import OpenIDProvider
import TestConsole
import TestStorage
import Testing
import ThumbturnServer

@Suite struct KeysCommandTests {
    private func stages(_ server: ServerFolder, host: String = ServerFolder.host) async throws
        -> [String: SigningKeyRecord.Stage]
    {
        try await Dictionary(uniqueKeysWithValues: server.keys(host).map { ($0.id, $0.stage) })
    }

    private func key(
        _ algorithm: String, stage: SigningKeyRecord.Stage, of server: ServerFolder
    ) async throws -> String {
        try #require(await server.keys().first { $0.algorithm.name == algorithm && $0.stage == stage }).id
    }

    // MARK: Listing

    @Test func `keys list prints every signing key and no sealing key`() async throws {
        try await ServerFolder.with { server in
            let (status, console) = await server.run("keys", "list")
            #expect(status == .success)
            #expect(console.lines.first == "HOST               ALGORITHM  STAGE    CREATED               KID")
            let id = try await key("ES256", stage: .current, of: server)
            #expect(console.lines.contains("login.example.com  ES256      current  2026-05-28T20:26:40Z  \(id)"))
            #expect(console.lines.count == 5)
            #expect(!console.written.contains("epoch"))
        }
    }

    @Test func `keys list prints the keys of all hosts or one`() async throws {
        try await ServerFolder.with(hosts: ["a.example.com", "b.example.com"]) { server in
            #expect(await server.run("keys", "list").console.lines.count == 9)
            let (status, console) = await server.run("keys", "list", "--host", "b.example.com")
            #expect(status == .success)
            #expect(console.lines.count == 5)
            #expect(!console.written.contains("a.example.com"))
        }
    }

    @Test func `keys list needs no master key`() async throws {
        try await ServerFolder.with { server in
            try FileManager.default.removeItem(atPath: server.data + "/master.key")
            #expect(await server.run("keys", "list").status == .success)
            #expect(!FileManager.default.fileExists(atPath: server.data + "/master.key"))
        }
    }

    @Test func `keys list says that there are no keys before the first start`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            let (status, console) = await server.run("keys", "list")
            #expect(status == .success)
            #expect(console.written.contains("There are no keys yet"))
        }
    }

    @Test(arguments: ["list", "rotate"])
    func `an unknown host is an error that lists the configured hosts`(_ verb: String) async throws {
        try await ServerFolder.with { server in
            let (status, console) = await server.run("keys", verb, "--host", "x.example.com")
            #expect(status == .failure)
            #expect(
                console.writtenErrors.contains(
                    "x.example.com is not configured. The configured hosts are login.example.com"))
        }
    }

    // MARK: Rotating

    @Test func `rotate makes the next keys current and says so`() async throws {
        try await ServerFolder.with { server in
            let next = [
                try await key("RS256", stage: .next, of: server), try await key("ES256", stage: .next, of: server),
            ]
            let current = [
                try await key("RS256", stage: .current, of: server),
                try await key("ES256", stage: .current, of: server),
            ]
            let (status, console) = await server.run("keys", "rotate")
            #expect(status == .success)
            let stages = try await stages(server)
            for id in next {
                #expect(stages[id] == .current)
                #expect(console.written.contains("\(id) signs from now on."))
            }
            for id in current { #expect(stages[id] == .previous) }
            #expect(try await server.events().filter { $0.kind == .keyRotated }.count == 2)
        }
    }

    @Test func `rotate changes only the named algorithm`() async throws {
        try await ServerFolder.with { server in
            let (rsa, elliptic) = (
                try await key("RS256", stage: .current, of: server), try await key("ES256", stage: .current, of: server)
            )
            #expect(await server.run("keys", "rotate", "--algorithm", "ES256").status == .success)
            let stages = try await stages(server)
            #expect(stages[rsa] == .current)
            #expect(stages[elliptic] == .previous)
        }
    }

    @Test(arguments: ["PS256", "none", "A256GCM", "es256"])
    func `rotate rejects an algorithm that no key has`(_ algorithm: String) async throws {
        try await ServerFolder.with { server in
            let before = try await stages(server)
            let (status, console) = await server.run("keys", "rotate", "--algorithm", algorithm)
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("Its algorithms are RS256 and ES256"))
            #expect(try await stages(server) == before)
        }
    }

    @Test func `rotate takes the named host of several, or the URL's`() async throws {
        let hosts = ["a.example.com", "b.example.com"]
        try await ServerFolder.with(hosts: hosts) { server in
            let (status, console) = await server.run("keys", "rotate", "--algorithm", "ES256")
            #expect(status == .malformed)
            #expect(console.writtenErrors.contains("several hosts: a.example.com, b.example.com. Name one with --host"))
            let before = try await stages(server, host: hosts[0])
            #expect(await server.run("keys", "rotate", "--algorithm", "ES256", "--host", hosts[1]).status == .success)
            #expect(try await stages(server, host: hosts[0]) == before)
            let byURL = await server.run("keys", "rotate", "--algorithm", "ES256", "--url", "https://a.example.com")
            #expect(byURL.status == .success)
            #expect(try await stages(server, host: hosts[0]) != before)
        }
    }

    @Test func `rotate warns about a key that was not published in advance`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await server.use { _, ring in try await ring.prepare(host: "localhost", at: ServerFolder.now) }
            let (status, console) = await server.run("keys", "rotate", "--algorithm", "ES256")
            #expect(status == .success)
            #expect(console.writtenErrors.contains("warning: The new key was not published in advance"))
            let (_, next) = await server.run("keys", "rotate", "--algorithm", "ES256")
            #expect(next.writtenErrors.isEmpty)
        }
    }

    @Test func `rotate fails for a host without keys`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            let (status, console) = await server.run("keys", "rotate")
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("thumbturn serve creates them"))
        }
    }

    @Test(arguments: ["rotate", "revoke"])
    func `rotate and revoke change nothing under another master key`(_ verb: String) async throws {
        try await ServerFolder.with { server in
            let before = try await stages(server)
            let words = verb == "revoke" ? ["--", try await key("ES256", stage: .current, of: server)] : []
            try FileManager.default.removeItem(atPath: server.data + "/master.key")
            let without = RecordingConsole()
            #expect(await without.run(["keys", verb, "--data", server.data] + words) == .failure)
            #expect(without.writtenErrors.contains("There is no master key"))
            _ = try MasterKeyFile.load(server.settings, mayCreate: true)
            let console = RecordingConsole()
            #expect(await console.run(["keys", verb, "--data", server.data] + words) == .failure)
            #expect(console.writtenErrors.contains("another master key"))
            #expect(try await stages(server) == before)
        }
    }

    // MARK: Revoking

    @Test func `revoke of the current key makes the next one current`() async throws {
        try await ServerFolder.with { server in
            let (id, next) = (
                try await key("ES256", stage: .current, of: server), try await key("ES256", stage: .next, of: server)
            )
            let console = RecordingConsole()
            #expect(await console.run("keys", "revoke", "--data", server.data, "--", id) == .success)
            #expect(console.lines.first?.hasPrefix("\(id) is revoked") == true)
            #expect(console.written.contains("\(next) signs from now on."))
            let stages = try await stages(server)
            #expect(stages[id] == .revoked)
            #expect(stages[next] == .current)
            let again = RecordingConsole()
            #expect(await again.run("keys", "revoke", "--data", server.data, "--", id) == .failure)
            #expect(again.writtenErrors.contains("is already revoked"))
        }
    }

    @Test func `revoke of another key changes no current key`() async throws {
        try await ServerFolder.with { server in
            let id = try await key("ES256", stage: .next, of: server)
            let console = RecordingConsole()
            #expect(await console.run("keys", "revoke", "--data", server.data, "--", id) == .success)
            #expect(!console.written.contains("signs from now on"))
        }
    }

    @Test func `revoke withdraws a damaged key`() async throws {
        try await ServerFolder.with { server in
            let master = try MasterKeyFile.load(server.settings, mayCreate: false)
            let sound = try await withStorage { other in
                try await KeyRing(master: master, storage: other).prepare(host: ServerFolder.host, at: ServerFolder.now)
                return try await other.read { try $0.signingKeys.list(host: ServerFolder.host) }
            }
            let stored = try #require(sound.first { $0.algorithm == "ES256" })
            // Sealed for this name and host, and of another kind than the record says.
            let damaged = SigningKeyRecord(
                id: stored.id, host: stored.host, algorithm: "EdDSA", sealedPrivateKey: stored.sealedPrivateKey,
                publicKeyInfo: stored.publicKeyInfo, createdAt: stored.createdAt, stage: .current)
            try await server.use { storage, _ in
                try await storage.withTransaction { try $0.signingKeys.insert(damaged) }
            }
            let console = RecordingConsole()
            #expect(await console.run("keys", "revoke", "--data", server.data, "--", stored.id) == .success)
            #expect(try await stages(server)[stored.id] == .revoked)
        }
    }

    @Test func `revoke rejects whatever is not a signing key`() async throws {
        try await ServerFolder.with { server in
            let epoch = try await server.use { _, ring in
                try await ring.reload(host: ServerFolder.host).sessionEpoch
            }
            for id in ["nothing", epoch, "\u{1B}[31m"] {
                let (status, console) = await server.run("keys", "revoke", id)
                #expect(status == .failure)
                #expect(console.writtenErrors.contains("with thumbturn keys list"))
                #expect(!console.writtenErrors.contains("\u{1B}"))
            }
        }
    }

    // MARK: Another master key

    @Test func `a lost master key is replaced: users stay, and what it opened is void`() async throws {
        try await ServerFolder.with { server in
            try await server.addUser("auth0|1", address: "a@example.com")
            let before = try await stages(server).keys
            let sealed = try await server.use { _, ring in
                try await ring.reload(host: ServerFolder.host).session.seal([1])
            }
            let former = try Data(contentsOf: URL(filePath: server.data + "/master.key"))
            try FileManager.default.removeItem(atPath: server.data + "/master.key")
            #expect(await server.run("keys", "replace-master-key").status == .malformed)
            let (status, console) = await server.run("keys", "replace-master-key", "--yes")
            #expect(status == .success, "\(console.writtenErrors)")
            #expect(try await server.user("auth0|1") != nil)
            #expect(try await server.refreshTokens(of: "auth0|1") == [])
            let opened = try await server.use { _, ring in
                try await ring.prepare(host: ServerFolder.host, at: ServerFolder.now).session.open(sealed)
            }
            #expect(opened == nil)
            let after = try await stages(server)
            for id in before { #expect(after[id] == .revoked) }
            #expect(Set(after.filter { $0.value == .current }.keys).isDisjoint(with: before))
            // Nothing opens with the former key any longer.
            try former.write(to: URL(filePath: server.data + "/master.key"))
            let (again, complaint) = await server.run("keys", "rotate")
            #expect(again == .failure && complaint.writtenErrors.contains("replace-master-key"))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: server.data).allSatisfy { !$0.hasSuffix(".new") })
        }
    }

    @Test func `a variable that still has the key in use replaces nothing`() async throws {
        try await ServerFolder.with { server in
            let key = try String(contentsOfFile: server.data + "/master.key", encoding: .utf8)
                .trimmingCharacters(in: .newlines)
            let settings = try ServerSettings.read(
                ["--data", server.data], environment: ["THUMBTURN_MASTER_KEY": key])
            let before = try await stages(server)
            let failure = await #expect(throws: CommandFailure.self) {
                try await MasterKeyReplacement.replace(
                    try #require(settings.masterKey), settings: settings, by: .command("keys replace-master-key"))
            }
            #expect(failure?.message.contains("the key in use") == true)
            #expect(try await stages(server) == before)
        }
    }

    // MARK: The command line

    @Test(arguments: [
        [], ["lst"], ["list", "x"], ["rotate", "x"], ["revoke"], ["revoke", "a", "b"],
        ["list", "--algorithm", "ES256"], ["replace-master-key", "x"],
    ])
    func `an invalid command line is an error`(_ words: [String]) async throws {
        try await ServerFolder.with(hosts: []) { server in
            let console = RecordingConsole()
            #expect(await console.run(["keys", "--data", server.data] + words) == .malformed)
            #expect(!console.writtenErrors.isEmpty)
            #expect(console.written.isEmpty)
        }
    }
}
