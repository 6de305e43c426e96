// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let sessions: [StorageCheck] = [
        StorageCheck("the sessions of all accounts with a passkey are removed, and others stay") { storage in
            for number in [1, 2] { try await storage.insert(Samples.user(number)) }
            let sessions = [1, 2].map { Samples.session($0, of: Samples.userID($0)) }
            try await storage.withTransaction { store in
                for session in sessions { try store.sessions.insert(session) }
                try store.passkeys.insert(Samples.passkey(1, of: Samples.user(1)))
                try store.sessions.removeAllReplaceable()
            }
            try await storage.read { stored in
                try expect(stored.sessions.list(of: Samples.userID(1)), is: [])
                try expect(stored.sessions.list(of: Samples.userID(2)), is: [sessions[1]])
            }
        },
        StorageCheck("a session is read as it was stored, by its secret and by its ID") { storage in
            let passkey = try await storage.insertPasskey()
            let sessions = [
                Samples.fullSession(1, of: passkey.owner, passkey: passkey.id), Samples.session(2, of: passkey.owner),
            ]
            try await storage.withTransaction { for session in sessions { try $0.sessions.insert(session) } }
            try await storage.read { stored in
                for session in sessions {
                    try expect(stored.sessions.find(by: session.secretHash), is: session)
                    try expect(stored.sessions.find(session.id), is: session)
                }
                try expect(stored.sessions.find(by: Samples.bytes(9)), is: nil)
                try expect(stored.sessions.find(Samples.sessionID(9)), is: nil)
            }
        },
        StorageCheck("a session needs a user and ways in that exist, and has its own ID and secret") { storage in
            let session = Samples.session(1, of: Samples.userID(1))
            try await storage.expect(.notFound) { try $0.insert(session) }
            try await storage.insert(Samples.user(1))
            var stranger = session
            stranger.ways = [Samples.passkeyID(1).way]
            let withoutPasskey = stranger
            try await storage.expect(.notFound) { try $0.insert(withoutPasskey) }
            try await storage.withTransaction { try $0.sessions.insert(session) }
            for (id, secret) in [(1, 2), (2, 1)] {
                let (other, its) = (Samples.session(id, of: session.user), Samples.session(secret, of: session.user))
                let copy = BrowserSession(
                    id: other.id, secretHash: its.secretHash, user: other.user, host: other.host,
                    createdAt: other.createdAt, idleExpiresAt: other.idleExpiresAt, expiresAt: other.expiresAt)
                try await storage.expect(.alreadyExists) { try $0.insert(copy) }
            }
        },
        StorageCheck("sessions are listed by user, oldest first") { storage in
            try await storage.insert(Samples.user(1), Samples.user(2))
            let sessions = [3, 1, 2].map { Samples.session($0, of: Samples.userID($0 == 2 ? 2 : 1)) }
            try await storage.withTransaction { for session in sessions { try $0.sessions.insert(session) } }
            try await storage.read { stored in
                try expect(stored.sessions.list(of: Samples.userID(1)), is: [sessions[1], sessions[0]])
                try expect(stored.sessions.list(of: Samples.userID(3)), is: [])
            }
        },
        StorageCheck("the newest sessions are listed without those before, and all are counted") { storage in
            try await storage.insert(Samples.user(1), Samples.user(2))
            let sessions = [4, 1, 3, 2].map { number in
                BrowserSession(
                    id: Samples.sessionID(number), secretHash: [UInt8(number)],
                    user: Samples.userID(number == 3 ? 2 : 1), host: "login.example.org",
                    createdAt: Samples.time(Int64(number)), idleExpiresAt: Samples.time(60),
                    expiresAt: Samples.time(60))
            }
            try await storage.withTransaction { for session in sessions { try $0.sessions.insert(session) } }
            try await storage.read { stored in
                let user = Samples.userID(1)
                try expect(stored.sessions.latest(of: user, after: 0, limit: 2), is: [sessions[0], sessions[3]])
                try expect(stored.sessions.latest(of: user, after: 1, limit: 9), is: [sessions[3], sessions[1]])
                try expect(stored.sessions.latest(of: user, after: 3, limit: 9), is: [])
                try expect(stored.sessions.count(of: user), is: 3)
                try expect(stored.sessions.count(of: Samples.userID(3)), is: 0)
            }
        },
        StorageCheck("a use is recorded unless a later one is") { storage in
            let session = try await storage.insertSession(1)
            for (time, recorded) in [(10, 10), (8, 10), (10, 10), (11, 11)] as [(Int64, Int64)] {
                try await storage.withTransaction {
                    try $0.sessions.recordUse(
                        of: session.id, at: Samples.time(time), idleExpiresAt: Samples.time(time + 100))
                }
                var expected = session
                expected.lastUsedAt = Samples.time(recorded)
                expected.idleExpiresAt = Samples.time(recorded + 100)
                let used = expected
                try await storage.read { try expect($0.sessions.find(session.id), is: used) }
            }
            try await storage.expect(.notFound) {
                try $0.recordUse(of: Samples.sessionID(9), at: Samples.time(1), idleExpiresAt: Samples.time(2))
            }
        },
        StorageCheck("the clients of a session are recorded once and end with it") { storage in
            let session = try await storage.insertSession(1)
            let other = Samples.session(2, of: session.user)
            try await storage.withTransaction { store in
                try store.sessions.insert(other)
                for client in ["b", "a", "b"] { try store.sessions.recordClient(client, in: session.id) }
                try store.sessions.recordClient("c", in: other.id)
            }
            try await storage.read { stored in
                try expect(
                    stored.sessions.clients(of: session.id), is: ["a", "b"].map { .init(id: $0, session: session.id) })
            }
            try await storage.expect(.notFound) { try $0.recordClient("a", in: Samples.sessionID(9)) }
            try await storage.withTransaction { store in
                try store.sessions.remove(session.id)
                try store.sessions.insert(session)
            }
            try await storage.read { stored in
                try expect(stored.sessions.clients(of: session.id), is: [])
                try expect(stored.sessions.clients(of: other.id), is: [.init(id: "c", session: other.id)])
            }
        },
        StorageCheck("a session passes its clients on, with the session that their tokens name") { storage in
            let first = try await storage.insertSession(1)
            let (second, third) = (Samples.session(2, of: first.user), Samples.session(3, of: first.user))
            try await storage.withTransaction { store in
                for client in ["a", "b"] { try store.sessions.recordClient(client, in: first.id) }
                try store.sessions.insert(second)
                try store.sessions.passClients(of: first.id, to: second.id)
                try store.sessions.remove(first.id)
                for client in ["b", "c"] { try store.sessions.recordClient(client, in: second.id) }
                try store.sessions.insert(third)
                try store.sessions.recordClient("c", in: third.id)
                try store.sessions.passClients(of: second.id, to: third.id)
            }
            try await storage.read { stored in
                let named = [("a", first.id), ("b", second.id), ("c", third.id)]
                try expect(
                    stored.sessions.clients(of: third.id), is: named.map { SessionClient(id: $0.0, session: $0.1) })
            }
            try await storage.expect(.notFound) { try $0.passClients(of: third.id, to: Samples.sessionID(9)) }
        },
    ]

    static let sessionEnds: [StorageCheck] = [
        StorageCheck("a client is removed from all sessions of one account") { storage in
            let session = try await storage.insertSession(1)
            try await storage.insert(Samples.user(2))
            let foreign = Samples.session(3, of: Samples.userID(2))
            try await storage.withTransaction { store in
                try store.sessions.insert(Samples.session(2, of: session.user))
                try store.sessions.insert(foreign)
                for id in [session.id, Samples.sessionID(2), foreign.id] {
                    for client in ["a", "b"] { try store.sessions.recordClient(client, in: id) }
                }
                try store.sessions.removeClient("a", of: session.user)
            }
            try await storage.read { stored in
                for id in [session.id, Samples.sessionID(2)] {
                    try expect(stored.sessions.clients(of: id).map(\.id), is: ["b"])
                }
                try expect(stored.sessions.clients(of: foreign.id).map(\.id), is: ["a", "b"])
            }
        },
        StorageCheck("sessions are removed by ID and by user") { storage in
            let session = try await storage.insertSession(1)
            try await storage.insert(Samples.user(2))
            try await storage.withTransaction { store in
                for number in 2...3 { try store.sessions.insert(Samples.session(number, of: session.user)) }
                try store.sessions.insert(Samples.session(4, of: Samples.userID(2)))
            }
            // Removing a session that doesn't exist is not an error.
            for _ in 0..<2 { try await storage.withTransaction { try $0.sessions.remove(session.id) } }
            try await storage.expectSessions([2, 3, 4])
            try await storage.withTransaction { try $0.sessions.removeAll(of: session.user) }
            try await storage.expectSessions([4])
        },
        StorageCheck("removing a passkey removes the sessions that it opened and no others") { storage in
            let passkey = try await storage.insertPasskey()
            let opened = Samples.fullSession(1, of: passkey.owner, passkey: passkey.id)
            let other = Samples.session(2, of: passkey.owner)
            try await storage.withTransaction { store in
                try store.sessions.insert(opened)
                try store.sessions.recordClient("client", in: opened.id)
                try store.sessions.insert(other)
            }
            try await storage.withTransaction { try $0.passkeys.remove(passkey.id) }
            try await storage.read { stored in
                try expect(stored.sessions.list(of: passkey.owner), is: [other])
                try expect(stored.sessions.clients(of: opened.id), is: [])
            }
        },
        StorageCheck("removing any of the ways in of a sign-in removes what it opened") { storage in
            let first = try await storage.insertPasskey()
            let second = Samples.passkey(2, of: try Samples.user(1))
            var session = Samples.session(1, of: first.owner)
            session.ways = [first.id.way, second.id.way]
            var grant = Samples.grant(first.owner)
            grant.ways = session.ways
            let opened = session
            let token = RefreshToken(
                hash: [1], family: .init(rawValue: "f"), grant: grant, issuedAt: Samples.time(0), expiresAt: nil)
            for removed in [first, second] {
                try await storage.withTransaction { store in
                    if try store.passkeys.find(second.id) == nil { try store.passkeys.insert(second) }
                    if try store.passkeys.find(first.id) == nil { try store.passkeys.insert(first) }
                    try store.sessions.insert(opened)
                    try store.refreshTokens.insert(token)
                }
                try await storage.read { stored in
                    try expect(stored.sessions.list(of: first.owner), is: [opened])
                    try expect(stored.refreshTokens.list(of: first.owner), is: [token])
                    try expect(Set(stored.users.waysIn(of: first.owner)), is: Set(opened.ways))
                }
                try await storage.withTransaction { try $0.passkeys.remove(removed.id) }
                try await storage.read { stored in
                    try expect(stored.sessions.list(of: first.owner), is: [])
                    try expect(stored.refreshTokens.list(of: first.owner), is: [])
                }
            }
        },
        StorageCheck("removing a user removes everything that their browsers began") { storage in
            let session = try await storage.insertSession(1)
            let (user, code, device) = (session.user, Samples.code(1, of: session.user), Samples.device(1))
            try await storage.withTransaction { store in
                try store.sessions.recordClient("client", in: session.id)
                try store.authorizationCodes.insert(code)
                try store.consents.put(Samples.consent(user))
                try store.deviceAuthorizations.insert(device)
                try store.deviceAuthorizations.insert(Samples.device(2))
                try store.deviceAuthorizations.decide(
                    userCode: device.userCode, as: .approved(Samples.approval(by: user)))
                try store.users.remove(user)
            }
            try await storage.read { stored in
                try expect(stored.sessions.find(session.id), is: nil)
                try expect(stored.sessions.clients(of: session.id), is: [])
                try expect(stored.authorizationCodes.find(by: code.hash), is: nil)
                try expect(stored.consents.list(of: user), is: [])
                try expect(stored.deviceAuthorizations.find(by: device.deviceCodeHash), is: nil)
                try expect(stored.deviceAuthorizations.count(unexpiredAt: Samples.time(0), of: "").all, is: 1)
            }
        },
        StorageCheck("sessions are removed after either expiry, no more at once than the limit") { storage in
            let user = try await storage.insertSession(1).user
            try await storage.withTransaction { store in
                for number in 2...7 {
                    let expiry = Samples.time(number < 5 ? 10 : 30)
                    let session = Samples.session(number, of: user)
                    try store.sessions.insert(
                        BrowserSession(
                            id: session.id, secretHash: session.secretHash, user: user, host: session.host,
                            createdAt: session.createdAt, idleExpiresAt: number == 2 ? Samples.time(99) : expiry,
                            expiresAt: number == 2 ? expiry : Samples.time(99)))
                }
            }
            for (time, removed) in [(10, 0), (11, 2), (11, 1), (11, 0), (30, 0), (31, 2), (31, 1)] as [(Int64, Int)] {
                let count = try await storage.withTransaction {
                    try $0.sessions.removeExpired(before: Samples.time(time), limit: 2)
                }
                try expect(count, is: removed)
            }
            try await storage.expectSessions([1])
        },
    ]
}

extension Storage {
    /// Stores a user with one session.
    func insertSession(_ number: Int) async throws -> BrowserSession {
        let user = try Samples.user(1)
        let session = Samples.session(number, of: user.id)
        try await withTransaction { store in
            try store.users.insert(user)
            try store.sessions.insert(session)
        }
        return session
    }

    fileprivate func expect(
        _ conflict: StorageConflict, line: UInt = #line,
        work: @escaping @Sendable (any BrowserSessionStore) throws -> Void
    ) async throws {
        try await StorageConformance.expect(
            conflict, from: { try await withTransaction { try work($0.sessions) } }, line: line)
    }

    fileprivate func expectSessions(_ numbers: [Int], line: UInt = #line) async throws {
        let found = try await read { stored in
            try (0...20).filter { try stored.sessions.find(Samples.sessionID($0)) != nil }
        }
        try StorageConformance.expect(found, is: numbers, line: line)
    }
}
