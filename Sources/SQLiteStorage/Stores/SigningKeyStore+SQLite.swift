// SPDX-License-Identifier: Apache-2.0

import IdentityModel

/// Signing keys in SQLite.
struct SQLiteSigningKeyStore: SigningKeyStore {
    let connection: Connection

    func find(_ id: String) throws -> SigningKeyRecord? {
        try connection.first(Self.findByID, with: .text(id), read: Self.read)
    }

    func list(host: String) throws -> [SigningKeyRecord] {
        try connection.all(Self.listOfHost, with: .text(host), read: Self.read)
    }

    func insert(_ key: SigningKeyRecord) throws {
        try connection.run(
            Self.insertKey, with: .text(key.id), .text(key.host), .text(key.algorithm), .bytes(key.sealedPrivateKey),
            .bytes(key.publicKeyInfo), .time(key.createdAt), .text(key.stage.rawValue))
    }

    func move(_ id: String, from stage: SigningKeyRecord.Stage, to next: SigningKeyRecord.Stage) throws {
        let changed = try connection.run(
            Self.moveKey, with: .text(next.rawValue), .text(id), .text(stage.rawValue))
        guard changed == 0 else { return }
        throw connection.conflict(try find(id) == nil ? .notFound : .modifiedConcurrently)
    }

    private static func read(_ row: inout Row) throws -> SigningKeyRecord {
        SigningKeyRecord(
            id: row.text(), host: row.text(), algorithm: row.text(), sealedPrivateKey: row.bytes(),
            publicKeyInfo: row.bytes(), createdAt: row.time(),
            stage: try row.require(SigningKeyRecord.Stage(rawValue: row.text())))
    }
}

extension SQLiteSigningKeyStore {
    private static let columns: StaticString =
        "id, host, algorithm, sealed_private_key, public_key_info, created_at, stage"
    private static let findByID = SQL("SELECT", columns, "FROM signing_keys WHERE id = ?")
    private static let listOfHost = SQL(
        "SELECT", columns, "FROM signing_keys WHERE host = ? ORDER BY created_at, number")
    private static let insertKey = SQL("INSERT INTO signing_keys (", columns, ") VALUES (?, ?, ?, ?, ?, ?, ?)")
    private static let moveKey = SQL("UPDATE signing_keys SET stage = ? WHERE id = ? AND stage = ?")
}
