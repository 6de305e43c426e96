// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// Passkeys in SQLite.
struct SQLitePasskeyStore: PasskeyStore {
    let connection: Connection

    func find(_ id: PasskeyID) throws -> Passkey? {
        try connection.first(Self.findByID, with: .text(id.rawValue), read: Self.read)
    }

    func find(by credentialID: CredentialID) throws -> OwnedPasskey? {
        try connection.first(Self.findByCredential, with: .bytes(credentialID.bytes), read: Self.readOwned)
    }

    func find(
        by credentialID: CredentialID, unlessConsumed ceremony: [UInt8]
    ) throws -> (passkey: OwnedPasskey?, isConsumed: Bool) {
        let found = try connection.first(
            Self.findUnlessConsumed, with: .bytes(ceremony), .bytes(credentialID.bytes)
        ) { row in
            try row.flag() ? nil : Self.readOwned(&row)
        }
        if let found { return (found, found == nil) }
        return (nil, try SQLiteOneTimeStore(connection: connection).isConsumed(ceremony))
    }

    func credential(after id: CredentialID) throws -> CredentialID? {
        try connection.first(Self.nextCredential, with: .bytes(id.bytes)) { CredentialID($0.bytes()) }
    }

    func list(of owner: UserID) throws -> [Passkey] {
        try connection.all(Self.listOfOwner, with: .text(owner.rawValue), read: Self.read)
    }

    func count(relyingPartyID: String) throws -> Int {
        try connection.first(Self.countOfRelyingParty, with: .text(relyingPartyID)) { $0.count() } ?? 0
    }

    func count() throws -> Int {
        try connection.first(Self.countAll) { $0.count() } ?? 0
    }

    func insert(_ passkey: Passkey) throws {
        let origin = passkey.origin
        try connection.run(
            Self.insertPasskey, with: .text(passkey.id.rawValue), .text(passkey.owner.rawValue),
            .bytes(origin.credentialID.bytes), .bytes(origin.publicKey), .text(origin.relyingPartyID),
            .bytes(origin.userHandle.bytes), .bytes(origin.aaguid.bytes), .words(origin.transports.map(\.rawValue)),
            .text(origin.attachment?.rawValue), .flag(origin.isBackupEligible), .flag(origin.isCreatedConditionally),
            .text(origin.attestationFormat.rawValue), .text(origin.userAgent), .time(origin.createdAt),
            .text(passkey.name), .integer(Int64(passkey.signCount)), .flag(passkey.isBackedUp),
            .flag(passkey.isUserVerified), .time(passkey.lastUsedAt), .text(passkey.supersededBy?.rawValue),
            .time(passkey.counterRegressedAt), .ways(passkey.addedBy), .time(passkey.unconfirmedUntil))
    }

    func record(_ use: Passkey.Use, of id: PasskeyID) throws {
        let changed = try connection.run(
            Self.recordUse, with: .integer(Int64(use.signCount)), .flag(use.isBackedUp), .flag(use.isUserVerified),
            .time(use.usedAt), .time(use.isCounterRegressed ? use.usedAt : nil), .text(id.rawValue),
            .integer(Int64(use.expectedSignCount)))
        guard changed == 0 else { return }
        throw connection.conflict(try find(id) == nil ? .notFound : .modifiedConcurrently)
    }

    func recordCounterRegression(of id: PasskeyID, at time: Timestamp) throws {
        try requireOne(connection.run(Self.recordRegression, with: .time(time), .text(id.rawValue)))
    }

    func rename(_ id: PasskeyID, to name: String?) throws {
        try requireOne(connection.run(Self.renamePasskey, with: .text(name), .text(id.rawValue)))
    }

    func supersede(_ id: PasskeyID, by successor: PasskeyID) throws {
        try requireOne(connection.run(Self.supersedePasskey, with: .text(successor.rawValue), .text(id.rawValue)))
    }

    func remove(_ id: PasskeyID) throws {
        let owner = try connection.first(Self.findOwner, with: .text(id.rawValue)) { UserID(rawValue: $0.text()) }
        if let owner { try SQLiteWaysIn(connection: connection).removeOpened(by: id.way, of: owner) }
        try requireOne(connection.run(Self.removePasskey, with: .text(id.rawValue)))
    }

    private func requireOne(_ changed: Int) throws {
        guard changed == 1 else { throw connection.conflict(.notFound) }
    }

    private static func readOwned(_ row: inout Row) throws -> OwnedPasskey {
        OwnedPasskey(passkey: try read(&row), owner: try SQLiteUserStore.read(&row))
    }

    private static func read(_ row: inout Row) throws -> Passkey {
        let id = PasskeyID(rawValue: row.text())
        let owner = UserID(rawValue: row.text())
        var passkey = Passkey(stored: id, owner: owner, origin: try readOrigin(&row))
        passkey.name = row.optional { $0.text() }
        passkey.signCount = UInt32(clamping: row.integer())
        passkey.isBackedUp = row.flag()
        passkey.isUserVerified = row.flag()
        passkey.lastUsedAt = row.optional { $0.time() }
        passkey.supersededBy = row.optional { PasskeyID(rawValue: $0.text()) }
        passkey.counterRegressedAt = row.optional { $0.time() }
        passkey.addedBy = try row.ways()
        passkey.unconfirmedUntil = row.optional { $0.time() }
        return passkey
    }

    private static func readOrigin(_ row: inout Row) throws -> Passkey.Origin {
        Passkey.Origin(
            credentialID: CredentialID(row.bytes()), publicKey: row.bytes(), relyingPartyID: row.text(),
            userHandle: try row.require(UserHandle(row.bytes())), aaguid: try row.require(AAGUID(row.bytes())),
            transports: try row.words().map(AuthenticatorTransport.init),
            attachment: row.optional { AuthenticatorAttachment(rawValue: $0.text()) },
            isBackupEligible: row.flag(), isCreatedConditionally: row.flag(),
            attestationFormat: AttestationFormatID(rawValue: row.text()), userAgent: row.optional { $0.text() },
            createdAt: row.time())
    }
}

extension SQLitePasskeyStore {
    private static let columns: StaticString = """
        passkeys.id, passkeys.owner, passkeys.credential_id, passkeys.public_key, passkeys.relying_party,
        passkeys.user_handle, passkeys.aaguid, passkeys.transports, passkeys.attachment, passkeys.is_backup_eligible,
        passkeys.is_created_silently, passkeys.attestation_format, passkeys.user_agent, passkeys.created_at,
        passkeys.name, passkeys.sign_count, passkeys.is_backed_up, passkeys.is_user_verified, passkeys.last_used_at,
        passkeys.superseded_by, passkeys.counter_regressed_at, passkeys.added_by, passkeys.unconfirmed_until
        """
    private static let findByID = SQL("SELECT", columns, "FROM passkeys WHERE id = ?")
    private static let findOwner = SQL("SELECT owner FROM passkeys WHERE id = ?")
    private static let findByCredential = SQL("SELECT", columns, ",", SQLiteUserStore.columns, isOfCredential)
    private static let findUnlessConsumed = SQL(
        "SELECT EXISTS (", SQLiteOneTimeStore.isConsumed, "),", columns, ",", SQLiteUserStore.columns, isOfCredential)
    private static let isOfCredential: StaticString =
        "FROM passkeys JOIN users ON users.id = passkeys.owner WHERE passkeys.credential_id = ?"
    private static let nextCredential = SQL(
        "SELECT credential_id FROM passkeys WHERE credential_id > ? ORDER BY credential_id LIMIT 1")
    private static let listOfOwner = SQL(
        "SELECT", columns, "FROM passkeys WHERE owner = ? ORDER BY created_at, number")
    private static let countAll = SQL("SELECT count(*) FROM passkeys")
    private static let countOfRelyingParty = SQL("SELECT count(*) FROM passkeys WHERE relying_party = ?")
    private static let insertPasskey = SQL(
        "INSERT INTO passkeys (id, owner, credential_id, public_key, relying_party, user_handle, aaguid, transports,",
        "attachment, is_backup_eligible, is_created_silently, attestation_format, user_agent, created_at, name,",
        "sign_count, is_backed_up, is_user_verified, last_used_at, superseded_by, counter_regressed_at, added_by,",
        "unconfirmed_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    private static let recordUse = SQL(
        "UPDATE passkeys SET sign_count = max(sign_count, ?1), is_backed_up = ?2,",
        "is_user_verified = max(is_user_verified, ?3), last_used_at = ifnull(max(last_used_at, ?4), ?4),",
        "counter_regressed_at = ifnull(?5, counter_regressed_at) WHERE id = ?6 AND sign_count = ?7")
    private static let recordRegression = SQL("UPDATE passkeys SET counter_regressed_at = ? WHERE id = ?")
    private static let renamePasskey = SQL("UPDATE passkeys SET name = ? WHERE id = ?")
    private static let supersedePasskey = SQL("UPDATE passkeys SET superseded_by = ? WHERE id = ?")
    private static let removePasskey = SQL("DELETE FROM passkeys WHERE id = ?")
}
