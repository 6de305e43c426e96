// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import StorageConformance
import WireFormats

/// A transaction of the trial. It changes the account of a slot in several tables.
struct TrialAction: Hashable, Sendable {
    enum Kind: CaseIterable {
        case write
        case remove
    }

    let slot: Int
    /// Unique and increasing.
    let number: Int
    let kind: Kind
    /// The size of additional data in bytes.
    let padding: Int

    var user: UserID { Samples.userID(slot) }

    func perform(in store: any StorageTransaction) throws {
        try store.oneTime.consume(Samples.bytes(number, salt: 9), expiresAt: Samples.time(0))
        var event = Samples.event(number, user: user)
        event.details = ["padding": .string(String(repeating: "p", count: padding))]
        try store.events.insert(event)
        try store.outbox.insert(
            OutboxItem(
                .mail, to: Self.receiver(slot), content: [1], at: Samples.time(0),
                id: OutboxItem.ID(rawValue: "\(number)")))
        let stored = try store.users.find(user)
        switch (kind, stored) {
        case (.remove, _?): try store.users.remove(user)
        case (.remove, nil): return
        case (.write, nil): try insert(in: store)
        case (.write, let stored?):
            try store.users.apply(.metadata(metadata), to: stored.id, at: Samples.time(0))
            guard let passkey = try store.passkeys.find(Samples.passkeyID(slot)) else { throw StorageConflict.notFound }
            try store.passkeys.record(Samples.use(of: passkey, to: UInt32(number)), of: passkey.id)
        }
    }

    static func receiver(_ slot: Int) -> String { "slot \(slot)" }

    private func insert(in store: any StorageTransaction) throws {
        var created = try Samples.user(slot)
        created.metadata = metadata
        try store.users.insert(created)
        var passkey = Samples.passkey(slot, of: created)
        passkey.signCount = UInt32(number)
        try store.passkeys.insert(passkey)
    }

    private var metadata: JSONObject {
        ["number": .number(JSONNumber(Int64(number))), "padding": .string(String(repeating: "m", count: padding))]
    }
}

/// The stored account of a slot.
struct TrialAccount: Hashable, Sendable {
    /// The numbers of the actions that have stored an event, oldest first.
    var events: [Int] = []
    /// The number in the user and its passkey, if the user exists.
    var number: Int?

    func after(_ action: TrialAction) -> TrialAccount {
        TrialAccount(events: events + [action.number], number: action.kind == .write ? action.number : nil)
    }

    static func read(_ slot: Int, in stored: any StorageSnapshot) throws -> TrialAccount {
        let user = try stored.users.find(Samples.userID(slot))
        let passkey = try stored.passkeys.find(Samples.passkeyID(slot))
        let number = user?.metadata["number"]?.intValue
        guard number == passkey.map({ Int($0.signCount) }) else {
            throw DiskError(description: "half a transaction: user \(String(describing: number)), another passkey")
        }
        let events = try stored.events.list(user: Samples.userID(slot), limit: .max)
        let numbers = events.reversed().compactMap { $0.reference.flatMap { Int($0) } }
        let items = try stored.outbox.list(.mail, limit: .max).filter { $0.receiver == TrialAction.receiver(slot) }
        guard items.compactMap({ Int($0.id.rawValue) }).sorted() == numbers.sorted() else {
            throw DiskError(description: "half a transaction: events \(numbers), items \(items.map(\.id.rawValue))")
        }
        return TrialAccount(events: numbers, number: number)
    }
}
