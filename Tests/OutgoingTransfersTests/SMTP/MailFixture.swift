// SPDX-License-Identifier: Apache-2.0

import OutgoingTransfers
import ServerHarness
import TestSupport
import Testing

/// A client for a test relay, and a mail.
enum MailFixture {
    static let user = MailRelay.User("mailer", .password("correct horse"))

    static func mail(_ message: String = "Subject: Hello\r\n\r\nHello.\r\n") throws -> OutgoingMail {
        try mail(Array(message.utf8))
    }

    static func mail(_ message: [UInt8]) throws -> OutgoingMail {
        try OutgoingMail(
            from: #require(EnvelopeAddress("no-reply@example.com")), to: #require(EnvelopeAddress("ada@example.org")),
            message: message)
    }

    /// The settings for a relay, with limits that no test reaches on a busy machine.
    static func settings(
        port: UInt16, security: MailRelay.Security = .plainAtLoopback, host: String = "127.0.0.1",
        _ change: (inout MailRelay) -> Void = { _ in }
    ) -> MailRelay {
        var settings = MailRelay(host: host, security: security, port: port)
        settings.ownName = "login.example.com"
        (settings.connectTimeout, settings.timeout) = (120_000, 120_000)
        change(&settings)
        return settings
    }

    static func send(_ mail: OutgoingMail? = nil, to settings: MailRelay) async throws -> MailOutcome {
        let client = OutgoingMailClient(settings)
        defer { client.close() }
        return await client.send(try mail ?? Self.mail())
    }

    /// Sends a mail to a relay with a script. Returns its outcome and what the relay has received.
    static func exchange(
        _ mail: OutgoingMail? = nil, with script: RelayScript, security: MailRelay.Security = .plainAtLoopback,
        host: String = "127.0.0.1", _ change: (inout MailRelay) -> Void = { _ in }
    ) async throws -> (outcome: MailOutcome, record: TestRelay.Record) {
        try await TestRelay.running(script) { relay in
            let outcome = try await send(
                mail, to: settings(port: relay.port, security: security, host: host, change))
            return (outcome, try #require(relay.record()))
        }
    }
}
