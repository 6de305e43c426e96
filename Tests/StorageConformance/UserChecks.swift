// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WebAuthnMessages
import WireFormats

extension StorageCheck {
    static let users: [StorageCheck] = [
        StorageCheck("a user is found by every identifier, as it was stored") { storage in
            let user = try Samples.fullUser(1)
            try await storage.insert(user, Samples.user(2))
            try await storage.read { stored in
                try expect(stored.users.find(user.id), is: user)
                try expect(stored.users.find(by: user.handle), is: user)
                try expect(stored.users.find(.username, normalized: "zo\u{EB}", in: "people"), is: user)
                try expect(stored.users.find(.email, normalized: "z@example.org", in: "people"), is: user)
                try expect(stored.users.find(.phoneNumber, normalized: "+491701", in: "people"), is: user)
            }
        },
        StorageCheck("a user that is not stored is not found") { storage in
            try await storage.insert(Samples.user(1))
            try await storage.read { stored in
                try expect(stored.users.find(Samples.userID(2)), is: nil)
                try expect(stored.users.find(by: Samples.user(2).handle), is: nil)
                try expect(stored.users.find(.email, normalized: "1@example.org", in: "others"), is: nil)
                try expect(stored.users.find(.username, normalized: "1@example.org", in: "people"), is: nil)
                try expect(stored.users.find(.email, normalized: "1@EXAMPLE.org", in: "people"), is: nil)
            }
        },
        StorageCheck("ids, handles and identifiers are unique") { storage in
            let first = try Samples.user(1)
            try await storage.insert(first)
            var sameID = try Samples.user(2)
            sameID.id = first.id
            var sameHandle = try Samples.user(3)
            sameHandle.handle = first.handle
            var sameIdentifier = try Samples.user(4)
            sameIdentifier.identifiers.append(contentsOf: first.identifiers)
            for user in [sameID, sameHandle, sameIdentifier] {
                try await expect(StorageConflict.alreadyExists) { try await storage.insert(user) }
            }
            let remaining = try await storage.read { try $0.users.list(after: nil, limit: 10) }
            try expect(remaining, is: [first])
        },
        StorageCheck("several users may have an identifier that is not unique") { storage in
            let users = try [Samples.user(1), Samples.user(2)].map { user in
                var user = user
                user.identifiers.append(Identifier(kind: .phoneNumber, value: "+491701", normalized: ""))
                return user
            }
            try await storage.insert(users[0], users[1])
            try await storage.read { stored in
                for user in users { try expect(stored.users.find(user.id), is: user) }
                try expect(stored.users.find(.phoneNumber, normalized: "", in: "people"), is: nil)
            }
        },
        StorageCheck("an identifier is unique for its kind within a connection only") { storage in
            let first = try Samples.user(1)
            var inOtherConnection = try Samples.user(2, connection: "others")
            inOtherConnection.identifiers = first.identifiers
            var ofOtherKind = try Samples.user(3)
            ofOtherKind.identifiers = first.identifiers
            ofOtherKind.identifiers[0].kind = .username
            try await storage.insert(first, inOtherConnection, ofOtherKind)
            let users = [first, inOtherConnection, ofOtherKind]
            try await storage.read { stored in
                try expect(stored.users.find(.email, normalized: "1@example.org", in: "people"), is: users[0])
                try expect(stored.users.find(.email, normalized: "1@example.org", in: "others"), is: users[1])
                try expect(stored.users.find(.username, normalized: "1@example.org", in: "people"), is: users[2])
            }
        },
        StorageCheck("a change to a user changes one member and nothing else") { storage in
            var expected = try Samples.fullUser(1)
            try await storage.insert(expected)
            let (metadata, identifiers): (JSONObject, [Identifier]) = (["n": 1], [Samples.email("1@example.org")])
            let changes: [(User.Change, (inout User) -> Void)] = [
                (.blocked(false), { $0.isBlocked = false }), (.metadata(metadata), { $0.metadata = metadata }),
                (.identifiers(identifiers), { $0.identifiers = identifiers }),
                (.name("Zo\u{EB}"), { $0.profile.name = "Zo\u{EB}" }), (.name(nil), { $0.profile.name = nil }),
                (.blocked(true), { ($0.isBlocked, $0.tokenGeneration) = (true, $0.tokenGeneration + 1) }),
                (.newTokenGeneration, { $0.tokenGeneration += 1 }),
            ]
            for (number, (change, edit)) in changes.enumerated() {
                let time = Samples.time(10 + Int64(number))
                edit(&expected)
                expected.updatedAt = time
                try await storage.withTransaction { try $0.users.apply(change, to: Samples.userID(1), at: time) }
                let expectedUser = expected
                try await storage.read { try expect($0.users.find(expectedUser.id), is: expectedUser) }
            }
            try await storage.read { stored in
                try expect(
                    stored.users.find(.email, normalized: "1@example.org", in: "people")?.id, is: Samples.userID(1))
                try expect(stored.users.find(.email, normalized: "z@example.org", in: "people"), is: nil)
            }
        },
        StorageCheck("a disconnected client is remembered with its time, and old ones are forgotten") { storage in
            let user = try Samples.user(1)
            try await storage.insert(user)
            let later = Samples.time(10 + Int64(User.longestDisconnection))
            let changes = [("a", Samples.time(5)), ("b", Samples.time(11)), ("a", Samples.time(12)), ("c", later)]
            for (client, time) in changes {
                try await storage.withTransaction {
                    try $0.users.apply(.disconnected(client: client), to: user.id, at: time)
                }
            }
            var expected = user
            expected.disconnections = ["a": Samples.time(12), "b": Samples.time(11), "c": later]
            let stored = expected
            try await storage.read { try expect($0.users.find(stored.id), is: stored) }
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction {
                    try $0.users.apply(.disconnected(client: "a"), to: Samples.userID(3), at: later)
                }
            }
        },
        StorageCheck("a change never creates a user or takes another's identifier") { storage in
            let first = try Samples.user(1)
            let second = try Samples.user(2)
            try await storage.insert(first, second)
            for change in [User.Change.blocked(true), .metadata(["n": 1]), .identifiers([]), .name("Z")] {
                try await expect(StorageConflict.notFound) {
                    try await storage.withTransaction {
                        try $0.users.apply(change, to: Samples.userID(3), at: Samples.time(1))
                    }
                }
            }
            try await expect(StorageConflict.alreadyExists) {
                try await storage.withTransaction { store in
                    let both = first.identifiers + second.identifiers
                    try store.users.apply(.identifiers(both), to: first.id, at: Samples.time(1))
                }
            }
            try await storage.read { stored in
                try expect(stored.users.list(after: nil, limit: 10), is: [first, second])
            }
        },
    ]
    static let userLists: [StorageCheck] = [
        StorageCheck("users are counted, and listed in the order of their creation, page by page") { storage in
            let moments: [Int64] = [5, 1, 3, 3, 3, 9, 0]
            let users = try moments.enumerated().map { number, moment in
                var user = try Samples.user(number)
                user.createdAt = Samples.time(moment)
                return user
            }
            for user in users { try await storage.insert(user) }
            let expected = [6, 1, 2, 3, 4, 0, 5].map(Samples.userID)
            try await storage.read { try expect($0.users.count(), is: expected.count) }
            for limit in [1, 2, 3, 100] {
                var listed: [UserID] = []
                for _ in 0...expected.count {
                    let last = listed.last
                    let page = try await storage.read { try $0.users.list(after: last, limit: limit) }
                    try expect(page.count <= limit, is: true)
                    if page.isEmpty { break }
                    listed += page.map(\.id)
                }
                try expect(listed, is: expected)
            }
            try await expect(StorageConflict.notFound) {
                _ = try await storage.read { try $0.users.list(after: Samples.userID(99), limit: 1) }
            }
        },
        StorageCheck("accounts are due that were to be erased before a time, earliest first") { storage in
            for (number, time) in [(1, 30), (2, nil), (3, 10), (4, 20)] as [(Int, Int64?)] {
                var user = try Samples.user(number)
                // One is stored with the time, the others get it.
                if number == 1 { user.deletesAt = time.map(Samples.time) }
                let stored = user
                try await storage.withTransaction { store in
                    try store.users.insert(stored)
                    if number != 1 {
                        try store.users.apply(.deletion(at: time.map(Samples.time)), to: stored.id, at: Samples.time(1))
                    }
                }
            }
            let due = { (time: Int64, limit: Int) in
                try await storage.read { try $0.users.list(deletedBefore: Samples.time(time), limit: limit).map(\.id) }
            }
            try expect(try await due(30, 9), is: [Samples.userID(3), Samples.userID(4)])
            try expect(try await due(31, 2), is: [Samples.userID(3), Samples.userID(4)])
            try await storage.withTransaction {
                try $0.users.apply(.deletion(at: nil), to: Samples.userID(3), at: Samples.time(2))
            }
            try expect(try await due(31, 9), is: [Samples.userID(4), Samples.userID(1)])
            try await storage.withTransaction {
                try $0.users.apply(.blocked(true), to: Samples.userID(4), at: Samples.time(2))
            }
            try expect(try await due(31, 9), is: [Samples.userID(1)])
            // A blocked one keeps its time, so that it has as long as the others once it is unblocked.
            try expect(
                try await storage.withTransaction { try $0.users.postponeDeletions(until: Samples.time(40)) }, is: 2)
            try expect(try await due(40, 9), is: [])
            try expect(try await due(41, 9), is: [Samples.userID(1)])
            let kept = try await storage.read { try $0.users.find(Samples.userID(3)) }
            try expect(kept?.deletesAt, is: nil)
            // Asking ends the tokens, keeping doesn't bring them back.
            try expect(kept?.tokenGeneration, is: 1)
        },
        StorageCheck("removing a user removes everything that belongs to it except events") { storage in
            let users = [try Samples.user(1), try Samples.user(2)]
            for user in users {
                let number = user.id == users[0].id ? 1 : 2
                try await storage.withTransaction { store in
                    try store.users.insert(user)
                    try store.passkeys.insert(Samples.passkey(number, of: user))
                    try store.refreshTokens.insert(Samples.token(number, of: user.id))
                    try store.events.insert(Samples.event(number, user: user.id))
                    try store.events.insert(
                        SignInRecord(
                            user: user.id, client: "client", method: "passkey", signedInAt: Samples.time(0)))
                }
            }
            try await storage.withTransaction { try $0.users.remove(users[0].id) }
            try await storage.read { stored in
                for (number, count) in [(1, 0), (2, 1)] {
                    let id = Samples.userID(number)
                    try expect(stored.users.find(id) == nil, is: count == 0)
                    try expect(
                        stored.users.find(.email, normalized: "\(number)@example.org", in: "people") == nil,
                        is: count == 0)
                    try expect(stored.passkeys.list(of: id).count, is: count)
                    try expect(stored.passkeys.find(Samples.passkeyID(number)) == nil, is: count == 0)
                    try expect(stored.refreshTokens.list(of: id).count, is: count)
                    try expect(stored.refreshTokens.find(Samples.bytes(number, salt: 2)) == nil, is: count == 0)
                    try expect(stored.events.listSignIns(of: id, limit: 10).count, is: count)
                    try expect(stored.events.list(user: id, limit: 10), is: [Samples.event(number, user: id)])
                }
            }
            try await expect(StorageConflict.notFound) {
                try await storage.withTransaction { try $0.users.remove(users[0].id) }
            }
            // Its identifiers are free again.
            try await storage.insert(users[0])
        },
    ]
}

extension Storage {
    func insert(_ users: User...) async throws {
        try await withTransaction { store in
            for user in users { try store.users.insert(user) }
        }
    }
}
