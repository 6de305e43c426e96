// SPDX-License-Identifier: Apache-2.0

import OutgoingTransfers
import TestSupport
import Testing

struct MailRefusalTests {
    @Test(arguments: [
        (RelayScript.Step.greeting, 554), (.auth, 535), (.auth, 504), (.sender, 550), (.sender, 530),
    ])
    func `a relay that refuses the server, its user or the sender is no matter of the message`(
        step: RelayScript.Step, status: Int
    ) async throws {
        let script = RelayScript.refusing(at: step, "\(status) 5.7.1 No")
        let (outcome, record) = try await MailFixture.exchange(with: script) { $0.user = MailFixture.user }
        #expect(outcome == .relayRefused(status: status, text: "5.7.1 No"))
        #expect(!record.commands.contains { $0.hasPrefix("RCPT") })
    }

    @Test func `a relay that knows neither EHLO nor HELO refuses the server`() async throws {
        var script = RelayScript.refusing(at: .ehlo, "502 What?")
        script.actions[.helo] = .replies(["550 Go away"])
        let (outcome, _) = try await MailFixture.exchange(with: script)
        #expect(outcome == .relayRefused(status: 550, text: "Go away"))
    }

    @Test func `a relay can refuse a recipient`() async throws {
        let (outcome, record) = try await MailFixture.exchange(with: .refusing(at: .recipient, "550 5.1.1 Nobody"))
        #expect(outcome == .recipientRefused(status: 550, text: "5.1.1 Nobody"))
        #expect(!record.commands.contains("DATA"))
    }

    @Test(arguments: [RelayScript.Step.data, .message])
    func `a relay can refuse a message`(step: RelayScript.Step) async throws {
        let (outcome, record) = try await MailFixture.exchange(with: .refusing(at: step, "554 5.6.0 Spam"))
        #expect(outcome == .messageRefused(status: 554, text: "5.6.0 Spam"))
        #expect((record.message == nil) == (step == .data))
    }

    @Test(arguments: [
        RelayScript.Step.greeting, .auth, .sender, .recipient, .data, .message,
    ])
    func `a relay can ask for another time at each step`(step: RelayScript.Step) async throws {
        let (outcome, _) = try await MailFixture.exchange(with: .refusing(at: step, "451 4.3.0 Later")) {
            $0.user = MailFixture.user
        }
        #expect(outcome == .deferred(status: 451, text: "4.3.0 Later"))
    }

    @Test(arguments: RelayScript.Step.allCases.filter { ![.helo, .startTLS, .leave].contains($0) })
    func `a relay that says nothing at a step is unreachable`(step: RelayScript.Step) async throws {
        let (outcome, record) = try await MailFixture.exchange(with: .doing(.stalls, at: step)) { settings in
            settings.user = MailFixture.user
            settings.timeout = 300
        }
        #expect(outcome == .unreachable(.timedOut) && !record.hasGivenUp)
    }

    @Test func `a relay that never greets runs into the limit of the beginning`() async throws {
        let (outcome, _) = try await MailFixture.exchange(with: .doing(.stalls, at: .greeting)) {
            $0.connectTimeout = 200
        }
        #expect(outcome == .unreachable(.timedOut))
    }

    @Test(arguments: RelayScript.Step.allCases.filter { ![.helo, .startTLS, .leave].contains($0) })
    func `a relay that closes the connection at a step is unreachable`(step: RelayScript.Step) async throws {
        let (outcome, _) = try await MailFixture.exchange(with: .doing(.drops, at: step)) {
            $0.user = MailFixture.user
        }
        guard case .unreachable(.failed) = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test(arguments: [RelayScript.Action.stalls, .drops])
    func `an accepted message stays accepted whatever the relay does then`(action: RelayScript.Action) async throws {
        let (outcome, record) = try await MailFixture.exchange(with: .doing(action, at: .leave))
        #expect(outcome == .accepted(text: "2.0.0 Taken over as 4711"))
        #expect(record.commands.last == "QUIT" && !record.hasGivenUp)
    }

    @Test(arguments: ["250", "251 Forwarded", "252 Perhaps"])
    func `any positive answer to the message is acceptance`(line: String) async throws {
        let (outcome, _) = try await MailFixture.exchange(with: .refusing(at: .message, line))
        #expect(outcome == .accepted(text: String(line.dropFirst(4))))
    }

    @Test(arguments: [
        (RelayScript.Step.greeting, "354 Go ahead"), (.sender, "354 Go ahead"), (.recipient, "354 Go ahead"),
        (.data, "250 Fine"), (.message, "354 More"), (.message, "650 What?"), (.message, "050 What?"),
    ])
    func `an answer that makes no sense is neither acceptance nor refusal`(
        step: RelayScript.Step, line: String
    ) async throws {
        let (outcome, _) = try await MailFixture.exchange(with: .refusing(at: step, line))
        guard case .unreachable(.failed) = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test func `a relay that nobody runs is unreachable`() async throws {
        let port = try #require(LoopbackSocket()).port
        let outcome = try await MailFixture.send(to: MailFixture.settings(port: port))
        guard case .unreachable(.connectionFailed) = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    // MARK: Texts

    @Test func `the lines of an answer become one text without controls`() async throws {
        let lines = ["550-5.1.1 Nobody\u{1B}[31m of", "550-\u{202E}that\u{7}\tname", "550  lives\u{2028}here\u{0}."]
        let (outcome, _) = try await MailFixture.exchange(with: .doing(.replies(lines), at: .recipient))
        #expect(outcome == .recipientRefused(status: 550, text: "5.1.1 Nobody [31m of that name lives here ."))
    }

    @Test func `a text has 500 characters at most`() async throws {
        let line = "550-" + String(repeating: "e\u{301}", count: 200)
        let lines = Array(repeating: line, count: 20) + ["550 end"]
        let (outcome, _) = try await MailFixture.exchange(with: .doing(.replies(lines), at: .recipient))
        guard case .recipientRefused(550, let text) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(text.unicodeScalars.count == 500)
    }

    @Test func `an endless answer ends the transfer`() async throws {
        let lines = Array(repeating: "550-\(String(repeating: "x", count: 400))", count: 200)
        let (outcome, _) = try await MailFixture.exchange(with: .doing(.replies(lines), at: .recipient))
        #expect(outcome == .unreachable(.responseTooLong))
    }

    @Test(arguments: [["AUTH PLAIN"], ["AUTH LOGIN"]])
    func `a text never has the credentials that a relay repeats`(extensions: [String]) async throws {
        var script = RelayScript.doing(.repeats(status: 535), at: .auth)
        script.extensions = extensions
        let (outcome, record) = try await MailFixture.exchange(with: script) { $0.user = MailFixture.user }
        guard case .relayRefused(535, let text) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(!record.answers.isEmpty)
        #expect(text.hasPrefix("You sent ") && text.hasSuffix("…?"))
        #expect(!text.contains("horse") && !text.contains("AG1haWxlc") && !text.contains("Y29ycmVjdCBob3JzZ"))
    }
}
