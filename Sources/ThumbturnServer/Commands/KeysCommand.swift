// SPDX-License-Identifier: Apache-2.0

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
            try await KeyListing(storage: storage, settings: settings).show(arguments, console: console)
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
                    ring: KeyRing(master: master, storage: storage),
                    listing: KeyListing(storage: storage, settings: settings), console: console))
        }
    }
}

/// A list of the stored signing keys. Reading it does not need the master key.
struct KeyListing {
    private let storage: any Storage
    let hosts: HostSelection

    init(storage: any Storage, settings: ServerSettings) {
        self.storage = storage
        hosts = HostSelection(storage: storage, settings: settings)
    }

    func show(_ arguments: CommandArguments, console: Console) async throws(CommandFailure) {
        let isJSON = arguments.contains("--json")
        var table = TextTable("HOST", "ALGORITHM", "STAGE", "CREATED", "KID")
        let named = arguments.value("--host")
        let shown = if let named { [named] } else { try await hosts.all() }
        for host in shown {
            for key in try await keys(of: host) {
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

    /// Returns the signing keys of a host, oldest first.
    func keys(of host: String) async throws(CommandFailure) -> [SigningKeyRecord] {
        try await CommandFailure.mapFailure(to: "The keys can't be read") {
            try await storage.read { try $0.signingKeys.list(host: host) }
                .filter { JWSAlgorithm.named($0.algorithm) != nil }
        }
    }

    func key(_ id: String) async throws(CommandFailure) -> SigningKeyRecord? {
        try await CommandFailure.mapFailure(to: "The keys can't be read") {
            try await storage.read { try $0.signingKeys.find(id) }
        }
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
struct KeyChange {
    let ring: KeyRing
    let listing: KeyListing
    let console: Console

    func rotate(host name: String?, algorithm: String?) async throws(CommandFailure) {
        let host = try await listing.hosts.host(named: name)
        let keys = try await listing.keys(of: host)
        let signing = keys.filter { $0.stage == .current }.map(\.algorithm)
        guard !signing.isEmpty else {
            throw .failed("No key was rotated: \(KeyRingFailure.hostNotPrepared(host).text)")
        }
        guard algorithm.map(signing.contains) != false else {
            throw .failed(
                "No key of \(host) signs with \(TerminalText.safe(algorithm ?? "")). "
                    + "Its algorithms are \(signing.joined(separator: " and ")).")
        }
        for name in signing where algorithm == nil || algorithm == name {
            guard let algorithm = JWSAlgorithm.named(name) else { continue }
            try await CommandFailure.mapFailure(to: "The \(name) key of \(host) was not rotated") {
                try await checkMasterKey(of: host)
                report(try await ring.rotate(host: host, algorithm, at: .now()), algorithm: name)
            }
            guard !keys.contains(where: { $0.stage == .next && $0.algorithm == name }) else { continue }
            console.printError(
                "warning: The new key was not published in advance. Services may reject its tokens until they fetch it."
            )
        }
        console.print("Previous keys stay published until they are revoked.")
    }

    func revoke(_ id: String) async throws(CommandFailure) {
        let found = try await listing.key(id)
        try await CommandFailure.mapFailure(to: "No key was revoked") {
            if let found, found.stage != .revoked { try await checkMasterKey(of: found.host) }
            let keys = try await ring.revoke(id, at: .now())
            console.print("\(id) is revoked. Tokens that it signed are no longer valid.")
            if let found, found.stage == .current { report(keys, algorithm: found.algorithm) }
        }
        console.print("Services that cache the published keys may accept its tokens until they fetch the keys again.")
    }

    /// Opens a stored key, because a new key stored under a wrong master key would be useless.
    private func checkMasterKey(of host: String) async throws {
        do {
            try await ring.reload(host: host)
        } catch KeyRingFailure.damaged {
            // The master key is right, and the damaged key may be the one to revoke.
        }
    }

    private func report(_ keys: HostKeys, algorithm: String) {
        let key = keys.published.first { $0.stage == .current && $0.algorithm.name == algorithm }
        console.print("\(algorithm) at \(keys.host): \(key?.id ?? "nothing") signs from now on.")
    }
}
