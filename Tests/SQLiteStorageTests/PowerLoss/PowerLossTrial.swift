// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SQLiteStorage
import StorageConformance
import TestSupport

/// Works on a disk, cuts its power somewhere, looks at what is left, and goes on from there.
struct PowerLossTrial {
    private static let slots = 6

    let disk: Disk
    private var settings: SQLiteSettings
    private var generator: SeededGenerator
    private var lastNumber = 0
    /// What must be there, by slot.
    private var accounts = [Account](repeating: Account(), count: slots)
    /// What may be there as well: nobody was told that it is done.
    private var pending: [Int: Action] = [:]
    /// What was found to be missing, halved or damaged.
    private(set) var losses: [String] = []
    /// How many transactions were acknowledged.
    private(set) var acknowledged = 0

    init(seed: UInt64, testStatements: [StaticString] = []) throws {
        generator = SeededGenerator(seed: seed)
        disk = try Disk("power-loss-\(seed)-\(testStatements.map(\.description).joined())")
        settings = disk.settings
        settings.testStatements = testStatements
        settings.readers = 1
        // A few pages, so that the log is moved into the database all the time.
        settings.checkpointPages = 4
        settings.unusedPages = 2
    }

    /// Ends early when something was lost: what comes after has no meaning.
    mutating func run(cuts: Int) async throws {
        for _ in 0..<cuts where losses.isEmpty {
            try await work()
            let survival = Disk.Survival.allCases.randomElement(using: &generator) ?? .none
            try disk.restart(survival, seed: generator.next())
            await look()
        }
    }

    /// Works until the power fails.
    private mutating func work() async throws {
        disk.cut(at: Int.random(in: 1...160, using: &generator))
        guard let storage = try? SQLiteStorage(settings) else {
            guard disk.isDead else { throw DiskFault(description: "the storage did not open") }
            return
        }
        while !disk.isDead { try await workOnce(storage) }
        await storage.close()
    }

    private mutating func workOnce(_ storage: SQLiteStorage) async throws {
        let count = Int.random(in: 1...Self.slots, using: &generator)
        let actions = (0..<Self.slots).shuffled(using: &generator).prefix(count).map { makeAction(slot: $0) }
        let done = await withTaskGroup(of: (Action, Bool).self) { group in
            for action in actions {
                group.addTask {
                    (action, (try? await storage.withTransaction { try action.perform(in: $0) }) != nil)
                }
            }
            return await group.reduce(into: []) { if $1.1 { $0.insert($1.0) } } as Set<Action>
        }
        guard done.count == actions.count || disk.isDead else {
            throw DiskFault(description: "a transaction failed while there was power")
        }
        for action in actions {
            if done.contains(action) {
                accounts[action.slot] = accounts[action.slot].after(action)
                acknowledged += 1
            } else {
                pending[action.slot] = action
            }
        }
    }

    private mutating func makeAction(slot: Int) -> Action {
        lastNumber += 1
        // Some are small, some fill a few pages.
        let padding = Bool.random(using: &generator) ? 10 : Int.random(in: 0...9000, using: &generator)
        let kind: Action.Kind = Int.random(in: 0..<4, using: &generator) == 0 ? .remove : .write
        return Action(slot: slot, number: lastNumber, kind: kind, padding: padding)
    }

    /// Compares what there is with what there must be.
    private mutating func look() async {
        do {
            let storage = try SQLiteStorage(settings)
            do {
                for slot in 0..<Self.slots { try await compare(slot, in: storage) }
            } catch {
                losses.append("\(error)")
            }
            pending = [:]
            await storage.close()
        } catch {
            losses.append("\(error)")
        }
        losses += disk.complaints()
    }

    private mutating func compare(_ slot: Int, in storage: SQLiteStorage) async throws {
        let found = try await storage.read { try Account.read(slot, in: $0) }
        let expected = accounts[slot]
        accounts[slot] = found
        let isFinished = pending[slot].map { found == expected.after($0) } ?? false
        if found != expected, !isFinished { losses.append("slot \(slot): expected \(expected), found \(found)") }
        // What was taken stays taken.
        guard let last = found.events.last else { return }
        do {
            try await storage.withTransaction {
                try $0.oneTime.consume(Samples.bytes(last, salt: 9), expiresAt: Samples.time(0))
            }
            losses.append("slot \(slot): \(last) could be taken again")
        } catch StorageConflict.alreadyConsumed {
            return
        }
    }
}
