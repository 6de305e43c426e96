// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import WireFormats

/// `thumbturn users`.
enum UsersCommand {
    static let command = Command(
        name: "users", summary: "shows accounts, blocks and deletes them",
        synopsis: "thumbturn users list|show|block|unblock|delete [OPTION…] [USER]",
        description: """
            list     shows accounts in the order of their creation
            show     shows what is stored of one: profile, identifiers, passkeys, sessions and the last sign-ins
            block    shuts somebody out, at once
            unblock  lets somebody in again
            delete   removes an account with its passkeys and all that belongs to it; asks for --yes

            USER is an account's id, or an e-mail address, telephone number or user name. Blocking, unblocking and deleting
            revoke all refresh tokens of the account in the same transaction and record an event. Access tokens that were
            issued stay good until they expire.

            Ends with 0 if it is done, 1 if it can't be, 2 if the command line is wrong.
            """,
        options: ServerSettings.options("url", "data", "database") + [
            CommandOption(
                name: "--connection", value: "NAME", summary: "where USER is looked for, or whose are listed"),
            CommandOption(name: "--limit", value: "N", summary: "how many to list (default: 50)"),
            CommandOption(name: "--after", value: "ID", summary: "list from behind this account on"),
            CommandOption(name: "--json", summary: "print JSON: one line for each account"),
            CommandOption(name: "--yes", summary: "delete without being asked"),
        ],
        run: run)

    private static let fitting: [String: Set<String>] = [
        "list": ["--limit", "--after", "--json", "--connection"], "show": ["--json", "--connection"],
        "block": ["--connection"], "unblock": ["--connection"], "delete": ["--connection", "--yes"],
    ]

    @Sendable
    private static func run(
        _ arguments: CommandArguments, _ console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        let verb = try Verb.read(arguments, of: "users", among: ["list", "show", "block", "unblock", "delete"])
        for option in ["--limit", "--after", "--json", "--connection", "--yes"] where arguments.contains(option) {
            guard fitting[verb]?.contains(option) == true else {
                throw .malformed("\(option) is not for users \(verb). See thumbturn help users.")
            }
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database"])
        let operands = arguments.operands.dropFirst()
        guard operands.count == (verb == "list" ? 0 : 1) else {
            throw .malformed(
                "users \(verb) takes \(verb == "list" ? "no further words" : "one USER"). See thumbturn help users.")
        }
        let listing = try UserListing(arguments)
        try await StorageSelection.withExisting(settings) { storage throws(CommandFailure) in
            guard let name = operands.first else { return try await listing.show(storage, console) }
            let user = try await UserSearch(storage, settings).find(name, in: arguments.value("--connection"))
            if verb == "show" {
                let account = try await AccountReport(user, in: storage)
                return account.show(asJSON: arguments.contains("--json"), on: console)
            }
            let change = AccountChange(storage: storage, user: user, console: console)
            try await change.carryOut(verb, isConfirmed: arguments.contains("--yes"))
        }
        return .success
    }
}
