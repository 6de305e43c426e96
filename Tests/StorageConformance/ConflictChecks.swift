// SPDX-License-Identifier: Apache-2.0

import IdentityModel

extension StorageCheck {
    static let conflicts: [StorageCheck] = [
        StorageCheck("a body that ignores a conflict fails as a whole") { storage in
            try await storage.insert(Samples.user(1))
            try await expect(StorageConflict.alreadyExists) {
                try await storage.withTransaction { store in
                    try store.users.insert(Samples.user(2))
                    try? store.users.insert(Samples.user(1))
                    try store.users.insert(Samples.user(3))
                }
            }
            try await storage.expectUsers(1)
        },
        StorageCheck("a body that depends on whether a write succeeded fails as a whole") { storage in
            try await storage.insert(Samples.user(1))
            let bodies: [@Sendable (any StorageTransaction) throws -> Void] = [
                { store in
                    if (try? store.users.insert(Samples.user(1))) == nil { try store.users.insert(Samples.user(2)) }
                },
                { store in
                    do {
                        try store.users.insert(Samples.user(1))
                    } catch {
                        try store.users.insert(Samples.user(2))
                    }
                },
                { store in
                    let inserted: Void? = try? store.reporting(.alreadyExists, as: StorageConflict.alreadyExists) {
                        try store.users.insert(Samples.user(1))
                    }
                    if inserted == nil { try store.users.insert(Samples.user(2)) }
                },
            ]
            for body in bodies {
                try await expect(StorageConflict.alreadyExists) { try await storage.withTransaction(body) }
                try await storage.expectUsers(1)
            }
        },
        StorageCheck("the first conflict fails a body, whatever it throws afterwards") { storage in
            try await storage.insert(Samples.user(1))
            try await expect(StorageConflict.alreadyExists) {
                try await storage.withTransaction { store in
                    do {
                        try store.users.insert(Samples.user(1))
                    } catch {
                        throw CallerError()
                    }
                }
            }
            try await expect(StorageConflict.alreadyExists) {
                try await storage.withTransaction { store in
                    try? store.users.insert(Samples.user(1))
                    try store.users.remove(Samples.userID(9))
                }
            }
            try await storage.expectUsers(1)
        },
        StorageCheck("a conflict is reported as its part of the body says, and no other conflict is") { storage in
            try await storage.withTransaction { try $0.oneTime.consume([1], expiresAt: Samples.time(0)) }
            try await expect(CallerError()) {
                try await storage.withTransaction { store in
                    try store.reporting(.alreadyConsumed, as: CallerError()) {
                        try store.oneTime.consume([1], expiresAt: Samples.time(0))
                    }
                }
            }
            try await expect(StorageConflict.alreadyConsumed) {
                try await storage.withTransaction { store in
                    try store.reporting(.alreadyExists, as: CallerError()) {
                        try store.oneTime.consume([1], expiresAt: Samples.time(0))
                    }
                }
            }
            try await expect(StorageConflict.alreadyConsumed) {
                try await storage.withTransaction { store in
                    try store.reporting(.alreadyConsumed, as: CallerError()) {}
                    try store.oneTime.consume([1], expiresAt: Samples.time(0))
                }
            }
        },
        StorageCheck("a conflict is reported by the innermost part of the body that names it") { storage in
            try await storage.insert(Samples.user(1))
            try await expect(CallerError()) {
                try await storage.withTransaction { store in
                    try store.reporting(.alreadyExists, as: StorageConflict.notFound) {
                        try store.reporting(.alreadyExists, as: CallerError()) {
                            try store.reporting(.notFound, as: StorageConflict.notFound) {
                                try store.users.insert(Samples.user(1))
                            }
                        }
                    }
                }
            }
        },
        StorageCheck("a conflict that a body ignores is reported as its part of the body says") { storage in
            try await storage.insert(Samples.user(1))
            try await expect(CallerError()) {
                try await storage.withTransaction { store in
                    try store.reporting(.alreadyExists, as: CallerError()) { try? store.users.insert(Samples.user(1)) }
                }
            }
        },
        StorageCheck("a part of the body returns its value, and its own errors pass") { storage in
            let value = try await storage.withTransaction { try $0.reporting(.notFound, as: CallerError()) { 42 } }
            try expect(value, is: 42)
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction { store in
                    try store.reporting(.alreadyExists, as: CallerError()) { throw StorageConflict.notFound }
                }
            }
        },
        StorageCheck("a body that failed with a conflict leaves none to the next one") { storage in
            try await storage.insert(Samples.user(1))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 2..<20 {
                    group.addTask {
                        guard number.isMultiple(of: 3) else { return try await storage.insert(Samples.user(number)) }
                        try await expect(StorageConflict.alreadyExists) {
                            try await storage.withTransaction { try? $0.users.insert(Samples.user(1)) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await storage.read { try expect($0.users.count(), is: 13) }
        },
    ]
}

extension Storage {
    fileprivate func expectUsers(_ numbers: Int..., line: UInt = #line) async throws {
        let found = try await read { try $0.users.list(after: nil, limit: 10).map(\.id) }
        try expect(found, is: numbers.map(Samples.userID), line: line)
    }
}
