// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let authorizationCodes: [StorageCheck] = [
        StorageCheck("an authorization code is read as it was stored") { storage in
            let user = try Samples.user(1)
            try await storage.insert(user)
            let codes = [Samples.fullCode(1, of: user.id), Samples.code(2, of: user.id)]
            try await storage.withTransaction { for code in codes { try $0.authorizationCodes.insert(code) } }
            try await storage.read { stored in
                for code in codes { try expect(stored.authorizationCodes.find(by: code.hash), is: code) }
                try expect(stored.authorizationCodes.find(by: Samples.bytes(9)), is: nil)
            }
        },
        StorageCheck("an authorization code needs a user and is stored once") { storage in
            let code = Samples.code(1, of: Samples.userID(1))
            try await storage.expect(.notFound) { try $0.insert(code) }
            try await storage.insert(Samples.user(1))
            try await storage.withTransaction { try $0.authorizationCodes.insert(code) }
            try await storage.expect(.alreadyExists) { try $0.insert(code) }
        },
        StorageCheck("an authorization code is used once, with or without refresh tokens") { storage in
            let user = try Samples.user(1)
            try await storage.insert(user)
            for (number, family) in [(1, RefreshToken.Family(rawValue: "f")), (2, nil)] {
                var code = Samples.code(number, of: user.id)
                let hash = code.hash
                code.use = AuthorizationCode.Use(usedAt: Samples.time(3), family: family)
                let used = code
                try await storage.withTransaction { store in
                    try store.authorizationCodes.insert(Samples.code(number, of: user.id))
                    try store.authorizationCodes.markUsed(hash, at: Samples.time(3), family: family)
                }
                try await storage.expect(.modifiedConcurrently) {
                    try $0.markUsed(hash, at: Samples.time(4), family: RefreshToken.Family(rawValue: "g"))
                }
                try await storage.read { try expect($0.authorizationCodes.find(by: hash), is: used) }
            }
            try await storage.expect(.notFound) {
                try $0.markUsed(Samples.bytes(9), at: Samples.time(4), family: nil)
            }
        },
        StorageCheck("of many concurrent uses of one authorization code exactly one succeeds") { storage in
            let user = try Samples.user(1)
            let code = Samples.code(1000, of: user.id)
            try await storage.insert(user)
            try await storage.withTransaction { try $0.authorizationCodes.insert(code) }
            let outcomes = await race(64) { number in
                let token = Samples.token(number, of: user.id)
                try await storage.withTransaction { store in
                    try store.refreshTokens.insert(token)
                    try store.authorizationCodes.markUsed(code.hash, at: Samples.time(1), family: token.family)
                }
            }
            try expect(outcomes.wins, is: 1)
            try expect(outcomes.conflicts, is: [.modifiedConcurrently: 63])
            try await storage.read { stored in
                let families = try stored.refreshTokens.list(of: user.id).map { Optional($0.family) }
                try expect(families, is: [stored.authorizationCodes.find(by: code.hash)?.use?.family])
            }
        },
        StorageCheck("expired authorization codes are removed, no more at once than the limit") { storage in
            let user = try Samples.user(1)
            try await storage.insert(user)
            try await storage.withTransaction { store in
                for number in 0..<10 {
                    try store.authorizationCodes.insert(
                        Samples.code(number, of: user.id, expiresAt: Samples.time(Int64(number))))
                }
            }
            for removed in [2, 2, 1, 0] {
                let count = try await storage.withTransaction {
                    try $0.authorizationCodes.removeExpired(before: Samples.time(5), limit: 2)
                }
                try expect(count, is: removed)
            }
            try await storage.read { stored in
                let left = try (0..<10).filter {
                    try stored.authorizationCodes.find(by: Samples.code($0, of: user.id).hash) != nil
                }
                try expect(left, is: [5, 6, 7, 8, 9])
            }
        },
    ]
}

extension Storage {
    fileprivate func expect(
        _ conflict: StorageConflict, line: UInt = #line,
        work: @escaping @Sendable (any AuthorizationCodeStore) throws -> Void
    ) async throws {
        try await StorageConformance.expect(
            conflict, from: { try await withTransaction { try work($0.authorizationCodes) } }, line: line)
    }
}
