// SPDX-License-Identifier: Apache-2.0

import IdentityModel

/// The configuration in SQLite.
struct SQLiteConfigurationStore: ConfigurationStore {
    let connection: Connection

    func find(_ kind: ConfigurationDocument.Kind, id: String) throws -> ConfigurationDocument? {
        try connection.first(Self.findDocument, with: .text(kind.rawValue), .text(id), read: Self.read)
    }

    func list() throws -> [ConfigurationDocument] {
        try connection.all(Self.listDocuments, read: Self.read)
    }

    func revision() throws -> Int {
        try connection.first(Self.readRevision) { $0.count() } ?? 0
    }

    func put(_ document: ConfigurationDocument) throws {
        let changed = try connection.run(
            Self.putDocument, with: .text(document.kind.rawValue), .text(document.id), .json(document.json))
        if changed > 0 { try connection.run(Self.advanceRevision) }
    }

    func remove(_ kind: ConfigurationDocument.Kind, id: String) throws {
        guard try connection.run(Self.removeDocument, with: .text(kind.rawValue), .text(id)) == 1 else {
            throw connection.conflict(.notFound)
        }
        try connection.run(Self.advanceRevision)
    }

    private static func read(_ row: inout Row) throws -> ConfigurationDocument {
        let kind = try row.require(ConfigurationDocument.Kind(rawValue: row.text()))
        return ConfigurationDocument(kind: kind, id: row.text(), json: try row.json())
    }
}

extension SQLiteConfigurationStore {
    private static let findDocument = SQL("SELECT kind, id, json FROM configuration WHERE kind = ? AND id = ?")
    private static let listDocuments = SQL("SELECT kind, id, json FROM configuration ORDER BY kind, id")
    private static let readRevision = SQL("SELECT revision FROM configuration_revision")
    private static let putDocument = SQL(
        "INSERT INTO configuration (kind, id, json) VALUES (?, ?, ?)",
        "ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json WHERE json <> excluded.json")
    private static let removeDocument = SQL("DELETE FROM configuration WHERE kind = ? AND id = ?")
    private static let advanceRevision = SQL("UPDATE configuration_revision SET revision = revision + 1")
}
