// SPDX-License-Identifier: Apache-2.0

import Foundation
import IdentityModel
import SQLiteStorage
import TemporaryFolders
import Testing
import ThumbturnServer
import WireFormats

@Suite("thumbturn apply")
struct ApplyCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    static let configuration = """
        {"custom_domains": [{"domain": "login.example.com"}], "connections": [{"name": "Users"}],
         "clients": [{"client_id": "web", "client_secret": "pQ8zkVbN3mX1sT7rW5yU2cF9hJ4gL6dK"}]}
        """

    private func apply(_ text: String, _ words: String...) async -> (ThumbturnServer.ExitStatus, RecordingConsole) {
        let console = RecordingConsole(input: text)
        let status = await console.run(["apply", "-", "--data", folder.path(of: "data")] + words)
        return (status, console)
    }

    private var database: String { folder.path(of: "data/thumbturn.sqlite") }

    @Test("stores a file once, and records that it did")
    func idempotence() async throws {
        let (first, firstConsole) = await apply(Self.configuration)
        #expect(first == .success)
        #expect(firstConsole.lines.contains("+ clients[\"web\"] (secret: changed)"))
        #expect(firstConsole.lines.last == "Applied.")
        let (second, secondConsole) = await apply(Self.configuration)
        #expect(second == .success)
        #expect(secondConsole.lines.contains("= clients[\"web\"] (secret: unchanged)"))
        #expect(secondConsole.lines.last == "Nothing differs.")
        let storage = try SQLiteStorage(SQLiteSettings(path: database))
        let events = try await storage.read { try $0.events.list(user: nil, limit: 10) }
        #expect(events.map(\.kind) == [.configurationApplied])
        #expect(events.first?.details["created"]?.arrayValue?.count == 3)
        #expect(events.first?.details["stranded_passkeys"] == nil)
        await storage.close()
    }

    @Test("a dry run makes not even a database")
    func dryRun() async {
        let (status, console) = await apply(Self.configuration, "--dry-run")
        #expect(status == .success)
        #expect(console.lines.last == "Nothing was changed: this was a dry run.")
        #expect(!FileManager.default.fileExists(atPath: database))
    }

    @Test("the secret is in no file")
    func secret() async throws {
        _ = await apply(Self.configuration)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "data")) {
            let bytes = try Data(contentsOf: URL(filePath: folder.path(of: "data/\(name)")))
            #expect(bytes.firstRange(of: Data("pQ8zkVbN3mX1".utf8)) == nil, "\(name)")
        }
    }

    @Test("all that is wrong is told, and nothing is stored")
    func problems() async {
        let (status, console) = await apply("{\"custom_domains\": [{\"domain\": \"github.io\"}], \"clints\": []}")
        #expect(status == .malformed)
        #expect(console.writtenErrors.contains("custom_domains[0].domain: github.io is a public suffix"))
        #expect(console.writtenErrors.contains("clints: There is no such member. Did you mean clients?"))
        #expect(!FileManager.default.fileExists(atPath: database))
    }

    @Test("a dry run beside a database tells what is wrong, too")
    func malformedDryRun() async {
        _ = await apply(Self.configuration)
        let (status, console) = await apply("{\"tenant\": {\"default_directory\": \"Nobody\"}}", "--dry-run")
        #expect(status == .malformed)
        #expect(console.writtenErrors.contains("There is no connection \"Nobody\"."))
    }

    @Test("what the file has no more stays until it is pruned")
    func pruning() async {
        _ = await apply(Self.configuration)
        let smaller =
            "{\"custom_domains\": [{\"domain\": \"login.example.com\"}], \"connections\": [{\"name\": \"Users\"}]}"
        let (_, kept) = await apply(smaller)
        #expect(kept.lines.contains("? clients[\"web\"] is not in the file and stays; --prune would remove it"))
        let (_, pruned) = await apply(smaller, "--prune")
        #expect(pruned.lines.contains("- clients[\"web\"]"))
        let (_, again) = await apply(smaller, "--prune")
        #expect(again.lines.last == "Nothing differs.")
    }

    @Test("the registrable apex is warned about, with what to use instead")
    func apex() async {
        let (status, console) = await apply("{\"custom_domains\": [{\"domain\": \"example.com\"}]}")
        #expect(status == .success)
        #expect(console.writtenErrors.contains("such as auth.example.com or accounts.example.com"))
    }

    @Test("a number of passkeys has to be one", arguments: ["x", "-1", "1.5"])
    func strand(_ text: String) async {
        let (status, console) = await apply(Self.configuration, "--allow-orphaned=\(text)")
        #expect(status == .malformed)
        #expect(console.writtenErrors.contains("--allow-orphaned takes a number"))
    }

    @Test("one file is needed", arguments: [[], ["a", "b"]])
    func operands(_ words: [String]) async {
        let console = RecordingConsole()
        #expect(await console.run(["apply"] + words) == .malformed)
        #expect(console.writtenErrors.contains("needs one FILE"))
    }
}
