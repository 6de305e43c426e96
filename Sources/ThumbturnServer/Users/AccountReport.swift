// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel
import WebAuthnVerification
import WireFormats

/// An account as an operator may see it, without keys and tokens.
struct AccountReport {
    /// A family of refresh tokens, described by its newest token.
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
    /// The sessions in browsers that have not expired.
    let browserSessions: [BrowserSession]
    let signIns: [SignInRecord]

    /// The maximum number of sign-ins that are shown.
    private static let signInLimit = 10

    init(_ user: User, in storage: any Storage) async throws(CommandFailure) {
        let (passkeys, tokens, browserSessions, signIns) = try await CommandFailure.mapFailure(
            to: "The account can't be read"
        ) {
            try await storage.read { snapshot in
                (
                    try snapshot.passkeys.list(of: user.id), try snapshot.refreshTokens.list(of: user.id),
                    try snapshot.sessions.list(of: user.id),
                    try snapshot.events.listSignIns(of: user.id, limit: Self.signInLimit)
                )
            }
        }
        self.user = user
        self.passkeys = passkeys
        sessions = Self.sessions(tokens)
        self.browserSessions = browserSessions.filter { !$0.isExpired(at: .now()) }
        self.signIns = signIns
    }

    /// Groups tokens, oldest first, by family.
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
        if isJSON { console.printJSON(json) } else { print(on: console) }
    }
}

extension Passkey {
    /// The kind of place where the passkey is stored.
    var place: String {
        guard origin.isBackupEligible else { return "one device" }
        return isBackedUp ? "synced" : "synced, no backup yet"
    }
}

extension String {
    /// The browser and the system that a user agent names, as the pages show them; all of it if neither is known.
    var browserName: String { BrowserName(userAgent: self).text ?? self }
}

extension User {
    /// Whether anybody can sign in, in words.
    var state: String {
        let deletion = deletesAt.map { "to be deleted at \($0)" }
        return isBlocked ? ["blocked", deletion].compactMap(\.self).joined(separator: ", ") : deletion ?? "active"
    }
}

extension AccountReport {
    /// Prints the account as text.
    func print(on console: Console) {
        printProfile(on: console)
        var identifiers = TextTable("IDENTIFIER", "KIND", "STATE")
        for identifier in user.identifiers {
            identifiers.append(
                identifier.value, identifier.kind.rawValue, identifier.isVerified ? "verified" : "unverified")
        }
        var keys = TextTable("PASSKEY", "NAME", "CREATED", "LAST USED", "PLACE", "RELYING PARTY", "ID")
        for passkey in passkeys {
            let maker = AuthenticatorNames.name(of: passkey.origin.aaguid)
            keys.append(
                maker ?? "unknown", passkey.name ?? "", passkey.origin.createdAt.description,
                passkey.lastUsedAt?.description ?? "never",
                passkey.place + (passkey.supersededBy == nil ? "" : ", superseded"), passkey.origin.relyingPartyID,
                passkey.id.rawValue)
        }
        var open = TextTable("SESSION", "CLIENT", "SIGNED IN", "LAST USED", "ENDS")
        for session in sessions {
            open.append(
                session.host, session.client, session.authenticatedAt.description, session.lastUsedAt.description,
                session.expiresAt?.description ?? "")
        }
        var past = TextTable("SIGN-IN", "METHOD", "CLIENT", "WAY IN")
        for signIn in signIns {
            let ways = signIn.ways.map(\.id).joined(separator: " ")
            past.append(signIn.signedInAt.description, signIn.method, signIn.client, ways)
        }
        for table in [identifiers, keys, open, browserTable, past] where !table.isEmpty {
            console.print("")
            console.print(table)
        }
    }

    private var browserTable: TextTable {
        var browsers = TextTable("BROWSER SESSION", "HOST", "SIGNED IN", "LAST USED", "ENDS", "BROWSER")
        for session in browserSessions {
            browsers.append(
                session.id.rawValue, session.host, session.createdAt.description, session.lastUsedAt.description,
                min(session.idleExpiresAt, session.expiresAt).description, session.userAgent?.browserName ?? "")
        }
        return browsers
    }

    private func printProfile(on console: Console) {
        let profile = user.profile
        let facts = [
            ("id", user.id.rawValue), ("connection", user.connection), ("name", profile.name),
            ("given name", profile.givenName), ("family name", profile.familyName), ("nickname", profile.nickname),
            ("picture", profile.picture), ("state", user.state),
            ("created", user.createdAt.description), ("updated", user.updatedAt.description),
        ]
        for (name, value) in facts {
            guard let value else { continue }
            console.print(name.padded(to: 13) + TerminalText.safe(value, limit: 300))
        }
    }
}
