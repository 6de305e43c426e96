// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import OpenIDProvider
import SQLiteStorage
import WireFormats

/// `thumbturn restore`.
enum RestoreCommand {
    static let command = Command(
        name: "restore", summary: "puts a backup into the place of the database",
        synopsis: "thumbturn restore FILE [OPTION…]",
        description: """
            Copies FILE, which thumbturn backup has made, into the place of the database. The server must be stopped. The
            present database is kept beside it, as ….before-restore.

            The master key must be the one that was in use when the backup was made; this is checked before anything is
            changed. What was used or revoked since the backup is in it as if it were not: so all refresh tokens are
            revoked, ceremonies under way come to nothing, and everybody signs in again. Passkeys that were registered
            since the backup are lost to the server, and passkeys that were removed since are back.

            Ends with 0 if the backup is in place; 1 if not: then nothing was changed; 2 if the command line is wrong.
            """,
        options: ServerSettings.options("url", "data", "database"), run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, _ console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        guard let source = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed("restore needs one FILE. See thumbturn help restore.")
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key"])
        let lock = try InstanceLock(settings)
        let master = try MasterKeyFile.load(settings, mayCreate: false)
        let replacement = DatabaseReplacement(path: settings.databasePath)
        try replacement.begin(with: source)
        do {
            try await CommandFailure.telling("\(source) was not restored, and nothing was changed") {
                try await prepare(replacement.draft, settings: settings, master: master)
            }
            try replacement.finish()
        } catch {
            replacement.abandon()
            throw error
        }
        withExtendedLifetime(lock) { report(replacement, to: console) }
        return .success
    }

    /// Makes a copy of a backup fit for use: once it is in place nobody can use what the backup has forgotten.
    private static func prepare(_ path: String, settings: ServerSettings, master: MasterKey) async throws {
        try SQLiteStorage.inspect(path)
        let storage = try SQLiteStorage(SQLiteSettings(path: path))
        do {
            let documents = try await storage.read { try $0.configuration.list() }
            let configuration = try ConfigurationSnapshot(documents: documents, url: settings.url)
            try await KeyRing(master: master, storage: storage)
                .revokeAfterRestore(hosts: configuration.domains.keys.sorted(), at: .now())
        } catch {
            await storage.close()
            throw error
        }
        await storage.close()
    }

    private static func report(_ replacement: DatabaseReplacement, to console: Console) {
        console.line("The backup is in place as \(replacement.path), and the master key fits it.")
        if FileAccess.canRead(replacement.kept) {
            console.line("What was there before is in \(replacement.kept); remove it when it is not needed any more.")
        }
        console.line("All refresh tokens are revoked: everybody signs in again.")
    }
}
