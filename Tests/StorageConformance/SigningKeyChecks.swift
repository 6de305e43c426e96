// SPDX-License-Identifier: Apache-2.0

import IdentityModel

extension StorageCheck {
    static let signingKeys: [StorageCheck] = [
        StorageCheck("signing keys are read as they were stored, a host's oldest first") { storage in
            let keys = [
                Samples.signingKey(1, at: Samples.time(5)), Samples.signingKey(2), Samples.signingKey(3),
                Samples.signingKey(4, host: "login.example.com"),
            ]
            try await storage.withTransaction { for key in keys { try $0.signingKeys.insert(key) } }
            try await storage.read { stored in
                for key in keys { try expect(stored.signingKeys.find(key.id), is: key) }
                try expect(stored.signingKeys.find("key 5"), is: nil)
                try expect(stored.signingKeys.list(host: keys[0].host), is: [keys[1], keys[2], keys[0]])
                try expect(stored.signingKeys.list(host: "example.com"), is: [])
            }
            try await expect(StorageConflict.alreadyExists) {
                try await storage.withTransaction { try $0.signingKeys.insert(keys[0]) }
            }
        },
        StorageCheck("a signing key moves only from the expected stage") { storage in
            try await storage.withTransaction { store in
                try store.signingKeys.insert(Samples.signingKey(1))
                try store.signingKeys.move("key 1", from: .next, to: .current)
            }
            for (id, conflict) in [("key 1", StorageConflict.modifiedConcurrently), ("key 2", .notFound)] {
                try await expect(conflict) {
                    try await storage.withTransaction { try $0.signingKeys.move(id, from: .next, to: .current) }
                }
            }
            try await storage.read { try expect($0.signingKeys.find("key 1")?.stage, is: .current) }
        },
    ]
}
