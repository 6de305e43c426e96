// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WebAuthnMessages

extension StorageCheck {
    static let passkeys: [StorageCheck] = [
        StorageCheck("a passkey is read as it was stored") { storage in
            let owner = try Samples.user(1)
            let plain = Samples.passkey(1, of: owner)
            var full = try Samples.fullPasskey(2, of: owner)
            full.supersededBy = plain.id
            let passkeys = [plain, full]
            try await storage.insert(owner)
            try await storage.withTransaction { for passkey in passkeys { try $0.passkeys.insert(passkey) } }
            try await storage.read { stored in
                for passkey in passkeys {
                    try expect(stored.passkeys.find(passkey.id), is: passkey)
                    let owned = try stored.passkeys.find(by: passkey.origin.credentialID)
                    try expect(owned?.passkey, is: passkey)
                    try expect(owned?.owner, is: owner)
                }
                try expect(stored.passkeys.find(Samples.passkeyID(3)), is: nil)
                try expect(stored.passkeys.find(by: CredentialID([1])) == nil, is: true)
            }
        },
        StorageCheck("a credential is registered once, whoever owns it") { storage in
            let owners = [try Samples.user(1), try Samples.user(2)]
            try await storage.insert(owners[0], owners[1])
            let first = Samples.passkey(1, of: owners[0])
            try await storage.withTransaction { try $0.passkeys.insert(first) }
            let stolen = Passkey(stored: Samples.passkeyID(2), owner: owners[1].id, origin: first.origin)
            let sameName = Passkey(
                stored: first.id, owner: owners[1].id, origin: Samples.passkey(3, of: owners[1]).origin)
            for passkey in [first, stolen, sameName] {
                try await expect(StorageConflict.alreadyExists) {
                    try await storage.withTransaction { try $0.passkeys.insert(passkey) }
                }
            }
            try await storage.read { stored in
                try expect(stored.passkeys.list(of: owners[1].id), is: [])
            }
        },
        StorageCheck("credentials have an order, that of their bytes") { storage in
            let owner = try Samples.user(1)
            try await storage.insert(owner)
            let ids = try await storage.withTransaction { store in
                try (1...3).map { number in
                    let passkey = Samples.passkey(number, of: owner)
                    try store.passkeys.insert(passkey)
                    return passkey.origin.credentialID
                }
            }.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
            try await storage.read { stored in
                try expect(stored.passkeys.credential(after: CredentialID([])), is: ids[0])
                try expect(stored.passkeys.credential(after: ids[0]), is: ids[1])
                try expect(stored.passkeys.credential(after: CredentialID(ids[1].bytes + [0])), is: ids[2])
                try expect(stored.passkeys.credential(after: ids[2]), is: nil)
            }
        },
        StorageCheck("a passkey needs an owner") { storage in
            let passkey = try Samples.passkey(1, of: Samples.user(1))
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction { try $0.passkeys.insert(passkey) }
            }
        },
        StorageCheck("passkeys are listed oldest first and counted, all or by relying party") { storage in
            let owners = [try Samples.user(1), try Samples.user(2)]
            try await storage.insert(owners[0], owners[1])
            try await storage.withTransaction { store in
                try store.passkeys.insert(Samples.passkey(3, of: owners[0]))
                try store.passkeys.insert(Samples.passkey(1, of: owners[0]))
                try store.passkeys.insert(Samples.fullPasskey(2, of: owners[0]))
                try store.passkeys.insert(Samples.passkey(4, of: owners[1]))
            }
            try await storage.read { stored in
                try expect(stored.passkeys.list(of: owners[0].id).map(\.id), is: [2, 3, 1].map(Samples.passkeyID))
                try expect(stored.passkeys.count(relyingPartyID: "example.org"), is: 3)
                try expect(stored.passkeys.count(relyingPartyID: "login.example.org"), is: 1)
                try expect(stored.passkeys.count(relyingPartyID: "org"), is: 0)
                try expect(stored.passkeys.count(), is: 4)
            }
        },
        StorageCheck("a use is recorded only if the counter is still the one that was verified") { storage in
            let passkey = try await storage.insertPasskey()
            // Many authenticators have no counter, so a use from zero to zero is ordinary.
            for _ in 0..<2 { try await storage.record(Samples.use(of: passkey, to: 0), of: passkey.id) }
            try await storage.record(Samples.use(of: passkey, to: 7), of: passkey.id)
            for count in [0, 7, 8] as [UInt32] {
                try await expect(StorageConflict.modifiedConcurrently) {
                    try await storage.record(Samples.use(of: passkey, to: count), of: passkey.id)
                }
            }
            try await storage.read { try expect($0.passkeys.find(passkey.id)?.signCount, is: 7) }
        },
        StorageCheck("a use changes its own members and nothing else") { storage in
            let owner = try Samples.user(1)
            var expected = try Samples.fullPasskey(1, of: owner)
            expected.signCount = 5
            expected.isUserVerified = false
            expected.supersededBy = Samples.passkeyID(2)
            let stored = expected
            try await storage.insert(owner)
            try await storage.withTransaction { store in
                try store.passkeys.insert(Samples.passkey(2, of: owner))
                try store.passkeys.insert(stored)
            }
            try await storage.record(
                Passkey.Use(from: 5, to: 6, isBackedUp: false, isUserVerified: true, at: Samples.time(8)),
                of: stored.id)
            (expected.signCount, expected.isBackedUp, expected.isUserVerified) = (6, false, true)
            expected.lastUsedAt = Samples.time(8)
            let used = expected
            try await storage.read { try expect($0.passkeys.find(used.id), is: used) }
            let use = Passkey.Use(from: 5, to: 6, isBackedUp: false, isUserVerified: true, at: Samples.time(8))
            try expect(stored.recording(use), is: used)
            // A lower counter and an earlier use change nothing, and a verified user stays verified.
            let late = Passkey.Use(from: 6, to: 3, isBackedUp: false, isUserVerified: false, at: Samples.time(2))
            try await storage.record(late, of: stored.id)
            try await storage.read { try expect($0.passkeys.find(used.id), is: used) }
            try expect(used.recording(late), is: used)
            try expect(stored.recording(late).isUserVerified, is: false)
        },
        StorageCheck("a counter regression is recorded and kept") { storage in
            var expected = try await storage.insertPasskey()
            try await storage.withTransaction {
                try $0.passkeys.recordCounterRegression(of: Samples.passkeyID(1), at: Samples.time(3))
            }
            try await storage.record(Samples.use(of: expected, to: 1), of: expected.id)
            (expected.signCount, expected.lastUsedAt) = (1, Samples.time(1))
            expected.counterRegressedAt = Samples.time(3)
            let first = expected
            try await storage.read { try expect($0.passkeys.find(first.id), is: first) }
            var use = Samples.use(of: expected, to: 1)
            (use.isCounterRegressed, use.usedAt) = (true, Samples.time(4))
            try await storage.record(use, of: expected.id)
            (expected.counterRegressedAt, expected.lastUsedAt) = (Samples.time(4), Samples.time(4))
            let second = expected
            try await storage.read { try expect($0.passkeys.find(second.id), is: second) }
        },
        StorageCheck("renaming a passkey changes its name and nothing else") { storage in
            var expected = try await storage.insertPasskey()
            for name in ["renamed", nil] {
                try await storage.withTransaction { try $0.passkeys.rename(Samples.passkeyID(1), to: name) }
                expected.name = name
                let expectedPasskey = expected
                try await storage.read { try expect($0.passkeys.find(expectedPasskey.id), is: expectedPasskey) }
            }
        },
        StorageCheck("a removed passkey is gone and supersedes nothing") { storage in
            let first = try await storage.insertPasskey()
            let owner = try Samples.user(1)
            let second = Samples.passkey(2, of: owner)
            try await storage.withTransaction { store in
                try store.passkeys.insert(second)
                try store.passkeys.supersede(first.id, by: second.id)
            }
            try await storage.read { try expect($0.passkeys.find(first.id)?.supersededBy, is: second.id) }
            try await storage.withTransaction { try $0.passkeys.remove(second.id) }
            try await storage.read { try expect($0.passkeys.list(of: owner.id), is: [first]) }
            for work: @Sendable (any PasskeyStore) throws -> Void in [
                { try $0.remove(second.id) }, { try $0.rename(second.id, to: "x") },
                { try $0.recordCounterRegression(of: second.id, at: Samples.time(1)) },
                { try $0.record(Samples.use(of: second, to: 1), of: second.id) },
                { try $0.supersede(second.id, by: first.id) }, { try $0.supersede(first.id, by: second.id) },
            ] {
                try await expect(StorageConflict.notFound) {
                    try await storage.withTransaction { try work($0.passkeys) }
                }
            }
        },
    ]
}

extension Storage {
    func record(_ use: Passkey.Use, of id: PasskeyID) async throws {
        try await withTransaction { try $0.passkeys.record(use, of: id) }
    }

    /// Stores a user with one passkey.
    func insertPasskey() async throws -> Passkey {
        let owner = try Samples.user(1)
        let passkey = Samples.passkey(1, of: owner)
        try await withTransaction { store in
            try store.users.insert(owner)
            try store.passkeys.insert(passkey)
        }
        return passkey
    }
}
