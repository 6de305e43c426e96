// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// What is stored of one account, as far as an operator may see it: no key and no token is in it.
struct AccountReport {
    /// Refresh tokens that came from one sign-in, by their newest.
    struct Session {
        let family: String
        let client: String
        let host: String
        let authenticatedAt: Timestamp
        let lastUsedAt: Timestamp
        let expiresAt: Timestamp?
    }

    let user: User
    let passkeys: [Passkey]
    let sessions: [Session]
    let signIns: [SignInRecord]

    /// How many sign-ins are shown.
    private static let signInLimit = 10

    init(_ user: User, in storage: any Storage) async throws(CommandFailure) {
        let read = try await CommandFailure.telling("The account can't be read") {
            try await storage.read { snapshot in
                (
                    try snapshot.passkeys.list(of: user.id), try snapshot.refreshTokens.list(of: user.id),
                    try snapshot.events.listSignIns(of: user.id, limit: Self.signInLimit)
                )
            }
        }
        self.user = user
        passkeys = read.0
        sessions = Self.sessions(read.1)
        signIns = read.2
    }

    /// Tokens come with the oldest first, so the last of a family is its newest.
    private static func sessions(_ tokens: [RefreshToken]) -> [Session] {
        var newest: [RefreshToken] = []
        for token in tokens {
            newest.removeAll { $0.family == token.family }
            newest.append(token)
        }
        return newest.map { token in
            Session(
                family: token.family.rawValue, client: token.grant.client, host: token.grant.host,
                authenticatedAt: token.grant.authenticatedAt, lastUsedAt: token.issuedAt, expiresAt: token.expiresAt)
        }
    }

    func show(asJSON isJSON: Bool, on console: Console) {
        if isJSON { console.jsonLine(json) } else { print(on: console) }
    }
}

extension Passkey {
    /// What is known of where it is kept.
    var place: String {
        guard origin.isBackupEligible else { return "one device" }
        return isBackedUp ? "synced" : "synced, no backup yet"
    }
}
