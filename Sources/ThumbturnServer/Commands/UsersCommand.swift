// SPDX-License-Identifier: Apache-2.0

/// `thumbturn users`.
enum UsersCommand {
    static let command = Command(
        name: "users", summary: "lists, shows, blocks, deletes and invites accounts",
        synopsis: "thumbturn users list|show|block|unblock|delete|remove-passkey|invite [OPTION…] [USER]",
        description: """
            list            lists accounts, oldest first
            show            shows an account's profile, identifiers, passkeys, sessions and latest sign-ins
            block           prevents an account from signing in, with immediate effect
            unblock         lets a blocked account sign in again
            delete          deletes an account with its passkeys and all other data; needs --yes
            remove-passkey  removes one passkey, even the last one, and ends the sessions that it opened
            invite          prints a link with which the account's owner can enroll one passkey, once; needs the master key
                            and the server's --url

            USER is an account ID, e-mail address, phone number or user name. block, unblock and delete also revoke all
            refresh tokens of the account in the same transaction and record an event. This server rejects access tokens
            issued before; other APIs accept them until they expire.

            Exits with 0 on success, 1 on failure, 2 if the command line is invalid.
            """,
        options: ServerSettings.options("url", "data", "database") + [
            CommandOption(
                name: "--connection", value: "NAME",
                summary: "the connection that USER belongs to, or whose accounts are listed"),
            CommandOption(name: "--limit", value: "N", summary: "the number of accounts to list (default: 50)"),
            CommandOption(name: "--after", value: "ID", summary: "start the list after this account"),
            CommandOption(name: "--json", summary: "print one line of JSON for each account"),
            CommandOption(name: "--yes", summary: "confirm the deletion"),
            CommandOption(
                name: "--host", value: "HOST", summary: "the host to enroll at (default: the only host, or the URL's)"),
            CommandOption(name: "--passkey", value: "ID", summary: "the ID of the passkey to remove, from users show"),
            CommandOption(name: "--end-sessions", summary: "end all sessions of the account as well"),
            CommandOption(
                name: "--existing", value: "keep|remove",
                summary:
                    "whether the account's passkeys and sessions stay (default: remove unless an address is verified)"
            ),
            CommandOption(
                name: "--valid-for", value: "TIME", summary: "how long the link works, such as 30m or 7d (default: 24h)"
            ),
        ],
        run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        let request = try UsersRequest(arguments, console: console)
        try await StorageSelection.withExisting(request.settings) { storage throws(CommandFailure) in
            try await request.carryOut(in: storage)
        }
        return .success
    }
}
