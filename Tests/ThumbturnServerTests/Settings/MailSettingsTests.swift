// SPDX-License-Identifier: Apache-2.0

import OutgoingTransfers
import Testing
import ThumbturnServer

/// The value of `--mail`.
struct MailSettingsTests {
    private static let secret = ["THUMBTURN_MAIL_PASSWORD": "kept elsewhere"]

    private static let long = String(repeating: "a", count: 254)

    @Test(arguments: [
        "smtp://-mail.example.com", "smtp://\(long)", "smtp://", "smtp://a b", "smtp://mail.example.com/inbox",
        "smtp://[zz::1]", "smtp://[:]", "smtp://a:b:25", "smtp://mail.example.com:0", "smtp://mail.example.com:65536",
        "smtp://mail\u{0}.example.com", "smtp://mäil.example.com", "mail.example.com", "https://mail.example.com",
    ])
    func `a host that no mail can reach is rejected at the start`(text: String) {
        let problems = SettingsTests.problems(["--mail", text, "--mail-from", "a@example.com"])
        #expect(problems.map(\.source) == ["--mail"], "\(problems)")
        #expect(problems.first?.message.contains("is no mail server") == true)
    }

    @Test(arguments: ["%0D%0A", "a%00b", "%7F", "%C2%85", "a%0Ab%40example.com"])
    func `a user with a control character is rejected`(user: String) {
        let problems = SettingsTests.problems(
            ["--mail", "smtps://\(user)@mail.example.com", "--mail-from", "a@example.com"], environment: Self.secret)
        #expect(problems.contains { $0.source == "--mail" && $0.message.contains("is no mail server") }, "\(problems)")
    }

    @Test(arguments: [
        ("smtps://mail.example.com", "mail.example.com", 465), ("smtp://smtp_relay:2525/", "smtp_relay", 2525),
        ("smtp://[2001:db8::1]:25", "2001:db8::1", 25), ("smtp://192.0.2.1", "192.0.2.1", 587),
    ])
    func `names and addresses are mail servers`(text: String, host: String, port: UInt16) throws {
        let settings = try SettingsTests.read(["--mail", text, "--mail-from", "a@example.com"])
        guard case .relay(let relay) = settings.mail else {
            Issue.record("no relay")
            return
        }
        #expect(relay.host == host && relay.port == port && relay.url != nil)
        #expect(settings.sendsMail == true)
    }

    @Test func `a server without the setting sends no mail`() throws {
        #expect(try SettingsTests.read([]).mail == .off)
        #expect(try SettingsTests.read(["--mail", "off"]).sendsMail == false)
    }

    @Test(arguments: [
        ([], true), (["--trusted-proxy", "127.0.0.1"], false),
        (["--url", "https://login.example.com", "--trusted-proxy", "127.0.0.1"], false),
        (["--listen", "0.0.0.0:8080", "--trusted-proxy", "127.0.0.1"], false),
    ])
    func `the mail of a folder is shown only where no other machine reaches the server`(
        arguments: [String], isShown: Bool
    ) throws {
        let settings = try SettingsTests.read(["--mail", "file:mail", "--mail-from", "a@example.com"] + arguments)
        #expect((settings.mailboxFolder != nil) == isShown)
    }
}
