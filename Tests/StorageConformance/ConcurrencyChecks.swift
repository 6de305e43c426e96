// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let concurrency: [StorageCheck] = [
        StorageCheck("of many concurrent attempts to consume one id exactly one succeeds") { storage in
            for round in 0..<20 {
                let outcomes = await race(64) { _ in
                    try await storage.withTransaction {
                        try $0.oneTime.consume([UInt8(round)], expiresAt: Samples.time(0))
                    }
                }
                try expect(outcomes.wins, is: 1)
                try expect(outcomes.conflicts, is: [.alreadyConsumed: 63])
            }
        },
        StorageCheck("of many concurrent uses from the same counter exactly one succeeds") { storage in
            let passkey = try await storage.insertPasskey()
            for round in 0..<20 as Range<UInt32> {
                let outcomes = await race(64) { _ in
                    var current = passkey
                    current.signCount = round
                    let use = Samples.use(of: current, to: round + 1)
                    try await storage.withTransaction { try $0.passkeys.record(use, of: passkey.id) }
                }
                try expect(outcomes.wins, is: 1)
                try expect(outcomes.conflicts, is: [.modifiedConcurrently: 63])
            }
            try await storage.read { try expect($0.passkeys.find(passkey.id)?.signCount, is: 20) }
        },
        StorageCheck("of many concurrent users with the same identifier exactly one is inserted") { storage in
            let outcomes = await race(64) { number in
                var user = try Samples.user(number)
                user.identifiers = [Samples.email("one@example.org")]
                try await storage.insert(user)
            }
            try expect(outcomes.wins, is: 1)
            try expect(outcomes.conflicts, is: [.alreadyExists: 63])
            try await storage.read { try expect($0.users.list(after: nil, limit: 99).count, is: 1) }
        },
        StorageCheck("of many concurrent uses of one refresh token exactly one succeeds") { storage in
            let user = try Samples.user(1)
            try await storage.insert(user)
            let token = Samples.token(1000, of: user.id)
            try await storage.withTransaction { try $0.refreshTokens.insert(token) }
            let outcomes = await race(64) { number in
                try await storage.withTransaction { store in
                    try store.refreshTokens.insert(Samples.token(number, of: user.id, family: 1000))
                    try store.refreshTokens.markUsed(token.hash, replacedBy: Samples.successor(number))
                }
            }
            try expect(outcomes.wins, is: 1)
            try await storage.read { stored in
                try expect(
                    stored.refreshTokens.list(of: user.id).map(\.hash),
                    is: [
                        stored.refreshTokens.find(token.hash)?.successor?.hash ?? []
                    ])
            }
        },
        StorageCheck("a body that throws changes nothing, and concurrent ones are kept") { storage in
            let outcomes = await race(200) { number in
                try await storage.withTransaction { store in
                    try store.users.insert(Samples.user(number))
                    try store.events.insert(Samples.event(number, user: Samples.userID(number)))
                    if number % 3 == 0 { throw StorageConflict.modifiedConcurrently }
                    if number % 3 == 1 { try store.passkeys.remove(Samples.passkeyID(number)) }
                }
            }
            try expect(outcomes.wins, is: 66)
            try expect(outcomes.conflicts, is: [.modifiedConcurrently: 67, .notFound: 67])
            try await storage.read { stored in
                for number in 0..<200 {
                    let id = Samples.userID(number)
                    try expect(stored.users.find(id) != nil, is: number % 3 == 2)
                    try expect(stored.events.list(user: id, limit: 9).count, is: number % 3 == 2 ? 1 : 0)
                }
            }
        },
        StorageCheck("transactions are serialized, and no update is lost") { storage in
            try await storage.insert(Samples.user(1))
            let outcomes = await race(200) { _ in
                try await storage.withTransaction { store in
                    guard let user = try store.users.find(Samples.userID(1)) else { throw CallerError() }
                    let metadata: JSONObject = ["n": .string((user.metadata["n"]?.stringValue ?? "") + "x")]
                    try store.users.apply(.metadata(metadata), to: user.id, at: Samples.time(1))
                }
            }
            try expect(outcomes.wins, is: 200)
            try await storage.read { stored in
                try expect(stored.users.find(Samples.userID(1))?.metadata["n"]?.stringValue?.count, is: 200)
            }
        },
        StorageCheck("a read sees one committed state throughout") { storage in
            let passkey = try await storage.insertPasskey()
            let outcomes = await race(300) { number in
                guard number % 2 == 0 else {
                    return try await storage.read { stored in
                        let count = try stored.passkeys.find(passkey.id)?.signCount
                        let events = try stored.events.list(user: nil, limit: 999).count
                        try expect(count.map(Int.init), is: events)
                        try expect(stored.passkeys.find(passkey.id)?.signCount, is: count)
                    }
                }
                try await storage.withTransaction { store in
                    guard let found = try store.passkeys.find(passkey.id) else { throw CallerError() }
                    try store.passkeys.record(Samples.use(of: found, to: found.signCount + 1), of: found.id)
                    try store.events.insert(Samples.event(number))
                    // Every third is rolled back after it has written.
                    if number % 3 == 0 { throw StorageConflict.modifiedConcurrently }
                }
            }
            try expect(outcomes.wins, is: 250)
            try expect(outcomes.conflicts, is: [.modifiedConcurrently: 50])
        },
        StorageCheck("a canceled caller's transaction is stored completely or not at all") { storage in
            try await storage.insert(Samples.user(0))
            let tasks = (1...100).map { number in
                Task {
                    try await storage.withTransaction { store in
                        try store.users.insert(Samples.user(number))
                        guard let user = try store.users.find(Samples.userID(0)) else { throw CallerError() }
                        let metadata: JSONObject = ["n": .string((user.metadata["n"]?.stringValue ?? "") + "x")]
                        try store.users.apply(.metadata(metadata), to: user.id, at: Samples.time(1))
                    }
                }
            }
            for task in tasks { task.cancel() }
            var stored: Set<UserID> = [Samples.userID(0)]
            for (task, number) in zip(tasks, 1...100) {
                // A canceled caller's transaction may be stored or not, but its result says which.
                if case .success = await task.result { stored.insert(Samples.userID(number)) }
            }
            let expected = stored
            try await storage.read { store in
                try expect(Set(store.users.list(after: nil, limit: 999).map(\.id)), is: expected)
                let text = try store.users.find(Samples.userID(0))?.metadata["n"]?.stringValue ?? ""
                try expect(text.count, is: expected.count - 1)
            }
        },
    ]
}

/// The results of concurrent calls.
struct RaceOutcomes {
    var wins = 0
    var conflicts: [StorageConflict: Int] = [:]
}

/// Runs concurrent calls, and counts those that succeed and those that end in a conflict.
func race(_ count: Int, work: @escaping @Sendable (Int) async throws -> Void) async -> RaceOutcomes {
    await withTaskGroup(of: Result<Void, any Error>.self) { group in
        for number in 0..<count {
            group.addTask {
                do {
                    return .success(try await work(number))
                } catch {
                    return .failure(error)
                }
            }
        }
        var outcomes = RaceOutcomes()
        for await result in group {
            switch result {
            case .success: outcomes.wins += 1
            case .failure(let conflict as StorageConflict): outcomes.conflicts[conflict, default: 0] += 1
            case .failure: continue
            }
        }
        return outcomes
    }
}
