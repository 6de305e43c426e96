// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Ways into accounts, of all kinds. The record of a sign-in has the IDs of its ways, separated by spaces, or NULL.
struct SQLiteWaysIn {
    let connection: Connection

    /// Returns the passkeys, the password and the device keys of an account, oldest first. Whether an address is a way in, too, is for the
    /// configuration to say.
    func list(of user: UserID) throws -> [WayReference] {
        try connection.all(Self.listOfUser, with: .text(user.rawValue)) { row in
            try row.require(WayReference(id: row.text()))
        }
    }

    /// Throws if a sign-in names a way that doesn't exist. This takes less time than a condition in an insertion.
    func require(_ ways: [WayReference]) throws {
        for way in ways {
            let query =
                switch way.kind {
                case .passkey: Self.findPasskey
                case .password: Self.findPassword
                case .email: Self.findEmail
                case .phone: Self.findPhone
                case .deviceKey: Self.findDeviceKey
                }
            let isFound = try connection.first(query, with: .text(way.id)) { _ in true }
            guard isFound != nil else { throw connection.conflict(.notFound) }
        }
    }

    /// Removes the sessions and the families of refresh tokens that a way opened.
    func removeOpened(by way: WayReference, of user: UserID) throws {
        for removal in [Self.removeSessions, Self.removeFamilies] {
            try connection.run(removal, with: .text(user.rawValue), .text(way.id))
        }
    }

    /// The accounts that have a way in.
    static let accounts: StaticString =
        """
        SELECT owner FROM passkeys UNION SELECT user FROM passwords WHERE disabled_by IS NULL
        UNION SELECT user FROM device_keys
        """

    private static let findPasskey = SQL("SELECT 1 FROM passkeys WHERE id = ?")
    private static let findPassword = SQL("SELECT 1 FROM passwords WHERE user = substr(?, 10) AND disabled_by IS NULL")
    private static let findDeviceKey = SQL("SELECT 1 FROM device_keys WHERE id = ?")
    private static let findAddress: StaticString = """
        SELECT 1 FROM users, json_each(users.identifiers) AS identifier WHERE users.id = substr(?, 7)
        AND identifier.value ->> 3 <> 0 AND identifier.value ->> 0 =
        """
    private static let findEmail = SQL(findAddress, "'email'")
    private static let findPhone = SQL(findAddress, "'phone_number'")
    private static let listOfUser = SQL(
        "SELECT id, created_at AS since, number FROM passkeys WHERE owner = ?1 UNION ALL",
        "SELECT 'password|' || user, set_at, 0 FROM passwords WHERE user = ?1 AND disabled_by IS NULL UNION ALL",
        "SELECT id, created_at, 0 FROM device_keys WHERE user = ?1 ORDER BY since, number"
    )
    private static let isOpened: StaticString = "user = ? AND instr(' ' || ways || ' ', ' ' || ? || ' ') > 0"
    private static let removeSessions = SQL("DELETE FROM browser_sessions WHERE", isOpened)
    private static let removeFamilies = SQL("DELETE FROM refresh_families WHERE", isOpened)
}

extension SQLValue {
    static func ways(_ ways: [WayReference]) -> Self {
        .text(ways.isEmpty ? nil : ways.count == 1 ? ways[0].id : ways.map(\.id).joined(separator: " "))
    }
}

extension Row {
    mutating func ways() throws -> [WayReference] {
        guard let text = optional({ $0.text() }) else { return [] }
        return try text.split(separator: " ").map { try require(WayReference(id: String($0))) }
    }
}
