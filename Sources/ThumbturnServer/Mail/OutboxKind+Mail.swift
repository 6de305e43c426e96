// SPDX-License-Identifier: Apache-2.0

import IdentityModel
package import Outbox
package import WireFormats

extension OutboxKind {
    /// Mail, several at once: the relay is one receiver, and what one recipient's server says touches no other mail.
    package static func mail(
        _ rendering: MailRendering, by transport: MailTransport, now: @escaping @Sendable () -> Timestamp
    ) -> OutboxKind {
        OutboxKind(
            .mail, concurrency: 4, keepsDead: true,
            isWanted: { rendering.isWanted($0) },
            send: { await transport.send($0, as: rendering) },
            sentEvent: { item in
                guard rendering.kind(of: item) == "password-reset" else { return nil }
                return AuditEvent(.passwordResetRequested, about: item, at: now())
            },
            deadEvent: { item, reason in
                var event = AuditEvent(.mailDead, about: item, at: now())
                event.details = [
                    "mail": .string(rendering.kind(of: item)), "attempts": .number(JSONNumber(Int64(item.attempts))),
                    "reason": .string(reason),
                ]
                return event
            })
    }
}

extension MailTransport {
    /// Renders an item and sends it.
    func send(_ item: OutboxItem, as rendering: MailRendering) async -> OutboxKind.Outcome {
        do throws(MailRendering.Failure) {
            return await send(try rendering.message(of: item), named: item.id.rawValue)
        } catch {
            return .refused(reason: "\(error)")
        }
    }
}

extension AuditEvent {
    fileprivate init(_ kind: Kind, about item: OutboxItem, at time: Timestamp) {
        self.init(kind, at: time)
        user = item.user
    }
}
