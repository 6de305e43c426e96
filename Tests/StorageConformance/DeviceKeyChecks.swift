// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

extension StorageCheck {
    static let deviceKeys: [StorageCheck] = [
        StorageCheck("a device key is read as it was stored") { storage in
            let user = try await storage.insertUser()
            let keys = [Samples.deviceKey(1, of: user.id), Samples.fullDeviceKey(2, of: user.id)]
            try await storage.withTransaction { for key in keys { try $0.deviceKeys.insert(key) } }
            try await storage.read { stored in
                for key in keys { try expect(stored.deviceKeys.find(key.id), is: key) }
                try expect(stored.deviceKeys.find(Samples.deviceKeyID(3)), is: nil)
            }
        },
        StorageCheck("a device key is stored once, and needs an account") { storage in
            let user = try await storage.insertUser()
            let key = Samples.deviceKey(1, of: user.id)
            try await storage.withTransaction { try $0.deviceKeys.insert(key) }
            try await expect(StorageConflict.alreadyExists) {
                try await storage.withTransaction { try $0.deviceKeys.insert(key) }
            }
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction {
                    try $0.deviceKeys.insert(Samples.deviceKey(2, of: Samples.userID(9)))
                }
            }
        },
        StorageCheck("device keys are listed by account, oldest first, and are ways in") { storage in
            let (user, other) = (try await storage.insertUser(), try await storage.insertUser(2))
            let older = Samples.fullDeviceKey(2, of: user.id)
            let keys = [Samples.deviceKey(1, of: user.id), older, Samples.deviceKey(3, of: other.id)]
            try await storage.withTransaction { store in
                for key in keys { try store.deviceKeys.insert(key) }
                try store.passwords.set(Samples.password(of: user.id))
            }
            try await storage.read { stored in
                try expect(stored.deviceKeys.list(of: user.id), is: [older, keys[0]])
                try expect(
                    Set(stored.users.waysIn(of: user.id)), is: [older.id.way, keys[0].id.way, user.id.passwordWay])
            }
        },
        StorageCheck("a use of a device key is recorded") { storage in
            let user = try await storage.insertUser()
            var key = Samples.deviceKey(1, of: user.id)
            let inserted = key
            try await storage.withTransaction { store in
                try store.deviceKeys.insert(inserted)
                try store.deviceKeys.recordUse(of: inserted.id, at: Samples.time(7))
            }
            key.lastUsedAt = Samples.time(7)
            let used = key
            try await storage.read { try expect($0.deviceKeys.find(used.id), is: used) }
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction {
                    try $0.deviceKeys.recordUse(of: Samples.deviceKeyID(9), at: Samples.time(7))
                }
            }
        },
        StorageCheck("a removed device key ends the sessions and refresh tokens that it opened, and no others") {
            storage in
            let user = try await storage.insertUser()
            let (key, other) = (Samples.deviceKey(1, of: user.id), Samples.deviceKey(2, of: user.id))
            var sessions = (1...3).map { Samples.session($0, of: user.id) }
            var grants = (1...3).map { _ in Samples.grant(user.id) }
            for (index, way) in [key.id.way, other.id.way].enumerated() {
                sessions[index].ways = [way]
                grants[index].ways = [way]
            }
            let (opened, families) = (sessions, grants.enumerated().map { Samples.token($0 + 1, with: $1) })
            try await storage.withTransaction { store in
                for key in [key, other] { try store.deviceKeys.insert(key) }
                for session in opened { try store.sessions.insert(session) }
                for family in families { try store.refreshTokens.insert(family) }
                try store.deviceKeys.remove(key.id)
            }
            try await storage.read { stored in
                try expect(stored.deviceKeys.list(of: user.id), is: [other])
                try expect(Set(stored.sessions.list(of: user.id).map(\.id)), is: Set(opened.dropFirst().map(\.id)))
                try expect(
                    Set(stored.refreshTokens.list(of: user.id).map(\.family)),
                    is: Set(families.dropFirst().map(\.family)))
            }
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction { try $0.deviceKeys.remove(key.id) }
            }
        },
        StorageCheck("device keys are counted by client, with the accounts that have no passkey") { storage in
            let users = [try await storage.insertUser(), try await storage.insertUser(2)]
            try await storage.withTransaction { store in
                try store.deviceKeys.insert(Samples.deviceKey(1, of: users[0].id))
                try store.deviceKeys.insert(Samples.deviceKey(2, of: users[0].id))
                try store.deviceKeys.insert(Samples.deviceKey(3, of: users[1].id))
                try store.deviceKeys.insert(Samples.fullDeviceKey(4, of: users[1].id))
                try store.passkeys.insert(Samples.passkey(1, of: users[1]))
            }
            try await storage.read { stored in
                try expect(
                    stored.deviceKeys.count(),
                    is: [
                        DeviceKeyCounts(client: "Z\u{EB}", all: 1, legacy: 1, accountsLeft: 0),
                        DeviceKeyCounts(client: "client", all: 3, legacy: 0, accountsLeft: 1),
                    ])
            }
        },
        StorageCheck("accounts with a device key and no passkey are listed in pages, oldest first") { storage in
            for number in 1...5 {
                let user = try await storage.insertUser(number)
                try await storage.withTransaction { store in
                    guard number != 2 else { return }
                    try store.deviceKeys.insert(Samples.deviceKey(number, of: user.id))
                    try store.deviceKeys.insert(Samples.deviceKey(number + 10, of: user.id))
                    if number == 3 { try store.passkeys.insert(Samples.passkey(1, of: user)) }
                }
            }
            try await storage.read { stored in
                try expect(stored.deviceKeys.accountsLeft(after: nil, limit: 2), is: [1, 4].map(Samples.userID))
                try expect(stored.deviceKeys.accountsLeft(after: Samples.userID(4), limit: 2), is: [Samples.userID(5)])
                // Where a page ended may have got a passkey in the meantime.
                try expect(
                    stored.deviceKeys.accountsLeft(after: Samples.userID(3), limit: 9), is: [4, 5].map(Samples.userID))
            }
            try await expect(StorageConflict.notFound) {
                try await storage.read { _ = try $0.deviceKeys.accountsLeft(after: Samples.userID(9), limit: 1) }
            }
        },
        StorageCheck("device keys end with their account") { storage in
            let user = try await storage.insertUser()
            try await storage.withTransaction { store in
                try store.deviceKeys.insert(Samples.deviceKey(1, of: user.id))
                try store.users.remove(user.id)
            }
            try await storage.read { stored in
                try expect(stored.deviceKeys.find(Samples.deviceKeyID(1)), is: nil)
                try expect(stored.deviceKeys.count(), is: [])
            }
        },
    ]
}

extension Samples {
    package static func deviceKeyID(_ number: Int) -> DeviceKey.ID { DeviceKey.ID(rawValue: "device-key|\(number)") }

    package static func deviceKey(_ number: Int, of user: UserID, client: String = "client") -> DeviceKey {
        DeviceKey(
            id: deviceKeyID(number), user: user, client: client, deviceName: "Phone \(number)",
            publicKey: bytes(number, count: 91), shape: .modern, createdAt: time(0))
    }

    /// A device key with every member.
    static func fullDeviceKey(_ number: Int, of user: UserID) -> DeviceKey {
        var key = DeviceKey(
            id: deviceKeyID(number), user: user, client: "Z\u{EB}", deviceName: "Zoës \u{1F4F1}",
            publicKey: bytes(number, count: 162), shape: .legacy, createdAt: time(-5))
        key.deviceID = "device \u{0} \(number)"
        key.lastUsedAt = time(7)
        key.addedBy = [user.passwordWay, deviceKeyID(number + 1).way]
        key.unconfirmedUntil = time(8)
        return key
    }
}
