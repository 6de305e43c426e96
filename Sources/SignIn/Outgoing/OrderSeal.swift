// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import IdentityModel
package import WireFormats

/// Something that somebody is to get: what the outbox keeps of it, sealed, because it has an address and often a secret.
package protocol OutgoingOrder: Hashable, Sendable {
    static var kind: OutboxItem.Kind { get }
    /// What attempts are limited by: everything of a kind takes the same way.
    static var receiver: String { get }
    /// What is authenticated besides, so that nothing else is ever opened as an order of this kind.
    static var context: String { get }

    /// The address or number that it is sent to; empty if nothing is sent.
    var recipient: String { get }
    /// Whether anything is sent. Otherwise the row stands for an account that doesn't exist, so that a stranger can't
    /// tell.
    var isSent: Bool { get }
    var json: JSONObject { get }

    init?(_ json: JSONObject)
}

/// Makes items of the outbox from orders, and orders from items.
package struct OrderSeal<Order: OutgoingOrder>: Sendable {
    /// What is never sent waits for no receiver.
    private static var nobody: String { "" }

    private let key: AEADKey

    package init(key: AEADKey) {
        self.key = key
    }

    /// - Parameter expiresAt: When the content is worth nothing any longer.
    package func item(
        _ order: Order, about user: UserID?, at time: Timestamp, until expiresAt: Timestamp? = nil
    ) -> OutboxItem {
        let id = OutboxItem.ID.random(at: time)
        let sealed = key.seal(JSONValue.object(order.json).serialized(), authenticating: Self.context(of: id))
        return OutboxItem(
            Order.kind, to: order.isSent ? Order.receiver : Self.nobody, about: user, content: sealed, at: time,
            until: expiresAt, id: id)
    }

    /// Returns `nil` if the item is of another kind, or was sealed with another master key.
    package func open(_ item: OutboxItem) -> Order? {
        guard item.kind == Order.kind,
            let bytes = key.open(item.content, authenticating: Self.context(of: item.id)),
            let json = (try? JSONReader.read(bytes))?.objectValue
        else { return nil }
        return Order(json)
    }

    private static func context(of id: OutboxItem.ID) -> [UInt8] { [UInt8]((Order.context + id.rawValue).utf8) }
}
