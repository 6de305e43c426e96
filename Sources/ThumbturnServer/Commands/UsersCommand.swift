// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import OpenIDProvider
import WireFormats

/// `thumbturn users`.
enum UsersCommand {
    static let command = Command(
        name: "users", summary: "lists, shows, blocks, deletes and invites accounts",
        synopsis: "thumbturn users list|show|block|unblock|delete|remove-passkey|end-sessions|invite [OPTION…] [USER]",
        description: """
            list            lists accounts, oldest first
            show            shows an account's profile, identifiers, passkeys, sessions and latest sign-ins
            block           prevents an account from signing in, with immediate effect
            unblock         lets a blocked account sign in again
            delete          deletes an account with its passkeys and all other data; needs --yes
            remove-passkey  removes one passkey, even the last one, and ends the sessions that it opened
            end-sessions    signs the user out of all browsers, or of the one that --session names
            invite          prints a link with which the account's owner can enroll one passkey, once; needs the master key
                            and the server's --url

            USER is an account ID, e-mail address, phone number or user name. block, unblock and delete also revoke all
            sessions and refresh tokens of the account in the same transaction and record an event. This server rejects access tokens
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
            CommandOption(
                name: "--session", value: "ID", summary: "the ID of the browser session to end, from users show"),
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

/// The command line of `thumbturn users`, read before anything is opened.
struct UsersRequest: Sendable {
    let settings: ServerSettings
    private let verb: String
    private let user: String?
    private let arguments: CommandArguments
    private let console: Console

    /// The options of each subcommand.
    private static let options: [(verb: String, options: Set<String>)] = [
        ("list", ["--limit", "--after", "--json", "--connection"]), ("show", ["--json", "--connection"]),
        ("block", ["--connection"]), ("unblock", ["--connection"]), ("delete", ["--connection", "--yes"]),
        ("remove-passkey", ["--connection", "--passkey", "--end-sessions"]),
        ("end-sessions", ["--connection", "--session"]),
        ("invite", ["--connection", "--host", "--valid-for", "--existing"]),
    ]

    init(_ arguments: CommandArguments, console: Console) throws(CommandFailure) {
        let verb = try Verb.read(arguments, of: "users", among: Self.options.map(\.verb))
        let own = Self.options.first { $0.verb == verb }?.options ?? []
        let others = Self.options.reduce(into: Set()) { $0.formUnion($1.options) }.subtracting(own)
        if let stray = others.sorted().first(where: arguments.contains) {
            throw .malformed("users \(verb) takes no \(stray). See thumbturn help users.")
        }
        guard arguments.operands.count == (verb == "list" ? 1 : 2) else {
            let need = verb == "list" ? "no further arguments" : "one USER"
            throw .malformed("users \(verb) takes \(need). See thumbturn help users.")
        }
        user = verb == "list" ? nil : arguments.operands.last
        settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key"])
        self.verb = verb
        self.arguments = arguments
        self.console = console
    }

    func carryOut(in storage: any Storage) async throws(CommandFailure) {
        let listing = try UserListing(arguments)
        let duration = try UserInvitation.duration(arguments.value("--valid-for") ?? "24h")
        let isRemoving = try isRemovingExisting()
        guard let user else { return try await listing.show(storage: storage, settings: settings, console: console) }
        let found = try await UserSearch(storage: storage, settings: settings).find(
            user, in: arguments.value("--connection"))
        switch verb {
        case "show":
            try await AccountReport(found, in: storage).show(asJSON: arguments.contains("--json"), on: console)
        case "invite":
            let master = try MasterKeyFile.load(settings, mayCreate: false)
            let ring = KeyRing(master: master, storage: storage)
            let invitation = UserInvitation(storage: storage, settings: settings, ring: ring, console: console)
            try await invitation.invite(
                found,
                request: UserInvitation.Request(
                    name: user, host: arguments.value("--host"), validFor: duration, isRemovingExisting: isRemoving))
        case "remove-passkey":
            try await AccountChange(storage: storage, user: found, console: console)
                .removePasskey(arguments.value("--passkey"), endingAll: arguments.contains("--end-sessions"))
        case "end-sessions":
            try await AccountChange(storage: storage, user: found, console: console)
                .endSessions(only: arguments.value("--session"))
        default:
            let change = AccountChange(storage: storage, user: found, console: console)
            try await change.carryOut(verb, isConfirmed: arguments.contains("--yes"))
        }
    }

    private func isRemovingExisting() throws(CommandFailure) -> Bool? {
        switch arguments.value("--existing") {
        case nil: return nil
        case "remove": return true
        case "keep": return false
        case let text?: throw .malformed("--existing takes keep or remove, not \(TerminalText.safe(text)).")
        }
    }
}
