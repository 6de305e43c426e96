// SPDX-License-Identifier: Apache-2.0

import IdentityModel
package import Outbox
package import WireFormats

extension OutboxKind {
    /// Text messages, several at once: the service is one receiver, and what it says of one touches no other.
    package static func messages(
        _ rendering: MessageRendering, by transport: MessageTransport, now: @escaping @Sendable () -> Timestamp
    ) -> OutboxKind {
        OutboxKind(
            .message, concurrency: 4, keepsDead: true,
            isWanted: { rendering.isWanted($0) },
            send: { await transport.send($0, as: rendering) },
            deadEvent: { item, reason in
                var event = AuditEvent(.messageDead, at: now())
                event.user = item.user
                event.details = [
                    "message": .string(rendering.kind(of: item)),
                    "attempts": .number(JSONNumber(Int64(item.attempts))), "reason": .string(reason),
                ]
                return event
            })
    }
}

extension MessageTransport {
    /// Renders an item and sends it.
    func send(_ item: OutboxItem, as rendering: MessageRendering) async -> OutboxKind.Outcome {
        do throws(MessageRendering.Failure) {
            return await send(try rendering.message(of: item))
        } catch {
            return .refused(reason: "\(error)")
        }
    }
}
