// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WebAuthnMessages

extension StorageCheck {
    /// Reads that join a record with what decides about its use.
    static let ownedRecords: [StorageCheck] = [
        StorageCheck("a passkey is found with its owner, unless the ceremony was consumed") { storage in
            let passkey = try await storage.insertPasskey()
            try await storage.withTransaction { try $0.oneTime.consume([1], expiresAt: Samples.time(0)) }
            let (credential, unknown) = (passkey.origin.credentialID, CredentialID(Samples.bytes(9)))
            let (consumed, other): ([UInt8], [UInt8]) = ([1], [2])
            try await storage.read { stored in
                let found = try stored.passkeys.find(by: credential, unlessConsumed: other)
                try expect(found.passkey?.passkey, is: passkey)
                try expect(found.passkey?.owner, is: stored.users.find(passkey.owner))
                try expect(found.isConsumed, is: false)
                for (id, ceremony) in [(credential, consumed), (unknown, consumed), (unknown, other)] {
                    let found = try stored.passkeys.find(by: id, unlessConsumed: ceremony)
                    try expect(found.passkey == nil, is: true)
                    try expect(found.isConsumed, is: ceremony == consumed)
                }
            }
        },
        StorageCheck("an account is found unless a grant was revoked") { storage in
            try await storage.insert(Samples.user(1))
            let grants = ["good", "bad"].map(GrantID.init)
            try await storage.withTransaction { _ = try $0.revoke(grants[1], at: Samples.time(0)) }
            try await storage.read { stored in
                for (number, grant, isFound) in [(1, 0, true), (1, 1, false), (2, 0, false), (2, 1, false)] {
                    let found = try stored.users.find(Samples.userID(number), unlessRevoked: grants[grant])
                    try expect(found.user, is: isFound ? Samples.user(1) : nil)
                    try expect(found.isRevoked, is: grant == 1)
                }
            }
        },
        StorageCheck("a session is found with its account and the ways in that it knows") { storage in
            let passkey = try await storage.insertPasskey()
            let full = Samples.fullSession(1, of: passkey.owner, passkey: passkey.id)
            let sessions = [full, Samples.session(2, of: passkey.owner)]
            let other = try Samples.user(9)
            let lonely = Samples.session(3, of: other.id)
            try await storage.withTransaction { store in
                for session in sessions { try store.sessions.insert(session) }
                try store.users.insert(other)
                try store.sessions.insert(lonely)
            }
            try await storage.read { stored in
                for session in sessions {
                    let found = try stored.sessions.findOwned(by: session.secretHash)
                    try expect(found?.session, is: session)
                    try expect(found?.owner, is: stored.users.find(passkey.owner))
                    try expect(found?.ways, is: [passkey.id.way])
                }
                let found = try stored.sessions.findOwned(by: lonely.secretHash)
                try expect(found?.owner, is: other)
                try expect(found?.ways, is: [])
                try expect(stored.sessions.findOwned(by: Samples.bytes(9)) == nil, is: true)
            }
        },
        StorageCheck("a code is found with the account of its user") { storage in
            let user = try Samples.fullUser(1)
            let codes = [Samples.code(1, of: user.id), Samples.code(2, of: user.id)]
            try await storage.withTransaction { store in
                try store.users.insert(user)
                for code in codes { try store.authorizationCodes.insert(code) }
            }
            try await storage.read { stored in
                for code in codes {
                    let found = try stored.authorizationCodes.findOwned(by: code.hash)
                    try expect(found?.code, is: code)
                    try expect(found?.owner, is: user)
                }
                try expect(stored.authorizationCodes.findOwned(by: Samples.bytes(9)) == nil, is: true)
            }
        },
        StorageCheck("a token is found with its account, its successor, and the session that it ends with") { storage in
            let session = try await storage.insertSession(1)
            var grant = Samples.grant(session.user)
            grant.session = session.id
            grant.scope = ["openid", "online_access"]
            let family = RefreshToken.Family(rawValue: "family 1")
            var used = RefreshToken(
                hash: Samples.bytes(1, salt: 2), family: family, grant: grant, issuedAt: Samples.time(1),
                expiresAt: Samples.time(900))
            used.idleExpiresAt = Samples.time(90)
            var next = RefreshToken(
                hash: Samples.bytes(2, salt: 2), family: family, grant: grant, issuedAt: Samples.time(2),
                expiresAt: Samples.time(900))
            next.idleExpiresAt = Samples.time(91)
            used.successor = Samples.successor(2)
            let tokens = [used, next]
            try await storage.withTransaction { store in
                for token in tokens { try store.refreshTokens.insert(token) }
            }
            try await storage.read { stored in
                for (token, successor) in [(tokens[0], tokens[1]), (tokens[1], nil)] {
                    let found = try stored.refreshTokens.findOwned(token.hash)
                    try expect(found?.token, is: token)
                    try expect(found?.owner, is: stored.users.find(session.user))
                    try expect(found?.session, is: session)
                    try expect(found?.successor, is: successor)
                }
                try expect(stored.refreshTokens.findOwned(Samples.bytes(9)) == nil, is: true)
            }
            try await storage.withTransaction { try $0.sessions.remove(session.id) }
            try await storage.read { stored in
                let found = try stored.refreshTokens.findOwned(tokens[0].hash)
                try expect(found?.token, is: tokens[0])
                try expect(found?.session, is: nil)
            }
        },
        StorageCheck("a token that outlives its session is found without it") { storage in
            let session = try await storage.insertSession(1)
            for (number, scope) in [(1, ["offline_access"]), (2, ["x\"online_access\""]), (3, [])] {
                var grant = Samples.grant(session.user)
                grant.session = session.id
                grant.scope = scope
                let token = RefreshToken(
                    hash: Samples.bytes(number, salt: 2), family: RefreshToken.Family(rawValue: "\(number)"),
                    grant: grant, issuedAt: Samples.time(0), expiresAt: nil)
                try await storage.withTransaction { try $0.refreshTokens.insert(token) }
                let found = try await storage.read { try $0.refreshTokens.findOwned(token.hash) }
                try expect(found?.token, is: token)
                try expect(found?.session, is: nil)
                try expect(found?.successor, is: nil)
            }
        },
    ]
}
