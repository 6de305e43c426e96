// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import HTTPEndpoints
import IdentityModel
import OpenIDProvider
import Outbox
import OutgoingTransfers
import WireFormats

/// Sends what the outbox has while the server runs.
@available(macOS 15, *)
final class OutgoingWork: Sendable {
    private let client: OutgoingHTTPClient
    private let mail: MailTransport?
    private let messages: MessageTransport?
    private let sender: OutboxSender

    init(_ services: Services, with settings: ServerSettings, log: Log, metrics: ServerMetrics?) {
        var options = OutgoingHTTPClient.Options(userAgent: "Thumbturn/\(Version.current)")
        options.allowsPlainHTTP = services.hosts.configuration.allowsPlainRequests
        client = OutgoingHTTPClient(options)
        let delivery = OutboxDelivery(storage: services.storage, now: services.now) { report in
            log.write(report)
            metrics?.count(report)
        }
        let logouts = LogoutDelivery(
            configuration: { services.hosts.configuration }, tokenIssuer: { try await services.tokenIssuer(of: $0) },
            now: services.now)
        var kinds = [OutboxKind.logouts(logouts, over: client)]
        mail = MailTransport(settings.mail)
        if let mail, let sender = settings.sender {
            let rendering = MailRendering(
                seal: services.mail, sender: sender, configuration: { services.hosts.configuration })
            kinds.append(.mail(rendering, by: mail, now: services.now))
        }
        messages = settings.messages.map { MessageTransport($0, now: services.now) }
        if let messages {
            kinds.append(.messages(MessageRendering(seal: services.messages), by: messages, now: services.now))
        }
        sender = OutboxSender(
            kinds, delivery: delivery, now: services.now,
            failed: { log.write(.outboxFailed, fields: ["reason": .string("\($0)")]) })
    }

    /// Runs until the task is canceled.
    func run() async {
        await sender.run()
        client.close()
        mail?.close()
        messages?.close()
    }
}

extension Log {
    fileprivate func write(_ report: OutboxDelivery.Report) {
        switch report {
        case .sent(let item): write(item.kind.events.sent, fields: item.logFields)
        case .failed(let item, let reason): write(item.kind.events.failed, fields: item.logFields(because: reason))
        case .abandoned(let item, let reason):
            write(item.kind.events.abandoned, fields: item.logFields(because: reason))
        case .expired(let item):
            var fields = item.logFields
            fields["kind"] = .string(item.kind.rawValue)
            if let reason = item.lastError { fields["reason"] = .string(reason) }
            write(.outboxExpired, fields: fields)
        }
    }
}

extension OutboxItem.Kind {
    fileprivate var events: (sent: LogEvent, failed: LogEvent, abandoned: LogEvent) {
        switch self {
        case .logout: (.logoutDelivered, .logoutNotDelivered, .logoutAbandoned)
        case .mail: (.mailSent, .mailNotSent, .mailAbandoned)
        case .message: (.messageSent, .messageNotSent, .messageAbandoned)
        }
    }
}

extension OutboxItem {
    /// Without the content: a URL's path or query may have a secret, and an address is a person's.
    fileprivate var logFields: JSONObject {
        var fields: JSONObject = ["item": .string(id.rawValue), "attempt": .number(JSONNumber(Int64(attempts)))]
        if let user { fields["user"] = .string(user.rawValue) }
        if let notice = LogoutNotice(self) {
            fields["client"] = .string(notice.client)
            fields["sid"] = .string(notice.session.rawValue)
            fields["receiver"] = .string(receiver)
        }
        return fields
    }

    fileprivate func logFields(because reason: String) -> JSONObject {
        var fields = logFields
        fields["reason"] = .string(reason)
        return fields
    }
}
