// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import OpenIDProvider
import Outbox
import SignIn
import WireFormats

/// `thumbturn mail`.
enum MailCommand {
    static let command = Command(
        name: "mail", summary: "tries the mail server out, lists mail that waits, and sends it again",
        description: """
            Shows what the server has to send, and whether it can. A mail is stored with what causes it, and sent by a running
            server: again and again for a day if the mail server is down. What is refused for good, or is a day old, stays for 30
            days until it is sent again.
            """,
        examples: ["thumbturn mail test you@example.com", "thumbturn mail list", "thumbturn mail retry"],
        subcommands: [test, outbox.list, outbox.retry])

    private static let outbox = OutboxCommands<MailOrder>(
        name: "mail", thing: "mail", things: "mails", purpose: .outgoingMail)

    private static let sending = ServerSettings.options(
        "url", "data", "database", "mail", "mail-from", "mail-password-file", "mail-token-file")

    private static let test = Command(
        name: "mail test", summary: "sends a mail, and says what the mail server answers", operands: "ADDRESS",
        description: """
            Sends a mail to ADDRESS at once, with the settings of the server, which need not run. It prints what the mail server
            answered, or why nothing could be sent.

            \(outbox.exitStatus)
            """,
        options: sending, examples: ["thumbturn mail test you@example.com"]
    ) { arguments, console throws(CommandFailure) in
        guard arguments.operands.count == 1, let text = arguments.operands.first else {
            throw .malformed("mail test takes one ADDRESS. See thumbturn help mail test.")
        }
        let settings = try ServerSettings.read(
            for: arguments,
            [
                "url", "data", "database", "master-key", "mail", "mail-from", "mail-password", "mail-password-file",
                "mail-token-file",
            ])
        do throws(MailAddressRejection) {
            _ = try MailAddress(text)
        } catch {
            throw .malformed("\(error)")
        }
        guard let transport = MailTransport(settings.mail), let sender = settings.sender else {
            throw .failed("No mail server is set. Give --mail, as the server has it, such as smtps://USER@HOST.")
        }
        defer { transport.close() }
        let outcome = try await outbox.attempt(with: settings) { settings, configuration in
            MailOrder(.test, to: text, at: settings.url.host, in: configuration.tenant.enabledLocales)
        } sending: { item, seal, configuration in
            let rendering = MailRendering(seal: seal, sender: sender, configuration: { configuration })
            return await transport.send(item, as: rendering)
        }
        return try outbox.report(
            outcome, sent: "The mail server took the mail to \(TerminalText.safe(text)). Look whether it arrives.",
            on: console)
    }
}
