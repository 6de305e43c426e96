// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import OpenIDProvider
import WireFormats

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
