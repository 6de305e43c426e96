// SPDX-License-Identifier: Apache-2.0

import IdentityModel

extension StorageCheck {
    static let oneTime: [StorageCheck] = [
        StorageCheck("an id is consumed once") { storage in
            try await storage.withTransaction { try $0.oneTime.consume([1, 2], expiresAt: Samples.time(5)) }
            for expiry in [5, 6] {
                try await expect(StorageConflict.alreadyConsumed) {
                    try await storage.withTransaction {
                        try $0.oneTime.consume([1, 2], expiresAt: Samples.time(Int64(expiry)))
                    }
                }
            }
            try await storage.withTransaction { store in
                try store.oneTime.consume([1], expiresAt: Samples.time(5))
                try store.oneTime.consume([1, 2, 0], expiresAt: Samples.time(5))
            }
            try await expect(StorageConflict.alreadyConsumed) {
                try await storage.withTransaction { store in
                    for _ in 0..<2 { try store.oneTime.consume([2], expiresAt: Samples.time(5)) }
                }
            }
        },
        StorageCheck("only consumed ids are known as consumed") { storage in
            try await storage.withTransaction { store in
                try store.oneTime.consume([1, 2], expiresAt: Samples.time(5))
                try expect(try store.oneTime.isConsumed([1, 2]), is: true)
            }
            let (consumed, other) = try await storage.read {
                (try $0.oneTime.isConsumed([1, 2]), try $0.oneTime.isConsumed([1]))
            }
            try expect(consumed, is: true)
            try expect(other, is: false)
        },
        StorageCheck("expired ids are removed, no more at once than the limit") { storage in
            try await storage.withTransaction { store in
                for number in 0..<10 {
                    try store.oneTime.consume(Samples.bytes(number), expiresAt: Samples.time(Int64(number)))
                }
            }
            for removed in [2, 2, 1, 0] {
                let count = try await storage.withTransaction {
                    try $0.oneTime.removeExpired(before: Samples.time(5), limit: 2)
                }
                try expect(count, is: removed)
            }
            try await storage.withTransaction { store in
                for number in 0..<5 { try store.oneTime.consume(Samples.bytes(number), expiresAt: Samples.time(0)) }
            }
            for number in 5..<10 {
                try await expect(StorageConflict.alreadyConsumed) {
                    try await storage.withTransaction {
                        try $0.oneTime.consume(Samples.bytes(number), expiresAt: Samples.time(0))
                    }
                }
            }
        },
    ]
}
