// SPDX-License-Identifier: Apache-2.0

import Foundation
import OutgoingTransfers
import TestSupport
import Testing

struct MailAuthenticationTests {
    @Test(arguments: [
        (["AUTH PLAIN LOGIN"], "AUTH PLAIN"), (["AUTH LOGIN"], "AUTH LOGIN"), (["AUTH PLAIN"], "AUTH PLAIN"),
        (["AUTH GSSAPI CRAM-MD5 NTLM DIGEST-MD5 SCRAM-SHA-256 LOGIN"], "AUTH LOGIN"),
        (["AUTH XOAUTH2 OAUTHBEARER PLAIN"], "AUTH PLAIN"),
    ])
    func `a password is sent with PLAIN or LOGIN`(extensions: [String], command: String) async throws {
        var script = RelayScript()
        script.extensions = extensions
        let (outcome, record) = try await MailFixture.exchange(with: script) { $0.user = MailFixture.user }
        #expect(outcome == .accepted(text: "2.0.0 Taken over as 4711"))
        #expect(record.isAuthenticated && record.commands[1] == command)
    }

    @Test func `a token is read from its file for each message and sent with XOAUTH2`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder + "/token"
            try await TestRelay.running { number in
                var script = RelayScript.offering("AUTH PLAIN LOGIN XOAUTH2")
                script.user.secret = "ya29.token-\(number)"
                return script
            } _: { relay in
                let client = OutgoingMailClient(
                    MailFixture.settings(port: relay.port) { $0.user = .init("mailer", .accessTokenFile(file)) })
                defer { client.close() }
                for number in 1...2 {
                    try "\n ya29.token-\(number) \r\n".write(toFile: file, atomically: true, encoding: .utf8)
                    let outcome = await client.send(try MailFixture.mail())
                    #expect(outcome == .accepted(text: "2.0.0 Taken over as 4711"))
                    let record = try #require(relay.record(number))
                    #expect(record.isAuthenticated && record.commands[1] == "AUTH XOAUTH2")
                }
            }
        }
    }

    @Test func `a token is never sent as a password`() async throws {
        try await withTemporaryFolder { folder in
            try "correct".write(toFile: folder + "/token", atomically: true, encoding: .utf8)
            let script = RelayScript.offering("AUTH PLAIN LOGIN OAUTHBEARER")
            let (outcome, record) = try await MailFixture.exchange(with: script) {
                $0.user = .init("mailer", .accessTokenFile(folder + "/token"))
            }
            #expect(outcome == .unreachable(.authenticationNotOffered))
            #expect(record.commands == ["EHLO login.example.com"])
        }
    }

    @Test(arguments: [nil, "", " \n", "two tokens", "a\u{0}b", "t\u{F6}ken", String(repeating: "x", count: 16_385)])
    func `a file without a usable token is an error, and nothing is sent`(content: String?) async throws {
        try await withTemporaryFolder { folder in
            let file = folder + "/token"
            try content?.write(toFile: file, atomically: true, encoding: .utf8)
            let settings = MailFixture.settings(port: 9) { $0.user = .init("mailer", .accessTokenFile(file)) }
            guard case .unreachable(.credentialsUnusable(let reason)) = try await MailFixture.send(to: settings)
            else {
                Issue.record("sent")
                return
            }
            #expect(reason.hasPrefix(file) && (content?.contains(reason) != true))
        }
    }

    @Test func `a pipe in place of the token's file holds nothing up`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder + "/token"
            #expect(mkfifo(file, 0o600) == 0)
            let settings = MailFixture.settings(port: 9) { $0.user = .init("mailer", .accessTokenFile(file)) }
            guard case .unreachable(.credentialsUnusable) = try await MailFixture.send(to: settings) else {
                Issue.record("sent")
                return
            }
        }
    }

    @Test(arguments: [("mail\u{0}er", "x"), ("mailer", "x\ny"), ("mailer", "x\u{1}"), ("", "x"), ("mailer", "")])
    func `credentials with controls or nothing in them are not used`(name: String, password: String) async throws {
        let settings = MailFixture.settings(port: 9) { $0.user = .init(name, .password(password)) }
        guard case .unreachable(.credentialsUnusable) = try await MailFixture.send(to: settings) else {
            Issue.record("sent")
            return
        }
    }

    @Test func `the wrong password is refused by the relay`() async throws {
        let (outcome, record) = try await MailFixture.exchange(with: .offering("AUTH PLAIN")) {
            $0.user = .init("mailer", .password("wrong"))
        }
        #expect(outcome == .relayRefused(status: 535, text: "5.7.8 Wrong user or password"))
        #expect(record.answers == ["\0mailer\0wrong"] && record.commands == ["EHLO login.example.com", "AUTH PLAIN"])
    }

    @Test(arguments: [[], ["AUTH"], ["AUTH CRAM-MD5 GSSAPI"], ["AUTH=PLAIN"]])
    func `nothing is sent to a relay that doesn't offer to authenticate`(extensions: [String]) async throws {
        var script = RelayScript()
        script.extensions = extensions
        let (outcome, record) = try await MailFixture.exchange(with: script) { $0.user = MailFixture.user }
        #expect(outcome == .unreachable(.authenticationNotOffered))
        #expect(record.commands == ["EHLO login.example.com"])
    }

    @Test func `a relay that knows only HELO gets nothing from a user`() async throws {
        let script = RelayScript.refusing(at: .ehlo, "502 What?")
        let (outcome, record) = try await MailFixture.exchange(with: script) { $0.user = MailFixture.user }
        #expect(outcome == .unreachable(.authenticationNotOffered))
        #expect(record.commands.map { $0.prefix(4) } == ["EHLO", "HELO"])
    }

    @Test func `without a user, a relay that knows only HELO gets the message`() async throws {
        let script = RelayScript.refusing(at: .ehlo, "502 What?")
        let (outcome, _) = try await MailFixture.exchange(with: script)
        #expect(outcome == .accepted(text: "2.0.0 Taken over as 4711"))
    }
}
