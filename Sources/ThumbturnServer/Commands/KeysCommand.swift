// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import JOSE
import OpenIDProvider
import WireFormats

/// `thumbturn keys`.
enum KeysCommand {
    static let command = Command(
        name: "keys", summary: "lists, rotates and revokes signing keys",
        synopsis: "thumbturn keys list|rotate|revoke [OPTION…] [KID]",
        description: """
            list    lists the signing keys of all hosts, or of one
            rotate  starts signing with the next key; the previous key stays published, so its tokens stay valid
            revoke  withdraws the key KID, which invalidates the tokens it signed; if it is the current key, the next key
                    takes over. Put -- before a KID that begins with a hyphen.

            A running server picks up the change within seconds. rotate and revoke need the server's master key, because
            they store new keys under it.

            Exits with 0 on success, 1 on failure, 2 if the command line is invalid.
            """,
        options: ServerSettings.options("url", "data", "database") + [
            CommandOption(
                name: "--host", value: "HOST",
                summary: "the host (default: list shows all hosts; rotate takes the only host, or the URL's)"),
            CommandOption(name: "--json", summary: "list: print one line of JSON for each key"),
            CommandOption(
                name: "--algorithm", value: "ALG", summary: "the algorithm to rotate, such as ES256 (default: all)"),
        ],
        run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        let verb = try Verb.read(arguments, of: "keys", among: ["list", "rotate", "revoke"])
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key"])
        let operands = arguments.operands.dropFirst()
        guard verb == "list" || !arguments.contains("--json") else {
            throw .malformed("--json works only with keys list.")
        }
        guard operands.count == (verb == "revoke" ? 1 : 0) else {
            let need = verb == "revoke" ? "one KID, which thumbturn keys list shows" : "no further arguments"
            throw .malformed("keys \(verb) takes \(need). See thumbturn help keys.")
        }
        let master = verb == "list" ? nil : try MasterKeyFile.load(settings, mayCreate: false)
        try await StorageSelection.withExisting(settings) { storage throws(CommandFailure) in
            guard let master else {
                return try await KeyListing(storage: storage, settings: settings).show(arguments, console: console)
            }
            let change = KeyChange(
                ring: KeyRing(master: master, storage: storage),
                listing: KeyListing(storage: storage, settings: settings),
                console: console)
            if let id = operands.first { return try await change.revoke(id) }
            try await change.rotate(host: arguments.value("--host"), algorithm: arguments.value("--algorithm"))
        }
        return .success
    }
}
