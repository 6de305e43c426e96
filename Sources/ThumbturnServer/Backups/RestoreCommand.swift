// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import IdentityModel
import OpenIDProvider
import WireFormats

/// `thumbturn restore`.
enum RestoreCommand {
    static let command = Command(
        name: "restore", summary: "replaces the database with a backup",
        operands: "FILE",
        description: """
            Replaces the database with FILE, a backup made by thumbturn backup. Stop the server first. The present database
            is kept beside it, as ….before-restore.

            The master key must be the one that was in use when the backup was made; this is checked before anything changes.
            A backup does not know what was used or revoked after it was made. Therefore all refresh tokens are revoked,
            unfinished ceremonies are void, and all users sign in again. Passkeys registered after the backup no longer work,
            and passkeys removed after it work again. So do signing keys and client secrets: revoke and replace them once more.

            Exits with 0 if the backup was restored, 1 if not (nothing was changed), 2 if the command line is invalid.
            """,
        options: ServerSettings.options("url", "data", "database"),
        examples: ["thumbturn restore /backups/2026-01-31.sqlite --data /var/lib/thumbturn"], run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        guard let source = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed("restore needs one FILE. See thumbturn help restore.")
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key"])
        let lock = try InstanceLock(settings)
        let master = try MasterKeyFile.load(settings, mayCreate: false)
        let replacement = try settings.database.replacement()
        try replacement.begin(with: source)
        let deletions: Int
        do {
            deletions = try await CommandFailure.mapFailure(to: "\(source) was not restored, and nothing was changed") {
                try await prepare(replacement, settings: settings, master: master, by: arguments.administrator)
            }
            try replacement.finish()
        } catch {
            replacement.abandon()
            throw error
        }
        withExtendedLifetime(lock) { report(replacement, deletions: deletions, to: console) }
        return .success
    }

    /// Revokes the tokens and ceremonies that a copy of a backup would otherwise make valid again. Returns how many
    /// accounts are going to be erased.
    private static func prepare(
        _ replacement: DatabaseReplacement, settings: ServerSettings, master: MasterKey, by administrator: Administrator
    ) async throws -> Int {
        try replacement.inspectDraft()
        return try await replacement.useDraft { storage in
            let server = AdministeredServer(storage: storage, url: try await settings.located(by: storage).url)
            let ring = KeyRing(master: master, storage: storage)
            return try await RestorePreparation(server: server, ring: ring)(by: administrator)
        }
    }

    private static func report(_ replacement: DatabaseReplacement, deletions: Int, to console: Console) {
        console.print("The backup was restored to \(replacement.path). The master key matches it.")
        if FileAccess.canRead(replacement.kept) {
            console.print("The previous database is in \(replacement.kept). Remove it when you no longer need it.")
        }
        console.print("All refresh tokens were revoked, so all users must sign in again.")
        console.print(
            "Signing keys and client secrets are those of the backup: what was revoked or replaced since is valid again. "
                + "See thumbturn keys list.")
        guard deletions > 0 else { return }
        console.print(
            "\(deletions) \(deletions == 1 ? "user" : "users") had asked for the deletion of an account, and may have kept it since. "
                + "The three days begin again: see thumbturn users list, and thumbturn users keep.")
    }
}
