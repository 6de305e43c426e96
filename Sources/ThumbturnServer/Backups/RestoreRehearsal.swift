// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import Cryptography
import IdentityModel
import OpenIDProvider
import POSIX
import WireFormats

/// The rehearsal of a backup's restore, in a copy that is gone afterwards.
struct RestoreRehearsal: Sendable {
    /// Whether the master key of this machine opens the signing keys of the backup.
    enum Keys: Hashable, Sendable {
        case opened(Int)
        case unopened(reason: String)

        var isOpen: Bool { if case .opened = self { true } else { false } }
    }

    private struct Content: Sendable {
        var counts: (users: Int, passkeys: Int, clients: Int)
        var newestEvent: Timestamp?
        var keys: Keys
    }

    let keys: Keys
    private let path: String
    private let digest: String
    private let byteCount: Int
    private let schema: Int
    /// The number of this program's schema.
    private let currentSchema: Int
    private let content: Content

    init(of path: String, settings: ServerSettings) async throws(CommandFailure) {
        let folder = try PrivateTemporaryFolder()
        defer { folder.remove() }
        let replacement = try settings.database.kind.replacement(folder.path + "/rehearsal")
        defer { replacement.abandon() }
        try replacement.begin(with: path)
        self.path = path
        currentSchema = settings.database.kind.schema
        (digest, byteCount) = try Self.digest(of: replacement.draft)
        (schema, content) = try await CommandFailure.mapFailure(to: "\(path) can't be restored") {
            let schema: Int
            do {
                try replacement.inspectDraft(checkingRecords: true)
                schema = try replacement.schemaOfDraft()
            } catch StorageError.damaged {
                throw CommandFailure.failed(
                    "\(path) is damaged, and can't be restored.\n  Use an older backup, and make a new one: thumbturn backup FILE"
                )
            }
            return (schema, try await Self.content(of: replacement, settings: settings))
        }
        keys = content.keys
    }

    private static func content(
        of replacement: DatabaseReplacement, settings: ServerSettings
    ) async throws -> Content {
        try await replacement.useDraft { storage in
            let found = try await storage.read { snapshot in
                (
                    counts: (
                        users: try snapshot.users.count(), passkeys: try snapshot.passkeys.count(),
                        clients: try snapshot.configuration.list().count { $0.kind == .client }
                    ),
                    newest: try snapshot.events.list(user: nil, limit: 1).first?.occurredAt,
                    documents: try snapshot.configuration.list()
                )
            }
            let url = try await settings.located(by: storage).url
            let configuration = try ConfigurationSnapshot(documents: found.documents, url: url)
            let keys = await open(configuration.domains.keys.sorted(), in: storage, settings: settings)
            return Content(counts: found.counts, newestEvent: found.newest, keys: keys)
        }
    }

    private static func open(_ hosts: [String], in storage: any Storage, settings: ServerSettings) async -> Keys {
        do throws(CommandFailure) {
            let master = try MasterKeyFile.load(settings, mayCreate: false)
            return try await CommandFailure.mapFailure(to: "The signing keys can't be opened") {
                let ring = KeyRing(master: master, storage: storage)
                var count = 0
                for host in hosts { count += try await ring.reload(host: host).published.count }
                return .opened(count)
            }
        } catch {
            return .unopened(reason: error.message)
        }
    }

    private static func digest(of path: String) throws(CommandFailure) -> (String, Int) {
        let bytes = try Files.read(path)
        let digits = DigestAlgorithm.sha256.hash(bytes).map { byte in
            let text = String(byte, radix: 16)
            return text.count == 2 ? text : "0" + text
        }
        return (digits.joined(), bytes.count)
    }
}

// MARK: The report

extension RestoreRehearsal {
    var lines: [String] {
        let migration = schema < currentSchema ? ", which a restore brings to \(currentSchema)" : ""
        let rows: [(name: String, text: String)] = [
            ("backup", "\(path), intact, \(byteCount) bytes"), ("sha-256", digest), ("schema", "\(schema)\(migration)"),
            ("users", "\(content.counts.users)"), ("passkeys", "\(content.counts.passkeys)"),
            ("clients", "\(content.counts.clients)"),
            ("newest", content.newestEvent.map { "an event of \($0)" } ?? "no events"),
        ]
        let shown = rows.map { "\($0.name.padded(to: 10))\(TerminalText.safe($0.text, limit: 1000))" }
        return shown + [conclusion]
    }

    private var conclusion: String {
        switch keys {
        case .opened(let count): "The master key opens its \(count) signing keys, so it can be restored here."
        case .unopened(let reason): "It can't be restored here. \(reason)"
        }
    }

    var report: JSONObject {
        var report: JSONObject = ["file": .string(path), "sha256": .string(digest)]
        for (name, count) in [
            ("bytes", byteCount), ("schema", schema), ("users", content.counts.users),
            ("passkeys", content.counts.passkeys), ("clients", content.counts.clients),
        ] {
            report[name] = .number(JSONNumber(Int64(count)))
        }
        report["newest_event"] = content.newestEvent.map { .time($0) }
        report["opens_with_master_key"] = .bool(keys.isOpen)
        if case .unopened(let reason) = keys { report["reason"] = .string(reason) }
        return report
    }
}

/// A folder for personal data that no other user may see, in the folder for temporary files.
private struct PrivateTemporaryFolder {
    let path: String

    init() throws(CommandFailure) {
        let parent = ProcessEnvironment.variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(parent)/thumbturn-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .failed(
                "No folder can be created in \(parent): \(PrivateFile.systemText()). Set TMPDIR to another one.")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func remove() {
        rmdir(path)
    }
}
