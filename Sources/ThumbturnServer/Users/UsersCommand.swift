// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import IdentityModel
import WireFormats

/// `thumbturn users`.
enum UsersCommand {
    static let command = Command(
        name: "users", summary: "lists, shows, blocks, deletes and invites accounts",
        description: """
            Manages the accounts of users, whether the server runs or not. Each change is stored with an audit event that names
            you and the command.

            USER is an account ID, e-mail address, phone number or user name.
            """,
        examples: ["thumbturn users list", "thumbturn users show ada@example.com"],
        subcommands: [
            list, show, verify, changeEmail, block, unblock, keep, delete, removePasskey, endSessions,
            PasswordCommand.command, DeviceKeysCommand.command, invite,
        ])

    private static let connection = CommandOption(
        name: "--connection", value: "NAME",
        summary: "the connection that USER belongs to, if several have such an account"
    )
    private static let json = CommandOption(name: "--json", summary: "print one line of JSON for each account")
    private static let storage = ServerSettings.options("url", "data", "database")
    private static let exitStatus = "Exits with 0 on success, 1 on failure, 2 if the command line is invalid."

    private static let list = Command(
        name: "users list", summary: "lists accounts, oldest first",
        description: "Lists accounts, oldest first.\n\n\(exitStatus)",
        options: [
            CommandOption(name: "--connection", value: "NAME", summary: "only accounts of this connection"),
            CommandOption(
                name: "--device-keys",
                summary: "only accounts with a device key and without a passkey, with their clients"
            ),
            CommandOption(name: "--limit", value: "N", summary: "the number of accounts to list (default: 50)"),
            CommandOption(name: "--after", value: "ID", summary: "start the list after this account"), json,
        ] + storage,
        examples: [
            "thumbturn users list --limit 100", "thumbturn users list --device-keys",
            "thumbturn users list --json | jq -r .user_id",
        ]
    ) { arguments, console throws(CommandFailure) in
        guard arguments.operands.isEmpty else {
            throw .malformed("users list takes only options. See thumbturn help users list.")
        }
        let request = try UserListing.Request(arguments)
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database"])
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            let server = AdministeredServer(storage: storage, url: settings.url)
            let page = try await CommandFailure.mapFailure(to: "The accounts can't be read") {
                try await UserListing(server: server)(request)
            }
            // Accounts of a connection that is no longer configured can still be listed.
            if page.users.isEmpty, let connection = request.connection {
                try await CommandFailure.mapFailure(to: "The connections can't be read") {
                    _ = try await ConnectionSearch(server: server)(connection)
                }
            }
            page.show(asJSON: arguments.contains("--json"), on: console)
        }
        return .success
    }

    private static let show = command(
        "show", "shows an account's profile, passkeys, device keys, sessions and latest sign-ins",
        description: """
            Shows the profile and identifiers of an account, its passkeys, device keys and sessions with their IDs, and its last ten
            sign-ins. Prints no keys and no tokens.
            """,
        options: [json], examples: ["thumbturn users show ada@example.com"]
    ) { request throws(CommandFailure) in try await request.show() }

    private static let verify = command(
        "verify", "records that the user owns the account's e-mail address or phone number",
        description: """
            Records that the user owns the account's e-mail address, or with --phone the phone number, which you know from
            elsewhere. It counts at once. Only such an address gets a link with which a forgotten password is set.
            """,
        options: [CommandOption(name: "--phone", summary: "the phone number, and not the e-mail address")],
        examples: ["thumbturn users verify ada@example.com", "thumbturn users verify ada@example.com --phone"]
    ) { request throws(CommandFailure) in
        let kind: Identifier.Kind = request.arguments.contains("--phone") ? .phoneNumber : .email
        let address = request.user.identifiers.first { $0.kind == kind }.map { TerminalText.safe($0.value) }
        guard let address else {
            throw .failed("The account has no \(kind == .email ? "e-mail address" : "phone number").")
        }
        try await request.change(done: "owns \(address) now", unchanged: "was known to own \(address)") {
            try await AddressVerification(server: request.server)($0, kind: kind, by: $1)
        }
    }

    private static let changeEmail = command(
        "change-email", "replaces the account's e-mail address, which is not verified then",
        operands: "USER --to ADDRESS",
        description: """
            Replaces the e-mail address of an account. Verify who asks: whoever reads mail at the address can reset the password
            of an account without a passkey, once you have run thumbturn users verify.

            If the address before was verified and the server sends mail, it is told, and hears of changes to the account for
            three days more.
            """,
        options: [CommandOption(name: "--to", value: "ADDRESS", summary: "the new address")],
        examples: ["thumbturn users change-email ada@example.com --to ada@example.org"], tellingUser: true
    ) { request throws(CommandFailure) in
        guard let address = request.arguments.value("--to") else {
            throw .malformed("users change-email needs --to ADDRESS. See thumbturn help users change-email.")
        }
        try await request.change(done: "has the new address", unchanged: "had this address") {
            try await AddressChange(server: request.server)($0, to: address, by: $1)
        }
    }

    private static let block = command(
        "block", "prevents an account from signing in, with immediate effect",
        description: """
            Prevents an account from signing in, and revokes its sessions and refresh tokens. This server rejects access tokens
            issued before; other APIs accept them until they expire.
            """,
        examples: ["thumbturn users block ada@example.com"]
    ) { request throws(CommandFailure) in
        try await request.change(done: "is blocked", unchanged: "was already blocked") {
            try await UserBlocking(server: request.server)($0, by: $1)
        }
    }

    private static let unblock = command(
        "unblock", "lets a blocked account sign in again",
        description: "Lets a blocked account sign in again. Tokens issued before the block stay revoked.",
        examples: ["thumbturn users unblock ada@example.com"]
    ) { request throws(CommandFailure) in
        try await request.change(done: "is no longer blocked", unchanged: "was not blocked") {
            try await UserUnblocking(server: request.server)($0, by: $1)
        }
    }

    private static let keep = command(
        "keep", "keeps an account whose user asked for its deletion",
        description: """
            Keeps an account whose user asked for its deletion within the last three days. The user signs in again; what ended
            stays ended.
            """,
        examples: ["thumbturn users keep ada@example.com"], tellingUser: true
    ) { request throws(CommandFailure) in
        try await request.change(done: "is kept", unchanged: "was not going to be deleted") {
            try await DeletionCancellation(server: request.server)($0, by: $1)
        }
    }

    private static let delete = command(
        "delete", "deletes an account with all of its data", operands: "USER --yes",
        description: """
            Deletes an account with its passkeys, sessions, refresh tokens and sign-ins. Audit events stay. Without --yes, it only
            says what would be lost.
            """,
        options: [CommandOption(name: "--yes", summary: "confirm the deletion")],
        examples: ["thumbturn users delete 'auth0|0123456789abcdef01234567' --yes"]
    ) { request throws(CommandFailure) in
        try await request.requireConfirmation()
        try await request.change(done: "is deleted") {
            try await UserRemoval(server: request.server)($0, by: $1)
        }
    }

    private static let removePasskey = command(
        "remove-passkey", "removes one passkey, even the last one, and ends the sessions that it opened",
        operands: "USER --passkey ID",
        description: """
            Removes one passkey, even the last one, and ends the sessions that it opened. Use it when a device is lost. To give
            the user a new passkey, use thumbturn users invite.
            """,
        options: [
            CommandOption(name: "--passkey", value: "ID", summary: "the passkey to remove; users show lists the IDs"),
            CommandOption(name: "--end-sessions", summary: "end all sessions of the account as well"),
        ],
        examples: ["thumbturn users remove-passkey ada@example.com --passkey 'passkey|dev_…'"], tellingUser: true
    ) { request throws(CommandFailure) in try await request.removePasskey() }

    private static let endSessions = command(
        "end-sessions", "signs the user out of all browsers, or of one",
        description: """
            Signs the user out of all browsers, or of the one that --session names. Refresh tokens of other devices stay; to revoke
            them too, block the account.
            """,
        options: [
            CommandOption(
                name: "--session", value: "ID", summary: "the browser session to end; users show lists the IDs")
        ],
        examples: ["thumbturn users end-sessions ada@example.com"]
    ) { request throws(CommandFailure) in try await request.endSessions() }

    private static let invite = Command(
        name: "users invite", summary: "prints a link with which the account's owner can enroll a passkey, once",
        operands: "USER",
        description: """
            Prints a link with which the owner of an existing account can enroll one passkey, once. Use it for a user who has
            lost all passkeys. Whoever opens the link first can use it: verify who asks, and send it over a channel that only the
            owner can read.

            Needs the server's master key, from its data folder or THUMBTURN_MASTER_KEY. The link has the URL at which the server
            was last started.

            \(exitStatus)
            """,
        options: [
            CommandOption(
                name: "--valid-for", value: "TIME",
                summary: "how long the link works, such as 30m or 7d, at most 30d (default: 24h)"),
            CommandOption(
                name: "--existing", value: "keep|remove",
                summary:
                    "whether the account's passkeys and sessions stay (default: remove unless an address is verified)"
            ),
            connection,
            CommandOption(
                name: "--host", value: "HOST", summary: "the host to enroll at (default: the only host, or the URL's)"),
        ] + ServerSettings.options("url", "data", "database"),
        examples: [
            "thumbturn users invite ada@example.com", "thumbturn users invite ada@example.com --valid-for 7d",
        ]
    ) { arguments, console throws(CommandFailure) in
        let request = try InvitationRequest(arguments)
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key"])
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            try await request.carryOut(storage: storage, settings: settings, console: console)
        }
        return .success
    }

    /// Makes a command that finds one account and does something with it.
    private static func command(
        _ verb: String, _ summary: String, operands: String = "USER", description: String,
        options: [CommandOption] = [], examples: [String], tellingUser isTold: Bool = false,
        body: @escaping @Sendable (UserRequest) async throws(CommandFailure) -> Void
    ) -> Command {
        Command(
            name: "users \(verb)", summary: summary, operands: operands,
            description:
                "\(description)\n\nUSER is an account ID, e-mail address, phone number or user name.\n\n\(exitStatus)",
            options: options + [connection] + storage, examples: examples
        ) { arguments, console throws(CommandFailure) in
            let name = try UserRequest.name(arguments, of: verb)
            let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key", "mail"])
            try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
                let server =
                    isTold
                    ? try .telling(storage: storage, settings: settings)
                    : AdministeredServer(storage: storage, url: settings.url)
                let user = try await UserRequest.find(name, arguments, at: server)
                try await body(UserRequest(user: user, server: server, arguments: arguments, console: console))
            }
            return .success
        }
    }
}
