// SPDX-License-Identifier: Apache-2.0

import OutgoingTransfers
import TestSupport
import Testing

struct MailEndTests {
    /// At the end of a message, libcurl waits for the answer in the middle of a call.
    @Test(arguments: [RelayScript.Step.greeting, .recipient, .message])
    func `canceling the task ends the transfer while the relay says nothing`(step: RelayScript.Step) async throws {
        try await TestRelay.running(.doing(.stalls, at: step)) { relay in
            let client = OutgoingMailClient(MailFixture.settings(port: relay.port))
            defer { client.close() }
            let mail = try MailFixture.mail()
            let task = Task { await client.send(mail) }
            #expect(await Self.isReached(step, of: relay))
            task.cancel()
            #expect(await task.value == .unreachable(.canceled))
            let canceled = Task { await client.send(mail) }
            canceled.cancel()
            #expect(await canceled.value == .unreachable(.canceled))
        }
    }

    @Test(arguments: [RelayScript.Step.greeting, .recipient, .message])
    func `closing ends all transfers while the relay says nothing`(step: RelayScript.Step) async throws {
        try await TestRelay.running(.doing(.stalls, at: step)) { relay in
            let client = OutgoingMailClient(MailFixture.settings(port: relay.port))
            let mail = try MailFixture.mail()
            let task = Task { await client.send(mail) }
            #expect(await Self.isReached(step, of: relay))
            client.close()
            #expect(await task.value == .unreachable(.closed))
            #expect(await client.send(mail) == .unreachable(.closed))
            client.close()
        }
    }

    /// libcurl 7.88 ends a message by itself when its transfer is removed in the middle.
    @Test(arguments: [false, true])
    func `a message that is canceled in the middle is not delivered`(isClosing: Bool) async throws {
        let gate = Gate()
        try await TestRelay.running(.doing(.waits(gate), at: .data)) { relay in
            let client = OutgoingMailClient(MailFixture.settings(port: relay.port))
            defer { client.close() }
            // More than the system keeps for a connection.
            let mail = try MailFixture.mail(
                String(repeating: String(repeating: "x", count: 998) + "\r\n", count: 30_000))
            let task = Task { await client.send(mail) }
            #expect(await gate.isReached())
            if isClosing { client.close() } else { task.cancel() }
            #expect(await task.value == .unreachable(isClosing ? .closed : .canceled))
            gate.open()
            let record = try #require(relay.record())
            #expect(record.message == nil && record.rest.count < mail.message.count)
        }
    }

    @Test func `a message that waits for its answer delays no other`() async throws {
        try await TestRelay.running { number in
            number <= 3 ? .doing(.stalls, at: .message) : RelayScript()
        } _: { relay in
            let client = OutgoingMailClient(MailFixture.settings(port: relay.port))
            defer { client.close() }
            let mail = try MailFixture.mail()
            let tasks = (1...3).map { _ in Task { await client.send(mail) } }
            for number in 1...3 { #expect(await relay.receives("DATA", on: number)) }
            #expect(await client.send(mail) == .accepted(text: "2.0.0 Taken over as 4711"))
            for task in tasks { task.cancel() }
            for task in tasks { #expect(await task.value == .unreachable(.canceled)) }
        }
    }

    @Test func `a message behind others that wait can be canceled, or is sent in the end`() async throws {
        try await TestRelay.running { number in
            number <= 4 ? .doing(.stalls, at: .message) : RelayScript()
        } _: { relay in
            let client = OutgoingMailClient(MailFixture.settings(port: relay.port))
            defer { client.close() }
            let mail = try MailFixture.mail()
            let tasks = (1...4).map { _ in Task { await client.send(mail) } }
            #expect(await eventually { relay.records.filter { $0.message != nil }.count == 4 })
            let (waiting, canceled) = (Task { await client.send(mail) }, Task { await client.send(mail) })
            canceled.cancel()
            #expect(await canceled.value == .unreachable(.canceled))
            for task in tasks { task.cancel() }
            for task in tasks { #expect(await task.value == .unreachable(.canceled)) }
            #expect(await waiting.value == .accepted(text: "2.0.0 Taken over as 4711"))
        }
    }

    @Test func `a client that was never used has nothing to close`() async throws {
        let client = OutgoingMailClient(MailFixture.settings(port: 9))
        client.close()
        let mail = try MailFixture.mail()
        #expect(await client.send(mail) == .unreachable(.closed))
    }

    private static func isReached(_ step: RelayScript.Step, of relay: TestRelay) async -> Bool {
        await eventually {
            guard let record = relay.records.first else { return false }
            return switch step {
            case .recipient: record.commands.contains("RCPT TO:<ada@example.org>")
            case .message: record.message != nil
            default: true
            }
        }
    }
}
