// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let refreshTokens: [StorageCheck] = [
        StorageCheck("removing a passkey removes the families that it opened and no others") { storage in
            let passkey = try await storage.insertPasskey()
            var grant = Samples.grant(passkey.owner)
            grant.ways = [passkey.id.way]
            let opened = RefreshToken(
                hash: [1], family: .init(rawValue: "opened"), grant: grant, issuedAt: Samples.time(0), expiresAt: nil)
            let other = Samples.token(2, of: passkey.owner)
            try await storage.withTransaction { store in
                try store.refreshTokens.insert(opened)
                try store.refreshTokens.insert(other)
            }
            try await storage.read { try expect($0.refreshTokens.find([1]), is: opened) }
            try await storage.withTransaction { try $0.passkeys.remove(passkey.id) }
            try await storage.read { try expect($0.refreshTokens.list(of: passkey.owner), is: [other]) }
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction { try $0.refreshTokens.insert(opened) }
            }
        },
        StorageCheck("a refresh token is read as it was stored") { storage in
            let user = try Samples.user(1)
            try await storage.insert(user)
            var grant = Samples.grant(user.id)
            grant.audience = "https://api.example.org/"
            grant.scope = ["openid", "offline_access"]
            grant.organization = "org_1"
            grant.methods = ["swk", "user"]
            grant.boundKey = Samples.bytes(9)
            var full = RefreshToken(
                hash: Samples.bytes(1), family: RefreshToken.Family(rawValue: "f"), grant: grant,
                issuedAt: Samples.time(1), expiresAt: Samples.time(100))
            full.idleExpiresAt = Samples.time(50)
            full.successor = Samples.successor(3)
            let tokens = [full, Samples.token(2, of: user.id)]
            try await storage.withTransaction { for token in tokens { try $0.refreshTokens.insert(token) } }
            try await storage.read { stored in
                for token in tokens { try expect(stored.refreshTokens.find(token.hash), is: token) }
                try expect(stored.refreshTokens.find(Samples.bytes(4)), is: nil)
            }
        },
        StorageCheck("a token needs a user, is stored once, and has its family's grant") { storage in
            let user = try Samples.user(1)
            let token = Samples.token(1, of: user.id)
            try await storage.expect(.notFound) { try $0.insert(token) }
            try await storage.insert(user, Samples.user(2))
            try await storage.withTransaction { try $0.refreshTokens.insert(token) }
            try await storage.expect(.alreadyExists) { try $0.insert(token) }
            try await storage.expect(.modifiedConcurrently) {
                try $0.insert(Samples.token(2, of: Samples.userID(2), family: 1))
            }
            try await storage.expect(.modifiedConcurrently) {
                try $0.insert(Samples.token(2, of: user.id, family: 1, expiresAt: Samples.time(9)))
            }
        },
        StorageCheck("a token is used once") { storage in
            let token = try await storage.insertToken(1)
            try await storage.withTransaction {
                try $0.refreshTokens.markUsed(token.hash, replacedBy: Samples.successor(2))
            }
            try await storage.expect(.modifiedConcurrently) {
                try $0.markUsed(token.hash, replacedBy: Samples.successor(3))
            }
            try await storage.expect(.notFound) { try $0.markUsed(Samples.bytes(9), replacedBy: Samples.successor(3)) }
            try await storage.read { stored in
                try expect(stored.refreshTokens.find(token.hash)?.successor, is: Samples.successor(2))
            }
        },
        StorageCheck("a user's unused tokens are listed oldest first") { storage in
            let first = try await storage.insertToken(5)
            let user = first.grant.user
            try await storage.insert(Samples.user(2))
            try await storage.withTransaction { store in
                for number in [4, 3, 2] { try store.refreshTokens.insert(Samples.token(number, of: user)) }
                try store.refreshTokens.insert(Samples.token(1, of: Samples.userID(2)))
                try store.refreshTokens.markUsed(Samples.token(3, of: user).hash, replacedBy: Samples.successor(9))
            }
            try await storage.read { stored in
                try expect(
                    stored.refreshTokens.list(of: user), is: [2, 4, 5].map { Samples.token($0, of: user) })
                try expect(stored.refreshTokens.list(of: Samples.userID(3)), is: [])
            }
        },
        StorageCheck("the newest families of an account are listed with their unused tokens") { storage in
            let first = try await storage.insertToken(1)
            let user = first.grant.user
            try await storage.insert(Samples.user(2))
            try await storage.withTransaction { store in
                for number in [3, 2, 4] { try store.refreshTokens.insert(Samples.token(number, of: user)) }
                try store.refreshTokens.markUsed(
                    Samples.token(3, of: user).hash, replacedBy: Samples.successor(9))
                try store.refreshTokens.insert(Samples.token(9, of: user, family: 3))
                try store.refreshTokens.insert(Samples.token(5, of: Samples.userID(2)))
            }
            try await storage.read { stored in
                try expect(
                    stored.refreshTokens.listNewest(of: user, limit: 3),
                    is: [
                        Samples.token(4, of: user), Samples.token(9, of: user, family: 3), Samples.token(2, of: user),
                    ])
            }
        },
        StorageCheck("the families of an account are counted, and listed in the order of their newest tokens") {
            storage in
            let user = try await storage.insertToken(1).grant.user
            let newest = RefreshToken(
                hash: [UInt8](repeating: 0xff, count: 32), family: Samples.token(1, of: user).family,
                grant: Samples.token(1, of: user).grant, issuedAt: Samples.time(9), expiresAt: nil)
            let tokens = [newest, Samples.token(3, of: user), Samples.token(2, of: user)]
            try await storage.withTransaction { for token in tokens { try $0.refreshTokens.insert(token) } }
            try await storage.read { stored in
                let entries = [2, 3, 1].map { number in
                    let token = Samples.token(number, of: user)
                    return RefreshToken.FamilyEntry(
                        id: token.family, client: token.grant.client, session: token.grant.session)
                }
                try expect(stored.refreshTokens.families(of: user), is: entries)
                try expect(stored.refreshTokens.countFamilies(of: user), is: 3)
                try expect(stored.refreshTokens.families(of: Samples.userID(9)), is: [])
                try expect(stored.refreshTokens.countFamilies(of: Samples.userID(9)), is: 0)
            }
        },
        StorageCheck("a token's idle expiry can be extended") { storage in
            let token = try await storage.insertToken(1)
            for end in [Samples.time(70), nil] {
                try await storage.withTransaction { try $0.refreshTokens.extend(token.hash, idleExpiresAt: end) }
                try await storage.read { try expect($0.refreshTokens.find(token.hash)?.idleExpiresAt, is: end) }
            }
            try await storage.expect(.notFound) { try $0.extend(Samples.bytes(9), idleExpiresAt: nil) }
        },
        StorageCheck("families are removed as a whole, by family, by user, or all") { storage in
            let user = try await storage.insertToken(1).grant.user
            try await storage.insert(Samples.user(2))
            let tokens = [
                Samples.token(2, of: user, family: 1), Samples.token(3, of: user), Samples.token(4, of: user),
                Samples.token(5, of: Samples.userID(2)), Samples.token(6, of: Samples.userID(2)),
            ]
            try await storage.withTransaction { for token in tokens { try $0.refreshTokens.insert(token) } }
            try await storage.expectTokens([1, 2, 3, 4, 5, 6])
            try await storage.withTransaction { try $0.refreshTokens.remove(tokens[0].family) }
            try await storage.expectTokens([3, 4, 5, 6])
            // Removing a family that does not exist is not an error.
            try await storage.withTransaction { try $0.refreshTokens.remove(tokens[0].family) }
            try await storage.withTransaction { try $0.refreshTokens.removeAll(of: user) }
            try await storage.expectTokens([5, 6])
            try await storage.withTransaction { try $0.refreshTokens.removeAll() }
            try await storage.expectTokens([])
        },
    ]
    static let refreshTokenExpiry: [StorageCheck] = [
        StorageCheck("only expired tokens are removed") { storage in
            let user = try await storage.insertToken(1).grant.user
            var idle = Samples.token(2, of: user)
            idle.idleExpiresAt = Samples.time(10)
            var both = Samples.token(3, of: user, expiresAt: Samples.time(30))
            both.idleExpiresAt = Samples.time(20)
            let tokens = [idle, both, Samples.token(4, of: user, expiresAt: Samples.time(10))]
            try await storage.withTransaction { for token in tokens { try $0.refreshTokens.insert(token) } }
            try await storage.expectExpired(before: Samples.time(10), removes: 0)
            try await storage.expectTokens([1, 2, 3, 4])
            try await storage.expectExpired(before: Samples.time(11), removes: 2)
            try await storage.expectTokens([1, 3])
            try await storage.withTransaction {
                try $0.refreshTokens.extend(tokens[1].hash, idleExpiresAt: Samples.time(40))
            }
            try await storage.expectExpired(before: Samples.time(30), removes: 0)
            try await storage.expectExpired(before: Samples.time(31), removes: 1)
            try await storage.expectTokens([1])
        },
        StorageCheck("a used token is kept as long as its successor is valid") { storage in
            let user = try await storage.insertToken(1).grant.user
            var used = Samples.token(2, of: user)
            used.idleExpiresAt = Samples.time(10)
            var next = Samples.token(3, of: user, family: 2)
            next.idleExpiresAt = Samples.time(20)
            let tokens = [used, next]
            try await storage.withTransaction { store in
                try store.refreshTokens.insert(tokens[0])
                try store.refreshTokens.markUsed(tokens[0].hash, replacedBy: Samples.successor(3))
                try store.refreshTokens.insert(tokens[1])
            }
            try await storage.expectExpired(before: Samples.time(15), removes: 0)
            try await storage.expectTokens([1, 2, 3])
            try await storage.expectExpired(before: Samples.time(21), removes: 2)
            try await storage.expectTokens([1])
        },
        StorageCheck("no more expired tokens are removed at once than the limit") { storage in
            let user = try await storage.insertToken(100).grant.user
            try await storage.withTransaction { store in
                for number in 0..<10 {
                    try store.refreshTokens.insert(
                        Samples.token(number, of: user, family: number / 5, expiresAt: Samples.time(1)))
                }
            }
            for removed in [3, 3, 3, 1, 0] {
                try await storage.expectExpired(before: Samples.time(2), limit: 3, removes: removed)
            }
            try await storage.expectTokens([100])
        },
    ]
}

extension Storage {
    /// Stores a user with one token.
    fileprivate func insertToken(_ number: Int) async throws -> RefreshToken {
        let user = try Samples.user(1)
        let token = Samples.token(number, of: user.id)
        try await withTransaction { store in
            try store.users.insert(user)
            try store.refreshTokens.insert(token)
        }
        return token
    }

    fileprivate func expect(
        _ conflict: StorageConflict, line: UInt = #line,
        work: @escaping @Sendable (any RefreshTokenStore) throws -> Void
    ) async throws {
        try await StorageConformance.expect(
            conflict, from: { try await withTransaction { try work($0.refreshTokens) } }, line: line)
    }

    fileprivate func expectTokens(_ numbers: [Int], line: UInt = #line) async throws {
        let found = try await read { stored in
            try (0...100).filter { try stored.refreshTokens.find(Samples.bytes($0, salt: 2)) != nil }
        }
        try StorageConformance.expect(found, is: numbers, line: line)
    }

    fileprivate func expectExpired(
        before time: Timestamp, limit: Int = 100, removes count: Int, line: UInt = #line
    ) async throws {
        let removed = try await withTransaction { try $0.refreshTokens.removeExpired(before: time, limit: limit) }
        try StorageConformance.expect(removed, is: count, line: line)
    }
}
