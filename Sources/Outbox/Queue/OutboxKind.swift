// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// How the items of a kind are rendered and sent. The program makes one for each kind.
package struct OutboxKind: Sendable {
    /// The outcome of an attempt.
    package enum Outcome: Hashable, Sendable {
        case accepted
        /// Another attempt may succeed.
        case failed(reason: String)
        /// No attempt can succeed.
        case refused(reason: String)
        /// The receiver is down, for this item and for others.
        case unreachable(reason: String)
        /// The server is stopping.
        case interrupted
    }

    package let kind: OutboxItem.Kind
    /// The most attempts at one receiver at once.
    package let concurrency: Int
    /// Whether items that were given up are kept, so that an operator can have them sent again.
    package let keepsDead: Bool
    /// Whether somebody still wants the item. It is dropped otherwise.
    package let isWanted: @Sendable (OutboxItem) -> Bool
    /// Renders an item and sends it.
    package let send: @Sendable (OutboxItem) async throws -> Outcome
    /// The event that records that an item was sent, if any does.
    package let sentEvent: @Sendable (OutboxItem) -> AuditEvent?
    /// The event that records that an item was given up.
    package let deadEvent: @Sendable (_ item: OutboxItem, _ reason: String) -> AuditEvent?

    package init(
        _ kind: OutboxItem.Kind, concurrency: Int, keepsDead: Bool,
        isWanted: @escaping @Sendable (OutboxItem) -> Bool,
        send: @escaping @Sendable (OutboxItem) async throws -> Outcome,
        sentEvent: @escaping @Sendable (OutboxItem) -> AuditEvent? = { _ in nil },
        deadEvent: @escaping @Sendable (_ item: OutboxItem, _ reason: String) -> AuditEvent?
    ) {
        self.kind = kind
        self.concurrency = concurrency
        self.keepsDead = keepsDead
        self.isWanted = isWanted
        self.send = send
        self.sentEvent = sentEvent
        self.deadEvent = deadEvent
    }
}
