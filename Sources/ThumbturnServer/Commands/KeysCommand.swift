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

/// A list of the stored signing keys. Reading it does not need the master key.
struct KeyListing {
    private let storage: any Storage
    let hosts: HostSelection

    init(storage: any Storage, settings: ServerSettings) {
        self.storage = storage
        hosts = HostSelection(storage: storage, settings: settings)
    }

    func show(_ arguments: CommandArguments, console: Console) async throws(CommandFailure) {
        if arguments.contains("--algorithm") { throw .malformed("--algorithm works only with keys rotate.") }
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
