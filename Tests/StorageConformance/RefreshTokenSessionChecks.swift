// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageCheck {
    static let refreshTokensOfSessions: [StorageCheck] = [
        StorageCheck("a family keeps the session of its sign-in after the session has ended") { storage in
            let session = try await storage.insertSession(1)
            let token = Self.token(1, of: session, scope: ["offline_access"])
            try await storage.withTransaction { store in
                try store.refreshTokens.insert(token)
                try store.sessions.remove(session.id)
            }
            try await storage.read { try expect($0.refreshTokens.find(token.hash), is: token) }
            let other = Samples.token(2, of: session.user, family: 1)
            try await expect(StorageConflict.modifiedConcurrently) {
                try await storage.withTransaction { try $0.refreshTokens.insert(other) }
            }
        },
        StorageCheck("only the online families of a session are removed with it") { storage in
            let session = try await storage.insertSession(1)
            let other = Samples.session(2, of: session.user)
            let kept = [
                Self.token(1, of: session, scope: ["openid", "offline_access"]),
                Self.token(2, of: session, scope: ["online_access_too", "x\"online_access\""]),
                Self.token(3, of: other, scope: ["online_access"]),
                Self.token(4, of: nil, user: session.user, scope: ["online_access"]),
            ]
            let online = [
                Self.token(5, of: session, scope: ["online_access"]),
                Self.token(6, of: session, scope: ["openid", "online_access", "email"]),
            ]
            try await storage.withTransaction { store in
                for token in kept + online { try store.refreshTokens.insert(token) }
                try store.refreshTokens.removeAll(ofSession: session.id)
            }
            try await storage.read { try expect($0.refreshTokens.list(of: session.user), is: kept) }
        },
    ]

    private static func token(
        _ number: Int, of session: BrowserSession?, user: UserID? = nil, scope: [String]
    ) -> RefreshToken {
        var grant = Samples.grant(session?.user ?? user ?? Samples.userID(1))
        grant.scope = scope
        grant.session = session?.id
        return RefreshToken(
            hash: Samples.bytes(number, salt: 2), family: RefreshToken.Family(rawValue: "family \(number)"),
            grant: grant, issuedAt: Samples.time(Int64(number)), expiresAt: nil)
    }
}
