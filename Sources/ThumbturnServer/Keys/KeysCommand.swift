// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import IdentityModel
import JOSE
import OpenIDProvider
import WireFormats

/// `thumbturn keys`.
enum KeysCommand {
    static let command = Command(
        name: "keys", summary: "lists, rotates and revokes signing keys",
        description: """
            Manages the keys that sign tokens. A running server picks up a change within seconds. rotate and revoke need the
            server's master key, because they store new keys under it.
            """,
        examples: ["thumbturn keys list"],
        subcommands: [list, rotate, revoke, MasterKeyReplacement.command])

    private static let exitStatus = "Exits with 0 on success, 1 on failure, 2 if the command line is invalid."

    private static let list = Command(
        name: "keys list", summary: "lists the signing keys of all hosts, or of one",
        description: "Lists the signing keys of all hosts, or of one.\n\n\(exitStatus)",
        options: [
            CommandOption(name: "--host", value: "HOST", summary: "only keys of this host (default: all hosts)"),
            CommandOption(name: "--json", summary: "print one line of JSON for each key"),
        ] + ServerSettings.options("url", "data", "database"),
        examples: ["thumbturn keys list --host login.example.com"]
    ) { arguments, console throws(CommandFailure) in
        try requireNoOperands(arguments, of: "list")
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database"])
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            let server = AdministeredServer(storage: storage, url: settings.url)
            try await KeyTable(server: server, hosts: HostSelection(storage: storage, settings: settings))
                .show(arguments, console: console)
        }
        return .success
    }

    private static let rotate = Command(
        name: "keys rotate", summary: "starts signing with the next key",
        description: """
            Starts signing with the next key. The previous key stays published, so the tokens that it signed stay valid.

            Needs the server's master key, from its data folder or THUMBTURN_MASTER_KEY.

            \(exitStatus)
            """,
        options: [
            CommandOption(
                name: "--algorithm", value: "ALG", summary: "the algorithm to rotate, such as ES256 (default: all)"),
            CommandOption(
                name: "--host", value: "HOST", summary: "the host (default: the only host, or the URL's)"),
        ] + ServerSettings.options("url", "data", "database"),
        examples: ["thumbturn keys rotate", "thumbturn keys rotate --algorithm ES256"]
    ) { arguments, console throws(CommandFailure) in
        try requireNoOperands(arguments, of: "rotate")
        try await change(arguments, console: console) { change throws(CommandFailure) in
            try await change.rotate(host: arguments.value("--host"), algorithm: arguments.value("--algorithm"))
        }
        return .success
    }

    private static let revoke = Command(
        name: "keys revoke", summary: "withdraws a key, which invalidates the tokens that it signed", operands: "KID",
        description: """
            Withdraws the key KID, which invalidates the tokens that it signed. If it is the current key, the next key takes over.
            Use it when a key may be known to others. Put -- before a KID that begins with a hyphen.

            Needs the server's master key, from its data folder or THUMBTURN_MASTER_KEY.

            \(exitStatus)
            """,
        options: ServerSettings.options("url", "data", "database"),
        examples: ["# keys list shows the KIDs", "thumbturn keys revoke -- KID"]
    ) { arguments, console throws(CommandFailure) in
        guard let id = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed(
                "keys revoke takes one KID, which thumbturn keys list shows. See thumbturn help keys revoke.")
        }
        try await change(arguments, console: console) { change throws(CommandFailure) in try await change.revoke(id) }
        return .success
    }

    private static func requireNoOperands(_ arguments: CommandArguments, of verb: String) throws(CommandFailure) {
        guard arguments.operands.isEmpty else {
            throw .malformed("keys \(verb) takes only options. See thumbturn help keys \(verb).")
        }
    }

    private static func change(
        _ arguments: CommandArguments, console: Console, body: (KeyChange) async throws(CommandFailure) -> Void
    ) async throws(CommandFailure) {
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key"])
        let master = try MasterKeyFile.load(settings, mayCreate: false)
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            try await body(
                KeyChange(
                    server: AdministeredServer(storage: storage, url: settings.url),
                    ring: KeyRing(master: master, storage: storage), administrator: arguments.administrator,
                    hosts: HostSelection(storage: storage, settings: settings), console: console))
        }
    }
}

/// A table of the stored signing keys.
private struct KeyTable {
    let server: AdministeredServer
    let hosts: HostSelection

    func show(_ arguments: CommandArguments, console: Console) async throws(CommandFailure) {
        let isJSON = arguments.contains("--json")
        var table = TextTable("HOST", "ALGORITHM", "STAGE", "CREATED", "KID")
        let named = arguments.value("--host")
        let shown = if let named { [named] } else { try await hosts.all() }
        for host in shown {
            let keys = try await CommandFailure.mapFailure(to: "The keys can't be read") {
                try await KeyListing(server: server)(of: host)
            }
            for key in keys {
                if isJSON { console.printJSON(key.report(host: host)) }
                table.append(host, key.algorithm, key.stage.rawValue, key.createdAt.description, key.id)
            }
        }
        guard !table.isEmpty else {
            if let named { throw try await hosts.unknownHostFailure(named) }
            return isJSON ? () : console.print("There are no keys yet. thumbturn serve creates them when it starts.")
        }
        if !isJSON { console.print(table) }
    }
}

extension SigningKeyRecord {
    /// The key as JSON.
    fileprivate func report(host: String) -> JSONObject {
        [
            "host": .string(host), "algorithm": .string(algorithm), "stage": .string(stage.rawValue),
            "created_at": .time(createdAt), "kid": .string(id),
        ]
    }
}

/// A rotation or revocation of signing keys, with its report.
private struct KeyChange {
    let server: AdministeredServer
    let ring: KeyRing
    let administrator: Administrator
    let hosts: HostSelection
    let console: Console

    func rotate(host name: String?, algorithm: String?) async throws(CommandFailure) {
        let host = try await hosts.host(named: name)
        let rotation = KeyRotation(server: server, ring: ring)
        let algorithms = try await CommandFailure.mapFailure(to: "No key was rotated") {
            try await rotation.algorithms(of: host, named: algorithm)
        }
        for algorithm in algorithms {
            let key = try await CommandFailure.mapFailure(
                to: "The \(algorithm.name) key of \(host) was not rotated"
            ) {
                try await rotation(algorithm, at: host, by: administrator)
            }
            report(key.id, signsAt: host, with: algorithm.name)
            guard !key.wasPublished else { continue }
            console.printError(
                "warning: The new key was not published in advance. Services may reject its tokens until they fetch it."
            )
        }
        console.print("Previous keys stay published until they are revoked.")
    }

    func revoke(_ id: String) async throws(CommandFailure) {
        let key = try await CommandFailure.mapFailure(to: "No key was revoked") {
            try await KeyRevocation(server: server, ring: ring)(id, by: administrator)
        }
        console.print("\(id) is revoked. Tokens that it signed are no longer valid.")
        if let successor = key.successor { report(successor.id, signsAt: successor.host, with: successor.algorithm) }
        console.print("Services that cache the published keys may accept its tokens until they fetch the keys again.")
    }

    private func report(_ id: String?, signsAt host: String, with algorithm: String) {
        console.print("\(algorithm) at \(host): \(id ?? "nothing") signs from now on.")
    }
}
