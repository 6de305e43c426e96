// SPDX-License-Identifier: Apache-2.0

package import Outbox
package import OutgoingTransfers

/// The way that mail takes.
package enum MailTransport: Sendable {
    case relay(OutgoingMailClient)
    case folder(MailFolder)

    /// `nil` if mail is off.
    package init?(_ destination: MailDestination) {
        switch destination {
        case .off: return nil
        case .folder(let path): self = .folder(MailFolder(path: path))
        case .relay(let relay): self = .relay(OutgoingMailClient(relay))
        }
    }

    package func send(_ message: MailMessage, named id: String) async -> OutboxKind.Outcome {
        switch self {
        case .folder(let folder):
            do {
                try folder.write(message, named: id)
                return .accepted
            } catch {
                return .unreachable(reason: "\(error)")
            }
        case .relay(let client):
            guard let sender = EnvelopeAddress(message.from.address.text),
                let recipient = EnvelopeAddress(message.to.text)
            else { return .refused(reason: "An address can't be used in an envelope.") }
            do {
                return Self.outcome(
                    of: await client.send(try OutgoingMail(from: sender, to: recipient, message: message.bytes)))
            } catch {
                return .refused(reason: "The message can't be sent: \(error).")
            }
        }
    }

    package func close() {
        if case .relay(let client) = self { client.close() }
    }

    private static func outcome(of result: MailOutcome) -> OutboxKind.Outcome {
        switch result {
        case .accepted: .accepted
        case .recipientRefused(let status, let text): .refused(reason: "The address was refused: \(status) \(text)")
        case .messageRefused(let status, let text): .refused(reason: "The mail was refused: \(status) \(text)")
        // Until an operator has acted, no other mail gets through either, and all of it waits.
        case .relayRefused(let status, let text):
            .unreachable(reason: "The mail server refuses this server: \(status) \(text)")
        case .deferred(let status, let text): .failed(reason: "The mail server asks to wait: \(status) \(text)")
        case .unreachable(.canceled), .unreachable(.closed): .interrupted
        case .unreachable(let error): .unreachable(reason: "The mail server can't be reached: \(error).")
        }
    }
}
