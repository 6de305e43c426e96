// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SQLiteStorage
import StorageConformance
import TestSupport

/// Runs transactions on a disk, cuts its power at random operations, and checks what is stored after each cut.
struct PowerLossTrial {
    private static let slots = 6

    let disk: SimulatedDisk
    private var settings: SQLiteSettings
    private var generator: SeededGenerator
    private var lastNumber = 0
    /// The accounts that must be stored, by slot.
    private var accounts = [TrialAccount](repeating: TrialAccount(), count: slots)
    /// The actions that were not acknowledged and may be stored.
    private var pending: [Int: TrialAction] = [:]
    /// Descriptions of missing, partial or damaged data.
    private(set) var losses: [String] = []
    /// The number of acknowledged transactions.
    private(set) var acknowledged = 0

    init(seed: UInt64, testStatements: [StaticString] = []) throws {
        generator = SeededGenerator(seed: seed)
        disk = try SimulatedDisk("power-loss-\(seed)-\(testStatements.map(\.description).joined())")
        settings = disk.settings
        settings.testStatements = testStatements
        settings.readers = 1
        // Only a few pages, so that checkpoints are frequent.
        settings.checkpointPages = 4
        settings.unusedPages = 2
    }

    /// Runs until the last cut, or until data was lost.
    mutating func run(cuts: Int) async throws {
        for _ in 0..<cuts where losses.isEmpty {
            try await work()
            let survival = SimulatedDisk.Survival.allCases.randomElement(using: &generator) ?? .none
            try disk.restart(survival, seed: generator.next())
            await check()
        }
    }

    /// Runs transactions until the power fails.
    private mutating func work() async throws {
        disk.cut(at: Int.random(in: 1...160, using: &generator))
        guard let storage = try? SQLiteStorage(settings) else {
            guard disk.hasLostPower else { throw DiskError(description: "the storage did not open") }
            return
        }
        while !disk.hasLostPower { try await workOnce(storage) }
        await storage.close()
    }

    private mutating func workOnce(_ storage: SQLiteStorage) async throws {
        let count = Int.random(in: 1...Self.slots, using: &generator)
        let actions = (0..<Self.slots).shuffled(using: &generator).prefix(count).map { makeAction(slot: $0) }
        let done = await withTaskGroup(of: (TrialAction, Bool).self) { group in
            for action in actions {
                group.addTask {
                    (action, (try? await storage.withTransaction { try action.perform(in: $0) }) != nil)
                }
            }
            return await group.reduce(into: []) { if $1.1 { $0.insert($1.0) } } as Set<TrialAction>
        }
        guard done.count == actions.count || disk.hasLostPower else {
            throw DiskError(description: "a transaction failed while there was power")
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

    private mutating func makeAction(slot: Int) -> TrialAction {
        lastNumber += 1
        // Small, or a few pages.
        let padding = Bool.random(using: &generator) ? 10 : Int.random(in: 0...9000, using: &generator)
        let kind: TrialAction.Kind = Int.random(in: 0..<4, using: &generator) == 0 ? .remove : .write
        return TrialAction(slot: slot, number: lastNumber, kind: kind, padding: padding)
    }

    /// Compares the stored accounts with those that must be stored.
    private mutating func check() async {
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
        losses += disk.integrityProblems()
    }

    private mutating func compare(_ slot: Int, in storage: SQLiteStorage) async throws {
        let found = try await storage.read { try TrialAccount.read(slot, in: $0) }
        let expected = accounts[slot]
        accounts[slot] = found
        let isFinished = pending[slot].map { found == expected.after($0) } ?? false
        if found != expected, !isFinished { losses.append("slot \(slot): expected \(expected), found \(found)") }
        // A consumed id stays consumed.
        guard let last = found.events.last else { return }
        do {
            try await storage.withTransaction {
                try $0.oneTime.consume(Samples.bytes(last, salt: 9), expiresAt: Samples.time(0))
            }
            losses.append("slot \(slot): \(last) could be consumed again")
        } catch StorageConflict.alreadyConsumed {
            return
        }
    }
}
