// SPDX-License-Identifier: Apache-2.0

import IdentityModel

/// `thumbturn backup`.
enum BackupCommand {
    static let command = Command(
        name: "backup", summary: "backs up the database while the server runs",
        operands: "FILE",
        description: """
            Writes a consistent copy of the database to FILE. FILE must not exist, and only its owner can read it. A running
            server is not interrupted.

            A backup does not contain the master key. Without that key the signing keys in the backup are unusable, so keep
            it in another place.

            Exits with 0 if FILE is complete and on disk, 1 if the backup failed.
            """,
        options: ServerSettings.options("data", "database"),
        examples: ["thumbturn backup /backups/$(date +%F).sqlite --data /var/lib/thumbturn"], run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        guard let path = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed("backup needs one FILE. See thumbturn help backup.")
        }
        let settings = try ServerSettings.read(for: arguments, ["data", "database"])
        try await StorageSelection.withExisting(settings) { storage, _ throws(CommandFailure) in
            try await CommandFailure.mapFailure(to: "The backup failed") { try await storage.backUp(to: path) }
        }
        console.print("The database was backed up to \(path).")
        console.print(
            "The backup does not contain the master key. Keep \(settings.masterKeyPath) or THUMBTURN_MASTER_KEY elsewhere."
        )
        return .success
    }
}
