// SPDX-License-Identifier: Apache-2.0

import CommandLine

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
        examples: [
            "thumbturn backup /backups/$(date +%F).sqlite --data /var/lib/thumbturn",
            "thumbturn backup verify /backups/2026-01-31.sqlite --data /var/lib/thumbturn",
        ],
        subcommands: [verify], run: run)

    private static let verify = Command(
        name: "backup verify", summary: "rehearses the restore of a backup", operands: "FILE",
        description: """
            Does with a copy of FILE what thumbturn restore does: checks that it is intact, brings its schema to this program's,
            and opens its signing keys with the master key. Prints its SHA-256 and what it holds. Neither FILE nor the server's
            data changes, and a server may run. The copy is in the folder for temporary files, and is removed.

            Exits with 0 if FILE could be restored here, 1 if not, 2 if the command line is invalid.
            """,
        options: [CommandOption(name: "--json", summary: "print a JSON object on one line")]
            + ServerSettings.options("url", "data", "database"),
        examples: ["thumbturn backup verify /backups/2026-01-31.sqlite --data /var/lib/thumbturn"]
    ) { arguments, console throws(CommandFailure) in
        guard let path = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed("backup verify needs one FILE. See thumbturn help backup verify.")
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key"])
        let rehearsal = try await RestoreRehearsal(of: path, settings: settings)
        if arguments.contains("--json") {
            console.printJSON(rehearsal.report)
        } else {
            for line in rehearsal.lines { console.print(line) }
        }
        return rehearsal.keys.isOpen ? .success : .failure
    }

    @Sendable
    private static func run(
        _ arguments: CommandArguments, console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        guard let path = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed("backup needs one FILE. See thumbturn help backup.")
        }
        let settings = try ServerSettings.read(for: arguments, ["data", "database"])
        try await StorageSelection.backUp(settings, to: path, orFail: "The backup failed")
        console.print("The database was backed up to \(path).")
        console.print(
            "The backup does not contain the master key. Keep \(settings.masterKeyPath) or THUMBTURN_MASTER_KEY elsewhere."
        )
        return .success
    }
}
