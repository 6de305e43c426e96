// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import JOSE
import OpenIDProvider
import WireFormats

/// `thumbturn keys`.
enum KeysCommand {
    static let command = Command(
        name: "keys", summary: "shows and changes what tokens are signed with",
        synopsis: "thumbturn keys list|rotate|revoke [OPTION…] [KID]",
        description: """
            list    shows the signing keys of all hosts, or of one
            rotate  lets the next key sign from now on; the one before stays published, so that its tokens stay good
            revoke  withdraws the key KID: tokens that it has signed are good no longer. If it signs now, the next one does
                    from now on. A KID that begins with a hyphen stands behind --

            A server that runs takes the change up by itself. What rotate and revoke make is stored under the master key,
            which has to be the server's.

            Ends with 0 if it is done, 1 if it can't be, 2 if the command line is wrong.
            """,
        options: ServerSettings.options("url", "data", "database") + [
            CommandOption(
                name: "--host", value: "HOST",
                summary: "whose keys (default: list shows all hosts; rotate takes the only one, or the URL's)"),
            CommandOption(name: "--json", summary: "list: print JSON, one line for each key"),
            CommandOption(
                name: "--algorithm", value: "ALG", summary: "what to rotate, such as ES256 (default: all that sign)"),
        ],
        run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, _ console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        let verb = try Verb.read(arguments, of: "keys", among: ["list", "rotate", "revoke"])
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key"])
        let operands = arguments.operands.dropFirst()
        guard verb == "list" || !arguments.contains("--json") else { throw .malformed("--json is for keys list.") }
        guard operands.count == (verb == "revoke" ? 1 : 0) else {
            let need = verb == "revoke" ? "one KID, which thumbturn keys list shows" : "no further words"
            throw .malformed("keys \(verb) takes \(need). See thumbturn help keys.")
        }
        let master = verb == "list" ? nil : try MasterKeyFile.load(settings, mayCreate: false)
        try await StorageSelection.withExisting(settings) { storage throws(CommandFailure) in
            guard let master else { return try await KeyListing(storage, settings).show(arguments, console) }
            let change = KeyChange(
                ring: KeyRing(master: master, storage: storage), listing: KeyListing(storage, settings),
                console: console)
            if let id = operands.first { return try await change.revoke(id) }
            try await change.rotate(host: arguments.value("--host"), arguments.value("--algorithm"))
        }
        return .success
    }
}

/// The word behind a command that says what it is to do.
enum Verb {
    static func read(
        _ arguments: CommandArguments, of command: String, among verbs: [String]
    ) throws(CommandFailure) -> String {
        let known = verbs.dropLast().joined(separator: ", ") + " or " + (verbs.last ?? "")
        guard let verb = arguments.operands.first else {
            throw .malformed("\(command) needs \(known). See thumbturn help \(command).")
        }
        guard verbs.contains(verb) else {
            let suggestion = Suggestion.text(for: verb, among: verbs)
            throw .malformed("\(command) does not understand \(TerminalText.safe(verb)).\(suggestion)")
        }
        return verb
    }
}
