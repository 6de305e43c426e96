// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let passwords: [StorageCheck] = [
        StorageCheck("a password is set and replaced with all of its members") { storage in
            let user = try await storage.insertUser()
            try await storage.read { try expect($0.passwords.find(of: user.id), is: nil) }
            var password = StoredPassword(
                user: user.id, hash: PasswordHashText("$x$\u{EB}", wrappedAs: "{\"a\":1}", isWeak: true),
                setAt: Samples.time(1))
            password.setBy = [user.id.passwordWay]
            password.unconfirmedUntil = Samples.time(2)
            password.disabledBy = .administrator
            password.breachedAt = Samples.time(3)
            for stored in [password, Samples.password(of: user.id)] {
                try await storage.withTransaction { try $0.passwords.set(stored) }
                try await storage.read { try expect($0.passwords.find(of: user.id), is: stored) }
            }
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction { try $0.passwords.set(Samples.password(of: Samples.userID(9))) }
            }
        },
        StorageCheck("a password is a way in, unless it is switched off, which ends what it opened") { storage in
            let user = try await storage.insertUser()
            let (way, password) = (user.id.passwordWay, Samples.password(of: user.id))
            var (session, token) = (Samples.session(1, of: user.id), Samples.grant(user.id))
            session.ways = [way]
            token.ways = [way]
            let (opened, family) = (session, Samples.token(1, with: token))
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction { try $0.sessions.insert(opened) }
            }
            try await storage.withTransaction { transaction in
                try transaction.passwords.set(password)
                try transaction.passkeys.insert(Samples.passkey(1, of: user))
                try transaction.sessions.insert(opened)
                try transaction.refreshTokens.insert(family)
            }
            try await storage.read { try expect($0.users.waysIn(of: user.id), is: [Samples.passkeyID(1).way, way]) }
            for disabler in [StoredPassword.Disabler.user, .administrator, nil] {
                try await storage.withTransaction { try $0.passwords.setDisabled(by: disabler, of: user.id) }
                try await storage.read { stored in
                    try expect(stored.passwords.find(of: user.id)?.disabledBy, is: disabler)
                    try expect(stored.users.waysIn(of: user.id).contains(way), is: disabler == nil)
                    try expect(stored.sessions.list(of: user.id), is: [])
                    try expect(stored.refreshTokens.list(of: user.id), is: [])
                }
            }
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction { try $0.passwords.setDisabled(by: .user, of: Samples.userID(9)) }
            }
        },
        StorageCheck("a password is noted as one that attackers try first, until it is replaced") { storage in
            let user = try await storage.insertUser()
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction { try $0.passwords.noteBreached(of: user.id, at: Samples.time(4)) }
            }
            try await storage.withTransaction { transaction in
                try transaction.passwords.set(Samples.password(of: user.id))
                try transaction.passwords.noteBreached(of: user.id, at: Samples.time(4))
            }
            try await storage.read { try expect($0.passwords.find(of: user.id)?.breachedAt, is: Samples.time(4)) }
            try await storage.withTransaction { try $0.passwords.set(Samples.password(of: user.id)) }
            try await storage.read { try expect($0.passwords.find(of: user.id)?.breachedAt, is: nil) }
        },
        StorageCheck("the removal of a password ends what it opened, and forgets earlier ones") { storage in
            let user = try await storage.insertUser()
            var session = Samples.session(1, of: user.id)
            session.ways = [user.id.passwordWay]
            let opened = session
            try await storage.withTransaction { transaction in
                try transaction.passwords.set(Samples.password(of: user.id))
                try transaction.passwords.remember(PasswordHashText("a"), of: user.id, at: Samples.time(1), keeping: 5)
                try transaction.sessions.insert(opened)
                try transaction.passwords.remove(of: user.id)
            }
            try await storage.read { stored in
                try expect(stored.passwords.find(of: user.id), is: nil)
                try expect(stored.passwords.history(of: user.id, limit: 9), is: [])
                try expect(stored.sessions.list(of: user.id), is: [])
            }
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction { try $0.passwords.remove(of: user.id) }
            }
        },
        StorageCheck("a hash is replaced by another one of the same password, once") { storage in
            let user = try await storage.insertUser()
            let password = Samples.password(of: user.id)
            let better = PasswordHashText("better", wrappedAs: "md5")
            try await storage.withTransaction { transaction in
                try transaction.passwords.set(password)
                try transaction.passwords.replaceHash(of: user.id, from: password.hash, to: better)
            }
            var changed = password
            changed.hash = better
            let expected = changed
            try await storage.read { try expect($0.passwords.find(of: user.id), is: expected) }
            try await expect(StorageConflict.modifiedConcurrently) {
                try await storage.withTransaction {
                    try $0.passwords.replaceHash(of: user.id, from: password.hash, to: password.hash)
                }
            }
        },
        StorageCheck("earlier passwords are kept, as many as asked for, newest first") { storage in
            let user = try await storage.insertUser()
            let hashes = (1...4).map { PasswordHashText("\($0)", isWeak: $0 == 4) }
            for (number, hash) in hashes.enumerated() {
                try await storage.withTransaction { transaction in
                    try transaction.passwords.remember(hash, of: user.id, at: Samples.time(Int64(number)), keeping: 3)
                }
            }
            try await storage.read { stored in
                try expect(stored.passwords.history(of: user.id, limit: 9), is: [hashes[3], hashes[2], hashes[1]])
                try expect(stored.passwords.history(of: user.id, limit: 1), is: [hashes[3]])
            }
        },
        StorageCheck("passwords are counted, and those with weak hashes are listed") { storage in
            for number in 1...3 {
                try await storage.insert(try Samples.user(number))
                var password = Samples.password(of: Samples.userID(number))
                password.disabledBy = number == 1 ? .user : nil
                password.hash.isWeak = number > 1
                let stored = password
                try await storage.withTransaction { try $0.passwords.set(stored) }
            }
            try await storage.read { stored in
                try expect(stored.passwords.count(), is: PasswordCounts(all: 3, disabled: 1, weak: 2))
                try expect(stored.passwords.listWeak(limit: 9).map(\.user), is: [Samples.userID(2), Samples.userID(3)])
                try expect(stored.passwords.listWeak(limit: 1).map(\.user), is: [Samples.userID(2)])
            }
        },
        StorageCheck("a removed password is kept until it can't be restored, or another one is set") { storage in
            for number in 1...3 { try await storage.insert(try Samples.user(number)) }
            var removals = (1...3).map { number in
                RemovedPassword(
                    user: Samples.userID(number), removedAt: Samples.time(0), until: Samples.time(Int64(number)),
                    sealed: Samples.bytes(number), cause: "user")
            }
            removals[2].sealed = nil
            removals[2].keptUntil = Samples.time(90)
            let removed = removals
            for removal in removed { try await storage.withTransaction { try $0.passwords.setRemoval(removal) } }
            for removal in removed {
                try await storage.read { try expect($0.passwords.findRemoval(of: removal.user), is: removal) }
            }
            try await storage.withTransaction { transaction in
                try expect(
                    transaction.passwords.purgeRemovals(before: Samples.time(2), limit: 9), is: [removed[0].user])
                try transaction.passwords.set(Samples.password(of: removed[1].user))
            }
            try await storage.read { stored in
                try expect(stored.passwords.findRemoval(of: removed[0].user), is: nil)
                try expect(stored.passwords.findRemoval(of: removed[1].user), is: nil)
                try expect(stored.passwords.findRemoval(of: removed[2].user), is: removed[2])
            }
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction {
                    try $0.passwords.setRemoval(
                        RemovedPassword(
                            user: Samples.userID(9), removedAt: Samples.time(0), until: Samples.time(1), sealed: nil,
                            cause: ""))
                }
            }
        },
        StorageCheck("passwords, earlier and removed ones end with their account") { storage in
            let user = try await storage.insertUser()
            try await storage.withTransaction { transaction in
                try transaction.passwords.set(Samples.password(of: user.id))
                try transaction.passwords.remember(PasswordHashText("a"), of: user.id, at: Samples.time(1), keeping: 5)
                try transaction.passwords.setRemoval(
                    RemovedPassword(
                        user: user.id, removedAt: Samples.time(0), until: Samples.time(1), sealed: [1], cause: ""))
                try transaction.users.remove(user.id)
                try transaction.users.insert(user)
            }
            try await storage.read { stored in
                try expect(stored.passwords.find(of: user.id), is: nil)
                try expect(stored.passwords.history(of: user.id, limit: 9), is: [])
                try expect(stored.passwords.findRemoval(of: user.id), is: nil)
            }
        },
    ]
}

extension Storage {
    func insertUser(_ number: Int = 1) async throws -> User {
        let user = try Samples.user(number)
        try await insert(user)
        return user
    }
}

extension Samples {
    static func password(of user: UserID) -> StoredPassword {
        StoredPassword(user: user, hash: PasswordHashText("$argon2id$…"), setAt: time(3))
    }

    static func token(_ number: Int, with grant: RefreshToken.Grant) -> RefreshToken {
        RefreshToken(
            hash: bytes(number, salt: 2), family: RefreshToken.Family(rawValue: "family \(number)"), grant: grant,
            issuedAt: time(Int64(number)), expiresAt: nil)
    }
}
