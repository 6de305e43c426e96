// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Consents in SQLite. A consent without an audience is stored with an empty one, because keys can't be NULL.
struct SQLiteConsentStore: ConsentStore {
    let connection: Connection

    func find(user: UserID, client: String, audience: String?) throws -> Consent? {
        try connection.first(
            Self.findOne, with: .text(user.rawValue), .text(client), .text(audience ?? ""), read: Self.read)
    }

    func list(of user: UserID) throws -> [Consent] {
        try connection.all(Self.listOfUser, with: .text(user.rawValue), read: Self.read)
    }

    func put(_ consent: Consent) throws {
        try connection.run(
            Self.putConsent, with: .text(consent.user.rawValue), .text(consent.client), .text(consent.audience ?? ""),
            .words(consent.scope), .time(consent.grantedAt))
    }

    func remove(user: UserID, client: String) throws {
        try connection.run(Self.removeOfClient, with: .text(user.rawValue), .text(client))
    }

    private static func read(_ row: inout Row) throws -> Consent {
        let user = UserID(rawValue: row.text())
        let client = row.text()
        let audience = row.text()
        return Consent(
            user: user, client: client, audience: audience.isEmpty ? nil : audience, scope: try row.words(),
            grantedAt: row.time())
    }
}

extension SQLiteConsentStore {
    private static let columns: StaticString = "user, client, audience, scope, granted_at"
    private static let findOne = SQL(
        "SELECT", columns, "FROM consents WHERE user = ? AND client = ? AND audience = ?")
    private static let listOfUser = SQL(
        "SELECT", columns, "FROM consents WHERE user = ? ORDER BY client, audience")
    private static let putConsent = SQL(
        "INSERT INTO consents (", columns, ") VALUES (?, ?, ?, ?, ?) ON CONFLICT (user, client, audience)",
        "DO UPDATE SET scope = excluded.scope, granted_at = excluded.granted_at")
    private static let removeOfClient = SQL("DELETE FROM consents WHERE user = ? AND client = ?")
}
