// SPDX-License-Identifier: Apache-2.0

import IdentityModel

extension StorageCheck {
    static let transactions: [StorageCheck] = [
        StorageCheck("a transaction returns what its body returns") { storage in
            try expect(try await storage.withTransaction { _ in 42 }, is: 42)
            try expect(try await storage.read { _ in "42" }, is: "42")
        },
        StorageCheck("a body that throws changes nothing, whatever it throws and wherever it has written") { storage in
            try await storage.insert(Samples.user(1))
            try await expect(CallerError()) {
                try await storage.withTransaction { store in
                    try store.oneTime.consume([1], expiresAt: Samples.time(0))
                    try store.users.insert(Samples.user(2))
                    try store.passkeys.insert(Samples.passkey(2, of: Samples.user(2)))
                    try store.events.insert(Samples.event(2))
                    try store.users.remove(Samples.userID(1))
                    throw CallerError()
                }
            }
            try await storage.read { stored in
                try expect(stored.users.list(after: nil, limit: 10), is: [Samples.user(1)])
                try expect(stored.passkeys.find(Samples.passkeyID(2)), is: nil)
                try expect(stored.events.list(user: nil, limit: 10), is: [])
            }
            try await storage.withTransaction { try $0.oneTime.consume([1], expiresAt: Samples.time(0)) }
        },
        StorageCheck("a body sees its own changes and all earlier ones") { storage in
            try await storage.insert(Samples.user(1))
            try await storage.withTransaction { store in
                try expect(store.users.find(Samples.userID(1)), is: Samples.user(1))
                try store.users.insert(Samples.user(2))
                try expect(store.users.list(after: nil, limit: 10).count, is: 2)
                try store.users.remove(Samples.userID(1))
                try expect(store.users.find(Samples.userID(1)), is: nil)
            }
        },
        StorageCheck("a read after a transaction sees its changes") { storage in
            for number in 0..<50 {
                try await storage.insert(Samples.user(number))
                let found = try await storage.read { try $0.users.find(Samples.userID(number)) }
                try expect(found != nil, is: true)
            }
        },
        StorageCheck("an open storage is writable, and checking it changes nothing") { storage in
            try await storage.checkWritable()
            try await storage.insert(Samples.user(1))
            try await storage.checkWritable()
            try await storage.read { try expect($0.users.list(after: nil, limit: 10), is: [Samples.user(1)]) }
        },
        StorageCheck("a closed storage is unavailable and may be closed again") { storage in
            await storage.close()
            await storage.close()
            for work: @Sendable () async throws -> Void in [
                { try await storage.withTransaction { _ in } }, { try await storage.read { _ in } },
                { try await storage.checkWritable() },
            ] {
                do {
                    try await work()
                } catch StorageError.unavailable {
                    continue
                }
                throw StorageCheckFailure("a closed storage still worked", file: #fileID, line: #line)
            }
        },
    ]
}

/// An error that the storage does not know.
struct CallerError: Error, Equatable {}
