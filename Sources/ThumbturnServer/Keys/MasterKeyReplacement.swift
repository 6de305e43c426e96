// SPDX-License-Identifier: Apache-2.0

import Administration
package import CommandLine
package import IdentityModel
package import OpenIDProvider
import POSIX
import WireFormats

/// `thumbturn keys replace-master-key`.
///
/// It needs nothing of the former key, which may be lost, and leaves nothing that it opens, because it may be stolen.
package enum MasterKeyReplacement {
    static let command = Command(
        name: "keys replace-master-key", summary: "starts again with another master key, after a loss or a theft",
        description: """
            Makes a new master key, and new signing keys under it. Stop the server first. Use it when the master key is lost, or when
            others may have it. Users keep their accounts and passkeys.

            All tokens and sealed data are void, and all users sign in again; a browser whose session is the only way into its
            account stays signed in. Clients and APIs fetch the new signing keys by themselves. Invitations have to be sent again.

            If THUMBTURN_MASTER_KEY is set, its value becomes the key: set it to a new one before. Otherwise the file master.key of the
            data folder is replaced. If the command was interrupted, run it again.

            Exits with 0 on success, 1 on failure, 2 if the command line is invalid.
            """,
        options: [CommandOption(name: "--yes", summary: "don't ask")]
            + ServerSettings.options("url", "data", "database"),
        examples: ["thumbturn keys replace-master-key --yes"], run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        guard arguments.operands.isEmpty else {
            throw .malformed("keys replace-master-key takes only options. See thumbturn help keys replace-master-key.")
        }
        guard arguments.contains("--yes") else {
            throw .malformed(
                "This signs out every user, and voids every token. Add --yes if that is what you want.")
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key"])
        guard settings.database.exists else { throw .noDatabase(at: settings.database) }
        let lock = try InstanceLock(settings)
        let file = MasterKeyFile.Successor(settings)
        let master = if let given = settings.masterKey { given } else { try file.make() }
        do throws(CommandFailure) {
            try await replace(master, settings: settings, by: arguments.administrator)
        } catch {
            // It would look like a key that is in use.
            file.abandon()
            throw error
        }
        if settings.masterKey == nil { try file.finish() }
        withExtendedLifetime(lock) {
            console.print(
                "The server has a new master key and new signing keys. Keep a copy of the master key, apart from the backups."
            )
            console.print(
                "All tokens are void, so all users must sign in again. Backups of before need the former master key.")
        }
        return .success
    }

    /// Replaces what the former key opens.
    package static func replace(
        _ master: MasterKey, settings: ServerSettings, by administrator: Administrator
    ) async throws(CommandFailure) {
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            try await CommandFailure.mapFailure(to: "The master key was not replaced, and nothing was changed") {
                let server = AdministeredServer(storage: storage, url: settings.url)
                try await KeyReplacement(server: server, master: master)(
                    isMasterKeyNew: settings.masterKey == nil, by: administrator)
            }
        }
    }
}
