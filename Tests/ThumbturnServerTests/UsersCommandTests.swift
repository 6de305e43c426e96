// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import IdentityModel
import TestConsole
import TestSupport
import Testing
import ThumbturnServer
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite struct UsersCommandTests {
    // MARK: Listing

    @Test func `users list prints accounts with their identifiers`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await server.addUser("auth0|1", address: "Ada@Example.com") { $0.profile.name = "Ada" }
            try await server.addUser("auth0|2", address: "b@example.com", in: "Staff") { $0.isBlocked = true }
            let (status, console) = await server.run("users", "list")
            #expect(status == .success)
            #expect(
                console.lines == [
                    "ID       CONNECTION  IDENTIFIER       NAME  STATE    CREATED",
                    "auth0|1  People      Ada@Example.com  Ada            2026-05-28T20:26:40Z",
                    "auth0|2  Staff       b@example.com          blocked  2026-05-28T20:26:40Z",
                ])
            #expect(console.writtenErrors.isEmpty)
        }
    }

    @Test func `pages of accounts follow each other without gaps`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            for number in 1...5 {
                try await server.addUser(
                    "auth0|\(number)", address: "\(number)@example.com", in: number == 2 ? "Staff" : "People")
            }
            let (_, first) = await server.run("users", "list", "--limit", "2", "--json")
            #expect(first.lines.map { $0.jsonObject["user_id"] as? String } == ["auth0|1", "auth0|2"])
            #expect(first.writtenErrors == "There are more accounts. Continue with --after 'auth0|2'\n")
            let (_, last) = await server.run("users", "list", "--limit", "3", "--after", "auth0|2", "--json")
            #expect(last.lines.map { $0.jsonObject["user_id"] as? String } == ["auth0|3", "auth0|4", "auth0|5"])
            #expect(last.writtenErrors.isEmpty)
            let (_, people) = await server.run("users", "list", "--limit", "2", "--connection", "People", "--json")
            #expect(people.lines.map { $0.jsonObject["user_id"] as? String } == ["auth0|1", "auth0|3"])
            #expect(people.writtenErrors.contains("--after 'auth0|3'"))
            let (_, staff) = await server.run("users", "list", "--limit", "1", "--connection", "Staff", "--json")
            #expect(staff.lines.map { $0.jsonObject["user_id"] as? String } == ["auth0|2"])
            #expect(staff.writtenErrors.isEmpty)
        }
    }

    @Test func `a page can't start after an unknown account`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            let (status, console) = await server.run("users", "list", "--after", "auth0|9")
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("List from the beginning"))
        }
    }

    @Test func `users list says that there are no accounts`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            #expect(await server.run("users", "list").console.lines == ["No accounts."])
            #expect(await server.run("users", "list", "--json").console.written.isEmpty)
        }
    }

    @Test func `a user's name can't control the terminal`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await server.addUser("auth0|1", address: "a@example.com") {
                $0.profile.name = "A\u{1B}[31m\nauth0|2\u{9B}\u{202E}"
                $0.profile.picture = "https://x/\u{7F}\u{2028}"
            }
            for words in [["list"], ["list", "--json"], ["show", "auth0|1"], ["show", "auth0|1", "--json"]] {
                let console = RecordingConsole()
                #expect(await console.run(["users"] + words + ["--data", server.data]) == .success)
                let hidden = console.written.unicodeScalars.filter { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator: scalar != "\n"
                    default: false
                    }
                }
                #expect(hidden.isEmpty, "\(words)")
                if words.contains("--json") {
                    #expect(console.lines.first?.jsonObject["name"] as? String == "A\u{1B}[31m\nauth0|2\u{9B}\u{202E}")
                }
            }
        }
    }

    // MARK: Showing

    /// Ada, with a passkey, sessions and a sign-in.
    private func addAda(to server: ServerFolder) async throws {
        let ada = try await server.addUser("auth0|1", address: "Ada@Example.com") { user in
            user.profile.name = "Ada"
            user.identifiers.append(Identifier(kind: .username, value: "ada", normalized: "ada", isVerified: true))
        }
        let origin = Passkey.Origin(
            credentialID: CredentialID(Array("credential".utf8)), publicKey: Array("public key".utf8),
            relyingPartyID: "example.com", userHandle: ada.handle,
            aaguid: try #require(AAGUID("fbfc3007-154e-4ecc-8c0b-6e020557d7bd")), transports: [], attachment: nil,
            isBackupEligible: true, isCreatedConditionally: false, attestationFormat: .none, userAgent: "Safari",
            createdAt: ServerFolder.now)
        var passkey = Passkey(stored: PasskeyID(rawValue: "passkey|dev_1"), owner: ada.id, origin: origin)
        passkey.name = "My phone"
        passkey.isBackedUp = true
        passkey.lastUsedAt = Timestamp(secondsSince1970: ServerFolder.now.secondsSince1970 + 60)
        var signIn = SignInRecord(user: ada.id, client: "web", method: "passkey", signedInAt: ServerFolder.now)
        signIn.ways = [passkey.id.way]
        let (added, record) = (passkey, signIn)
        try await server.use { storage, _ in
            try await storage.withTransaction { transaction in
                try transaction.passkeys.insert(added)
                try transaction.events.insert(record)
            }
        }
    }

    @Test(arguments: ["auth0|1", "Ada@Example.com", "ada@example.com", "ada", "ADA"])
    func `an account is found by its ID and its identifiers`(_ name: String) async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await addAda(to: server)
            let (status, console) = await server.run("users", "show", name)
            #expect(status == .success)
            #expect(console.lines.first == "id           auth0|1")
        }
    }

    @Test func `users show prints the account as text`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await addAda(to: server)
            let text = await server.run("users", "show", "auth0|1").console.written
            #expect(text.contains("name         Ada\n"))
            #expect(text.contains("state        active\n"))
            #expect(text.contains("Ada@Example.com  email     unverified\n"))
            #expect(text.contains("ada              username  verified\n"))
            #expect(text.contains("My phone  2026-05-28T20:26:40Z  2026-05-28T20:27:40Z  synced  example.com"))
            #expect(text.contains("login.example.com  web     2026-05-28T20:26:40Z"))
            #expect(text.contains("2026-05-28T20:26:40Z  passkey  web     passkey|dev_1"))
            #expect(!text.contains("token of"))
        }
    }

    @Test func `users show prints the account as JSON`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await addAda(to: server)
            let (_, console) = await server.run("users", "show", "auth0|1", "--json")
            #expect(console.lines.count == 1)
            let json = try #require(console.lines.first).jsonObject
            #expect(json["blocked"] as? Bool == false)
            #expect((json["identifiers"] as? [[String: Any]])?.map { $0["verified"] as? Bool } == [false, true])
            let passkey = try #require((json["passkeys"] as? [[String: Any]])?.first)
            #expect(passkey["relying_party_id"] as? String == "example.com")
            #expect(passkey["synced"] as? Bool == true)
            #expect(passkey["last_used_at"] as? String == "2026-05-28T20:27:40Z")
            #expect((json["sessions"] as? [[String: Any]])?.first?["client_id"] as? String == "web")
            #expect((json["sign_ins"] as? [[String: Any]])?.first?["method"] as? String == "passkey")
            #expect(!console.written.contains(Base64URL.encode(Array("public key".utf8))))
        }
    }

    @Test func `an identifier in two connections is ambiguous`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await server.addUser("auth0|1", address: "a@example.com")
            try await server.addUser("auth0|2", address: "a@example.com", in: "Staff")
            let (status, console) = await server.run("users", "show", "a@example.com")
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("auth0|1 in People"))
            #expect(console.writtenErrors.contains("auth0|2 in Staff"))
            let (found, staff) = await server.run("users", "show", "a@example.com", "--connection", "Staff")
            #expect(found == .success)
            #expect(staff.lines.first == "id           auth0|2")
        }
    }

    @Test(arguments: [["nobody@example.com"], ["auth0|9"], ["auth0|1", "--connection", "Staff"]])
    func `an unknown account is an error`(_ words: [String]) async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await server.addUser("auth0|1", address: "a@example.com")
            let console = RecordingConsole()
            #expect(await console.run(["users", "show", "--data", server.data] + words) == .failure)
            #expect(console.writtenErrors.contains("There is no account"))
        }
    }

    @Test func `an unknown connection is an error that lists the connections`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            let (status, console) = await server.run("users", "show", "a@example.com", "--connection", "Stuff")
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("There is no connection Stuff. The connections are People, Staff."))
        }
    }

    // MARK: Changing

    @Test func `blocking and unblocking say what they did, and end sessions`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await server.addUser("auth0|1", address: "a@example.com")
            #expect(
                await server.run("users", "block", "a@example.com").console.lines == [
                    "auth0|1 is blocked.", "Sessions ended: 1.",
                ])
            #expect(try await server.user("auth0|1")?.isBlocked == true)
            #expect(try await server.refreshTokens(of: "auth0|1") == [])
            #expect(await server.run("users", "block", "auth0|1").console.lines == ["auth0|1 was already blocked."])
            let (status, console) = await server.run("users", "unblock", "auth0|1")
            #expect(status == .success)
            #expect(console.lines == ["auth0|1 is no longer blocked."])
            #expect(try await server.user("auth0|1")?.isBlocked == false)
            #expect(await server.run("users", "unblock", "auth0|1").console.lines == ["auth0|1 was not blocked."])
            #expect(try await server.events().prefix(2).map(\.kind) == [.userUnblocked, .userBlocked])
        }
    }

    @Test func `keep keeps an account that is going to be deleted, and the list says which are`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await server.addUser("auth0|1", address: "a@example.com")
            #expect(
                await server.run("users", "keep", "auth0|1").console.lines == ["auth0|1 was not going to be deleted."])
            let time = Timestamp(secondsSince1970: 4_000_000_000)
            try await server.use { storage, _ in
                try await storage.withTransaction {
                    try $0.users.apply(.deletion(at: time), to: UserID(rawValue: "auth0|1"), at: time)
                }
            }
            #expect(await server.run("users", "list").console.written.contains("to be deleted at \(time)"))
            #expect(await server.run("users", "show", "auth0|1").console.written.contains("to be deleted at \(time)"))
            #expect(await server.run("users", "keep", "a@example.com").console.lines == ["auth0|1 is kept."])
            #expect(try await server.user("auth0|1")?.deletesAt == nil)
            let event = try await server.events().first
            #expect(event?.kind == .userDeletionCanceled && event?.operatorCommand == "users keep")
        }
    }

    @Test func `delete needs a confirmation`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await addAda(to: server)
            let (status, console) = await server.run("users", "delete", "auth0|1")
            #expect(status == .malformed)
            #expect(console.writtenErrors.contains("auth0|1 (Ada@Example.com, ada) with 1 passkey permanently"))
            #expect(console.writtenErrors.contains("--yes"))
            #expect(try await server.user("auth0|1") != nil)
            #expect(try await server.refreshTokens(of: "auth0|1").count == 1)
        }
    }

    @Test func `delete removes the account`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await addAda(to: server)
            let (status, console) = await server.run("users", "delete", "auth0|1", "--yes")
            #expect(status == .success)
            #expect(console.lines == ["auth0|1 is deleted.", "Sessions ended: 1."])
            #expect(try await server.user("auth0|1") == nil)
            #expect(try await server.events().first?.kind == .userRemoved)
        }
    }

    // MARK: Passkeys

    @Test(arguments: [(false, 2), (true, 0)])
    func `remove-passkey ends the sessions that the passkey opened, or all`(
        isEndingAll: Bool, remaining: Int
    ) async throws {
        try await ServerFolder.with { server in
            let user = try await server.addUser("auth0|1", address: "a@example.com")
            for number in [1, 2] as [UInt8] { try await server.addPasskey(number, of: user) }
            let console = RecordingConsole()
            let words = [
                "users", "remove-passkey", "a@example.com", "--passkey", "passkey|dev_1", "--data", server.data,
            ]
            #expect(await console.run(words + (isEndingAll ? ["--end-sessions"] : [])) == .success)
            #expect(console.written.contains("Sessions ended: \(3 - remaining)."))
            #expect(try await server.refreshTokens(of: "auth0|1").count == remaining)
            let event = try #require(try await server.events().first)
            #expect(event.kind == .passkeyRemoved)
            #expect(event.details["passkey"] == "passkey|dev_1")
        }
    }

    @Test func `remove-passkey rejects another account's passkey`() async throws {
        try await ServerFolder.with { server in
            let other = try await server.addUser("auth0|2", address: "b@example.com")
            try await server.addUser("auth0|1", address: "a@example.com")
            try await server.addPasskey(1, of: other)
            let words = ["users", "remove-passkey", "auth0|1", "--data", server.data]
            #expect(await RecordingConsole().run(words + ["--passkey", "passkey|dev_1"]) == .failure)
            #expect(await RecordingConsole().run(words) == .malformed)
            #expect(try await server.refreshTokens(of: "auth0|2").count == 2)
        }
    }

    // MARK: The command line

    @Test(arguments: [
        [], ["lst"], ["list", "x"], ["show"], ["show", "a", "b"], ["block"], ["delete", "--yes"],
        ["list", "--limit", "0"],
        ["list", "--limit", "1001"], ["list", "--limit", "x"], ["list", "--yes"], ["show", "a", "--limit", "1"],
        ["show", "a", "--after", "b"], ["block", "a", "--json"], ["unblock", "a", "--yes"],
        ["show", "a", "--host", "b"],
        ["show", "a", "--valid-for", "1h"], ["invite"], ["invite", "a", "--json"],
    ])
    func `an invalid command line is an error`(_ words: [String]) async throws {
        try await ServerFolder.with(hosts: []) { server in
            let console = RecordingConsole()
            #expect(await console.run(["users", "--data", server.data] + words) == .malformed)
            #expect(!console.writtenErrors.isEmpty)
            #expect(console.written.isEmpty)
        }
    }

    @Test(arguments: [["users", "list"], ["keys", "list"]])
    func `a list without a database fails and creates none`(_ words: [String]) async throws {
        try await withTemporaryFolder { folder in
            let console = RecordingConsole()
            #expect(await console.run(words + ["--data", folder + "/data"]) == .failure)
            #expect(console.writtenErrors.contains("There is no database"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/data"))
        }
    }
}
