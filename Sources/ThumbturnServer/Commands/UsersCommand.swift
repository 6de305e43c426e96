// SPDX-License-Identifier: Apache-2.0

/// `thumbturn users`.
enum UsersCommand {
    static let command = Command(
        name: "users", summary: "shows accounts, blocks, deletes and invites them",
        synopsis: "thumbturn users list|show|block|unblock|delete|remove-passkey|invite [OPTION…] [USER]",
        description: """
            list     shows accounts in the order of their creation
            show     shows what is stored of one: profile, identifiers, passkeys, sessions and the last sign-ins
            block    shuts somebody out, at once
            unblock  lets somebody in again
            delete   removes an account with its passkeys and all that belongs to it; asks for --yes
            remove-passkey  removes one passkey, the last one too, with the sessions that it opened
            invite   prints a link with which the account's owner enrolls one passkey, once; it needs the master key, and --url
                     as the server has it

            USER is an account's id, or an e-mail address, telephone number or user name. Blocking, unblocking and deleting
            revoke all refresh tokens of the account in the same transaction and record an event. This server refuses the
            access tokens that were issued before; other interfaces accept them until they expire.

            Ends with 0 if it is done, 1 if it can't be, 2 if the command line is wrong.
            """,
        options: ServerSettings.options("url", "data", "database") + [
            CommandOption(
                name: "--connection", value: "NAME", summary: "where USER is looked for, or whose are listed"),
            CommandOption(name: "--limit", value: "N", summary: "how many to list (default: 50)"),
            CommandOption(name: "--after", value: "ID", summary: "list from behind this account on"),
            CommandOption(name: "--json", summary: "print JSON: one line for each account"),
            CommandOption(name: "--yes", summary: "delete without being asked"),
            CommandOption(
                name: "--host", value: "HOST", summary: "where to enroll (default: the only host, or the URL's)"),
            CommandOption(name: "--passkey", value: "ID", summary: "which passkey to remove, as show has it"),
            CommandOption(name: "--end-sessions", summary: "end all sessions of the account with the passkey"),
            CommandOption(
                name: "--existing", value: "keep|remove",
                summary:
                    "what becomes of the account's passkeys and sessions (default: remove unless an address is verified)"
            ),
            CommandOption(
                name: "--valid-for", value: "TIME", summary: "how long the link works, such as 30m or 7d (default: 24h)"
            ),
        ],
        run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, _ console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        let request = try UsersRequest(arguments, console)
        try await StorageSelection.withExisting(request.settings) { storage throws(CommandFailure) in
            try await request.carryOut(in: storage)
        }
        return .success
    }
}
