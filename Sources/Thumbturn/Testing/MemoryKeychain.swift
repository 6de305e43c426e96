// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The keychain of a client in memory.
final class MemoryKeychain: Hashable, @unchecked Sendable {
    private struct Item {
        var bytes: [UInt8]
        var label: String?
    }

    private let lock = NSLock()
    private var items: [String: Item] = [:]

    static func == (left: MemoryKeychain, right: MemoryKeychain) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    func read(_ name: String) -> [UInt8]? { lock.withLock { items[name]?.bytes } }

    func add(_ bytes: [UInt8], as name: String, label: String? = nil) -> Bool {
        lock.withLock {
            guard items[name] == nil else { return false }
            items[name] = Item(bytes: bytes, label: label)
            return true
        }
    }

    /// Changes an item, if there is one, and only the one with a label if that is given.
    func update(_ bytes: [UInt8], of name: String, label: String? = nil, replacing old: String? = nil) -> Bool {
        lock.withLock {
            guard let item = items[name], old == nil || item.label == old else { return false }
            items[name] = Item(bytes: bytes, label: label)
            return true
        }
    }

    func remove(_ name: String, label: String? = nil) {
        lock.withLock {
            if label == nil || items[name]?.label == label { items[name] = nil }
        }
    }
}
