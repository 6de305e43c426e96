// SPDX-License-Identifier: Apache-2.0

import IdentityModel

/// `thumbturn backup`.
enum BackupCommand {
    static let command = Command(
        name: "backup", summary: "copies the database while the server works",
        synopsis: "thumbturn backup FILE [OPTION…]",
        description: """
            Writes one consistent state of the database into FILE, which must not exist and which its owner alone may read.
            A server that runs goes on working.

            The master key is not in a backup. Without it no signing key in the backup can be used: keep it elsewhere.

            Ends with 0 if FILE is whole and on the disk, 1 if it could not be made.
            """,
        options: ServerSettings.options("data", "database"), run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, _ console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        guard let path = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed("backup needs one FILE. See thumbturn help backup.")
        }
        let settings = try ServerSettings.read(for: arguments, ["data", "database"])
        try await StorageSelection.withExisting(settings) { storage throws(CommandFailure) in
            try await CommandFailure.telling("No backup was made") { try await storage.backUp(to: path) }
        }
        console.line("The database is in \(path).")
        console.line(
            "The master key is not. Keep \(settings.masterKeyPath), or what is in THUMBTURN_MASTER_KEY, elsewhere.")
        return .success
    }
}
