// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import POSIX
import ServerHarness
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// Mail of the running program, and of its commands.
struct MailTests {
    private static let address = "ada@example.org"

    private let folder: ProgramFolder
    private let mail: String

    init() throws {
        folder = try ProgramFolder(HarnessConfiguration(hasPasswords: true).json)
        mail = folder.path + "/mail"
    }

    private func run(_ words: String...) async -> CommandRun {
        await CommandRun(words + ["--data", folder.data, "--url", HarnessConfiguration.url])
    }

    /// Starts the server with a user, whose address is verified.
    private func start(mailing destination: String) async throws -> RunningProgram {
        try RunningProgram(on: folder, ["--rate-limits", "off", "--mail", destination])
    }

    private func signUp(at program: RunningProgram) async throws {
        let body: JSONObject = [
            "client_id": .string(HarnessConfiguration.web), "connection": "People", "email": .string(Self.address),
            "password": "a long enough one",
        ]
        let response = try program.connect().send(
            WireRequest("POST", path: "/dbconnections/signup", json: .object(body)))
        #expect(response.status == 200)
        #expect(await run("users", "verify", Self.address).status == .success)
    }

    private func askForLink(at program: RunningProgram) throws {
        let body: JSONObject = [
            "client_id": .string(HarnessConfiguration.web), "connection": "People", "email": .string(Self.address),
        ]
        let response = try program.connect().send(
            WireRequest("POST", path: "/dbconnections/change_password", json: .object(body)))
        #expect(response.status == 200)
    }

    /// The texts of the mails in the folder.
    private func kept() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: mail)) ?? []
        return names.filter { $0.hasSuffix(".eml") }.compactMap { name in
            FileManager.default.contents(atPath: "\(mail)/\(name)").map { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test func `a mail is written into the folder, shown at the mailbox, and has a link`() async throws {
        let program = try await start(mailing: "file:\(mail)")
        try await signUp(at: program)
        try askForLink(at: program)
        _ = try #require(program.log.wait(for: "mail.sent"))
        let text = try #require(kept().first)
        #expect(text.contains("\r\nTo: \(Self.address)\r\n") && text.contains("\r\nAuto-Submitted: auto-generated\r\n"))
        let page = try program.connect().send(WireRequest("GET", path: "/mailbox"))
        let shown = String(decoding: page.body, as: UTF8.self)
        #expect(page.status == 200 && shown.contains("/password/reset?t="))
        #expect(try program.stop().status == 0)
    }

    @Test func `mail that waited while the server was killed is sent once it can be, and once`() async throws {
        let closed = try #require(LoopbackSocket()).port
        let first = try await start(mailing: "smtp://127.0.0.1:\(closed)")
        try await signUp(at: first)
        try askForLink(at: first)
        let line = try #require(first.log.wait(for: "mail.not-sent"))
        #expect(line["reason"]?.stringValue?.contains("can't be reached") == true)
        first.kill()
        #expect(await run("mail", "list").output.contains(Self.address))
        try DatabaseEdit.makeMailDue(in: folder.database)
        let second = try await start(mailing: "file:\(mail)")
        _ = try #require(second.log.wait(for: "mail.sent"))
        #expect(kept().count == 1)
        #expect(try second.stop().status == 0)
        #expect(await run("mail", "list").output.contains("No mail waits."))
    }

    @Test func `a mail that the relay took before the server was killed is sent once more, the same`() async throws {
        let relay = try TestMailServer(.holding)
        let first = try await start(mailing: "smtp://127.0.0.1:\(relay.port)")
        try await signUp(at: first)
        try askForLink(at: first)
        _ = try #require(relay.wait(for: 1))
        first.kill()
        try DatabaseEdit.makeMailDue(in: folder.database)
        let second = try await start(mailing: "smtp://127.0.0.1:\(relay.port)")
        _ = try #require(second.log.wait(for: "mail.sent"))
        #expect(try second.stop().status == 0)
        let deliveries = relay.deliveries
        #expect(deliveries.count == 2 && Set(deliveries).count == 1)
        #expect(deliveries.first?.recipient == Self.address && deliveries.first?.messageID.isEmpty == false)
        #expect(await run("mail", "list").output.contains("No mail waits."))
    }

    @Test func `a mail that the relay refuses for good is listed with its reason, and sent again on request`()
        async throws
    {
        let relay = try TestMailServer(.refusing)
        let program = try await start(mailing: "smtp://127.0.0.1:\(relay.port)")
        try await signUp(at: program)
        try askForLink(at: program)
        let line = try #require(program.log.wait(for: "mail.abandoned"))
        #expect(line["reason"]?.stringValue?.contains("550 No such user here") == true)
        #expect(try program.stop().status == 0)
        let listed = await run("mail", "list")
        #expect(listed.output.contains("given up") && listed.output.contains("550 No such user here"))
        let status = await run("status")
        #expect(status.output.contains("1 given up"))
        #expect(await run("mail", "retry").output.contains("1 mail is sent again."))
        let again = try await start(mailing: "file:\(mail)")
        _ = try #require(again.log.wait(for: "mail.sent"))
        #expect(try again.stop().status == 0)
    }

    @Test func `a server without mail says at its start what needs it, and not once there is mail`() async throws {
        let program = try RunningProgram(on: folder)
        let line = try #require(program.log.wait(for: "mail.needed"))
        #expect(line["level"] == "warning" && line["path"] == "tenant.thumbturn.recovery.password_reset")
        #expect(line["reason"] == "Users can't reset forgotten passwords.")
        #expect(try program.stop().status == 0)
        let asking = try asking()
        let rejected = await run("apply", asking.configuration)
        #expect(rejected.status == .malformed && rejected.output.contains("This needs mail"), "\(rejected.output)")
        let mailing = try await start(mailing: "file:\(mail)")
        #expect(await run("apply", asking.configuration).status == .success)
        #expect(try mailing.stop().status == 0)
        #expect(mailing.log.now.events("mail.needed").isEmpty)
    }

    @Test func `a server whose configuration file asks for mail doesn't start without`() async throws {
        let asking = try asking()
        let program = try RunningProgram(spawnedOn: asking)
        #expect(try program.waitForExit().status == 2)
        let output = program.log.now.texts.joined(separator: "\n")
        #expect(output.contains("tenant.thumbturn.notices.new_browser: This needs mail"), "\(output)")
    }

    /// A folder whose configuration asks for notices by mail.
    private func asking() throws -> ProgramFolder {
        guard var json = HarnessConfiguration(hasPasswords: true).json.objectValue,
            var tenant = json["tenant"]?.objectValue, var own = tenant["thumbturn"]?.objectValue
        else { return folder }
        own["notices"] = ["new_browser": true]
        tenant["thumbturn"] = .object(own)
        json["tenant"] = .object(tenant)
        return try ProgramFolder(.object(json))
    }

    @Test func `a mail that expires while it waits is reported and counted`() async throws {
        let relay = "smtp://127.0.0.1:\(try #require(LoopbackSocket()).port)"
        let first = try await start(mailing: relay)
        try await signUp(at: first)
        try askForLink(at: first)
        let line = try #require(first.log.wait(for: "mail.not-sent"))
        first.kill()
        try DatabaseEdit.expireMail(in: folder.database)
        let second = try RunningProgram(
            on: folder, ["--rate-limits", "off", "--mail", relay, "--metrics-listen", "127.0.0.1:0"])
        let expired = try #require(second.log.wait(for: "outbox.expired"))
        #expect(expired["kind"] == "mail" && expired["item"] == line["item"] && expired["reason"] == line["reason"])
        let count = #"thumbturn_outbox_attempts_total{kind="mail",outcome="expired"}"#
        #expect(try second.metrics { $0[count] == 1 }[count] == 1)
        #expect(try second.stop().status == 0)
        #expect(await run("mail", "list").output.contains("No mail waits."))
    }

    @Test func `a test says what the relay answers, and that none is set`() async throws {
        _ = try RunningProgram(on: folder).stop()
        let relay = try TestMailServer(.refusing)
        let refused = await run("mail", "test", Self.address, "--mail", "smtp://127.0.0.1:\(relay.port)")
        #expect(refused.status == .failure && refused.output.contains("550 No such user here"))
        let kept = await run("mail", "test", Self.address, "--mail", "file:\(mail)")
        #expect(kept.status == .success && self.kept().count == 1)
        #expect(await run("mail", "test", Self.address).output.contains("No mail server is set."))
        #expect(await run("mail", "test", "ada@example.org\r\nRCPT TO:<b@c.example>").status == .malformed)
    }
}
