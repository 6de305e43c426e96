// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import IdentityModel
import TestConsole
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

import enum CommandLine.ExitStatus

@Suite struct ApplyCommandTests {
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        try await ServerFolder(folder: folder.path).createDatabase()
    }

    static let configuration = """
        {"custom_domains": [{"domain": "login.example.com"}], "connections": [{"name": "Users"}],
         "clients": [{"client_id": "web", "client_secret": "pQ8zkVbN3mX1sT7rW5yU2cF9hJ4gL6dK"}]}
        """

    private func apply(_ text: String, options words: String...) async -> (ExitStatus, RecordingConsole) {
        let console = RecordingConsole(input: text)
        let status = await console.run(["apply", "-", "--data", folder.path(of: "data")] + words)
        return (status, console)
    }

    private var database: String { folder.path(of: "data/thumbturn.sqlite") }

    @Test func `apply stores a file once and records it`() async throws {
        let (first, firstConsole) = await apply(Self.configuration)
        #expect(first == .success)
        #expect(firstConsole.lines.contains("+ clients[\"web\"] (secret: changed)"))
        #expect(firstConsole.lines.last == "Applied to http://localhost:8080, in \(database).")
        let (second, secondConsole) = await apply(Self.configuration)
        #expect(second == .success)
        #expect(secondConsole.lines.contains("= clients[\"web\"] (secret: unchanged)"))
        #expect(secondConsole.lines.last == "No changes to http://localhost:8080, in \(database).")
        let events = try await ServerFolder(folder: folder.path).events()
        #expect(events.map(\.kind) == [.configurationApplied])
        #expect(events.first?.details["created"]?.arrayValue?.count == 3)
        #expect(events.first?.details["stranded_passkeys"] == nil)
    }

    @Test func `apply says which database is missing, and creates none`() async {
        for (words, status) in [([], ExitStatus.failure), (["--dry-run"], .success)] {
            let (data, console) = (folder.path(of: "mistyped"), RecordingConsole(input: Self.configuration))
            #expect(await console.run(["apply", "-", "--data", data] + words) == status)
            #expect(
                (console.written + console.writtenErrors).contains("here is no database at \(data)/thumbturn.sqlite"))
            #expect(!FileManager.default.fileExists(atPath: data))
        }
    }

    @Test func `a client secret is in no file of the data folder`() async throws {
        _ = await apply(Self.configuration)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "data")) {
            let bytes = try Data(contentsOf: URL(filePath: folder.path(of: "data/\(name)")))
            #expect(bytes.firstRange(of: Data("pQ8zkVbN3mX1".utf8)) == nil, "\(name)")
        }
    }

    @Test func `apply reports all problems and stores nothing`() async throws {
        let (status, console) = await apply("{\"custom_domains\": [{\"domain\": \"github.io\"}], \"clints\": []}")
        #expect(status == .malformed)
        #expect(console.writtenErrors.contains("custom_domains[0].domain: github.io is a public suffix"))
        #expect(console.writtenErrors.contains("clints: There is no such member. Did you mean clients?"))
        let stored = try await ServerFolder(folder: folder.path).use { storage, _ in
            try await storage.read { try $0.configuration.list() }
        }
        #expect(stored.isEmpty)
    }

    @Test func `a dry run reports the problems of a file`() async {
        _ = await apply(Self.configuration)
        let (status, console) = await apply("{\"tenant\": {\"default_directory\": \"Nobody\"}}", options: "--dry-run")
        #expect(status == .malformed)
        #expect(console.writtenErrors.contains("There is no connection \"Nobody\"."))
    }

    @Test func `an entity that is missing from the file stays until it is pruned`() async {
        _ = await apply(Self.configuration)
        let smaller =
            "{\"custom_domains\": [{\"domain\": \"login.example.com\"}], \"connections\": [{\"name\": \"Users\"}]}"
        let (_, kept) = await apply(smaller)
        #expect(kept.lines.contains("? clients[\"web\"] is not in the file and stays; --prune would remove it"))
        let (_, pruned) = await apply(smaller, options: "--prune")
        #expect(pruned.lines.contains("- clients[\"web\"]"))
        let (_, again) = await apply(smaller, options: "--prune")
        #expect(again.lines.last?.hasPrefix("No changes to ") == true)
    }

    @Test func `apply warns about a registrable apex and suggests subdomains`() async {
        let (status, console) = await apply("{\"custom_domains\": [{\"domain\": \"example.com\"}]}")
        #expect(status == .success)
        #expect(console.writtenErrors.contains("such as auth.example.com or accounts.example.com"))
    }

    // MARK: Mail

    private static let withMail = #"{"tenant": {"thumbturn": {"recovery": {"password_reset": "at_once"}}}}"#

    private func recordStart(sendingMail sendsMail: Bool?) async throws {
        let start = ServerStart(
            url: "http://localhost:8080", version: "1", startedAt: ServerFolder.now, sendsMail: sendsMail)
        try await ServerFolder(folder: folder.path).use { storage, _ in
            try await storage.withTransaction { try $0.serverStart.put(start) }
        }
    }

    @Test func `a file that asks for what needs mail is rejected if the server was started without`() async throws {
        try await recordStart(sendingMail: false)
        for options in [[], ["--dry-run"]] {
            let console = RecordingConsole(input: Self.withMail)
            let status = await console.run(["apply", "-", "--data", folder.path(of: "data")] + options)
            #expect(status == .malformed)
            #expect(
                console.writtenErrors.contains("tenant.thumbturn.recovery.password_reset: This needs mail"),
                "\(console.writtenErrors)")
        }
        let (status, _) = await apply(#"{"tenant": {"thumbturn": {"recovery": {"password_reset": "wait"}}}}"#)
        #expect(status == .success)
    }

    @Test(arguments: [true, nil])
    func `a file that asks for mail is applied if the server sends it, or that isn't known`(sendsMail: Bool?)
        async throws
    {
        try await recordStart(sendingMail: sendsMail)
        #expect(await apply(Self.withMail).0 == .success)
    }

    @Test(arguments: [("file:mail", true), ("off", false), ("", nil)])
    func `the setting of a server wins over its last start`(mail: String, expected: Bool?) async throws {
        for last in [true, false, nil] {
            try await recordStart(sendingMail: last)
            for url in [[], ["--url", "http://localhost:3000"]] {
                let settings = try ServerSettings.read(
                    ["--data", folder.path(of: "data")] + url, environment: ["THUMBTURN_MAIL": mail])
                let located = try await ServerFolder(folder: folder.path).use { storage, _ in
                    try await settings.located(by: storage)
                }
                #expect(located.sendsMail == expected ?? last)
            }
        }
    }

    @Test(arguments: ["x", "-1", "1.5"])
    func `--allow-orphaned takes only a number`(_ text: String) async {
        let (status, console) = await apply(Self.configuration, options: "--allow-orphaned=\(text)")
        #expect(status == .malformed)
        #expect(console.writtenErrors.contains("--allow-orphaned takes a number"))
    }

    @Test(arguments: [[], ["a", "b"]])
    func `apply needs exactly one file`(_ words: [String]) async {
        let console = RecordingConsole()
        #expect(await console.run(["apply"] + words) == .malformed)
        #expect(console.writtenErrors.contains("needs one FILE"))
    }
}
