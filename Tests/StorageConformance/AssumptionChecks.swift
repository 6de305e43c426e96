// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    /// An assumption may save a read. It never changes what is read.
    static let assumptions: [StorageCheck] = [
        StorageCheck("an account is found as it is, whatever the caller assumes") { storage in
            let user = try Samples.user(1)
            let changes: [(User.Change, Int64)] = [
                (.blocked(true), 0), (.deletion(at: Samples.time(9)), 0), (.newTokenGeneration, 0),
                (.disconnected(client: "client"), 0), (.metadata(["a": 1]), 1), (.name("Z"), 1),
                (.identifiers([Samples.email("new@example.org")]), 1),
            ]
            for (change, seconds) in changes {
                try await storage.withTransaction { store in
                    try expect(store.users.find(user.id, assuming: user), is: nil)
                    try store.users.insert(user)
                    try expect(store.users.find(user.id, assuming: user), is: user)
                    try store.users.apply(change, to: user.id, at: Samples.time(seconds))
                }
                let changed = try await storage.read { try $0.users.find(user.id) }
                try expect(changed == user, is: false)
                try await storage.withTransaction { store in
                    for assumed in [user, changed, nil] {
                        try expect(store.users.find(user.id, assuming: assumed), is: changed)
                    }
                    try store.users.remove(user.id)
                }
            }
        },
        StorageCheck("an account is found by its ID, not by the assumption") { storage in
            try await storage.insert(Samples.user(1), Samples.user(2))
            try await storage.withTransaction { store in
                try expect(
                    store.users.find(Samples.userID(1), assuming: Samples.user(2)), is: Samples.user(1))
                try expect(store.users.find(Samples.userID(3), assuming: Samples.user(2)), is: nil)
            }
        },
        StorageCheck("an account with every member is found as it was assumed") { storage in
            try await storage.insert(Samples.fullUser(1))
            let user = try await storage.read { try $0.users.find(Samples.userID(1)) }
            try await storage.withTransaction { store in
                try expect(store.users.find(Samples.userID(1), assuming: user), is: user)
            }
        },
        StorageCheck("a token is found as it is, whatever the caller assumes") { storage in
            try await storage.insert(Samples.user(1))
            let token = Samples.token(1, of: Samples.userID(1))
            let changes: [@Sendable (any RefreshTokenStore) throws -> Void] = [
                { try $0.extend(token.hash, idleExpiresAt: Samples.time(50)) },
                { try $0.extend(token.hash, idleExpiresAt: Samples.time(60)) },
                { try $0.markUsed(token.hash, replacedBy: Samples.successor(2)) },
                { try $0.remove(token.family) },
            ]
            try await storage.withTransaction { store in
                try expect(store.refreshTokens.find(token.hash, assuming: token), is: nil)
                try store.refreshTokens.insert(token)
            }
            var versions: [RefreshToken?] = [token]
            for change in changes {
                try await storage.withTransaction { try change($0.refreshTokens) }
                let current = try await storage.read { try $0.refreshTokens.find(token.hash) }
                versions.append(current)
                let assumptions = versions
                try await storage.withTransaction { store in
                    for assumed in assumptions {
                        try expect(store.refreshTokens.find(token.hash, assuming: assumed), is: current)
                    }
                }
            }
            try expect(Set(versions).count, is: 5)
        },
        StorageCheck("a session is found as it is, whatever the caller assumes") { storage in
            let session = try await storage.insertSession(1)
            try await storage.withTransaction { store in
                try expect(store.sessions.find(session.id, assuming: session), is: session)
                try store.sessions.recordUse(
                    of: session.id, at: Samples.time(100), idleExpiresAt: Samples.time(4000))
            }
            let used = try await storage.read { try $0.sessions.find(session.id) }
            try expect(used?.lastUsedAt, is: Samples.time(100))
            try await storage.withTransaction { store in
                for assumed in [session, used, nil] {
                    try expect(store.sessions.find(session.id, assuming: assumed), is: used)
                }
                try store.sessions.remove(session.id)
            }
            try await storage.withTransaction { store in
                try expect(store.sessions.find(session.id, assuming: used), is: nil)
            }
        },
        StorageCheck("an account's newest sessions are found as they are, whatever the caller assumes") { storage in
            try await storage.insert(Samples.user(1))
            let sessions = (1...3).map { Samples.session($0, of: Samples.userID(1)) }
            try await storage.withTransaction { store in
                for session in sessions { try store.sessions.insert(session) }
            }
            let user = Samples.userID(1)
            let oldest = try await storage.read { try $0.sessions.latest(of: user, after: 2, limit: 4) }
            try expect(oldest.count, is: 1)
            try await storage.withTransaction { store in
                for assumed in [[], oldest, sessions] {
                    try expect(store.sessions.latest(of: user, after: 2, limit: 4, assuming: assumed), is: oldest)
                    try expect(store.sessions.latest(of: user, after: 3, limit: 4, assuming: assumed), is: [])
                }
            }
        },
    ]
}
