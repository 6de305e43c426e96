// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// `thumbturn messages`.
enum MessagesCommand {
    static let command = Command(
        name: "messages", summary: "tries the service for text messages out, lists what waits, and sends it again",
        description: """
            Shows what text messages the server has to send, and whether it can. A running server posts them to the service that
            --messages names: again and again for a day if the service is down. What it refuses for good, or is a day old, stays for
            30 days until it is sent again.
            """,
        examples: ["thumbturn messages test +4915112345678", "thumbturn messages list", "thumbturn messages retry"],
        subcommands: [test, outbox.list, outbox.retry])

    private static let outbox = OutboxCommands<MessageOrder>(
        name: "messages", thing: "text message", things: "text messages", purpose: .outgoingMessages)

    private static let test = Command(
        name: "messages test", summary: "sends a text message, and says what the service answers",
        operands: "NUMBER",
        description: """
            Sends a text message to NUMBER at once, with the settings of the server, which need not run. It prints what the service
            answered, or why nothing could be sent.

            \(outbox.exitStatus)
            """,
        options: ServerSettings.options(
            "url", "data", "database", "messages", "messages-allow-private", "messages-key-file"),
        examples: ["thumbturn messages test +4915112345678"]
    ) { arguments, console throws(CommandFailure) in
        guard arguments.operands.count == 1, let number = arguments.operands.first else {
            throw .malformed("messages test takes one NUMBER. See thumbturn help messages test.")
        }
        let settings = try ServerSettings.read(
            for: arguments,
            [
                "url", "data", "database", "master-key", "messages", "messages-allow-private", "messages-key",
                "messages-key-file",
            ])
        guard (try? IdentifierReading.read(number, as: .phoneNumber)) != nil else {
            throw .malformed("The number has another form than +4915112345678: a plus sign and 7 to 15 digits.")
        }
        guard let service = settings.messages else {
            throw .failed(
                "No service for text messages is set. Give --messages and THUMBTURN_MESSAGES_KEY, as the server has them."
            )
        }
        let transport = MessageTransport(service, now: { .now() })
        defer { transport.close() }
        let outcome = try await outbox.attempt(with: settings) { settings, configuration in
            MessageOrder(.test, to: number, at: settings.url.host, in: configuration.tenant.enabledLocales)
        } sending: { item, seal, _ in
            await transport.send(item, as: MessageRendering(seal: seal))
        }
        return try outbox.report(
            outcome, sent: "The service took the text message to \(number). Look whether it arrives.", on: console)
    }
}
