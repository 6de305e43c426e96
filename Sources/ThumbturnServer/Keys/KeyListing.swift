// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import JOSE
import WireFormats

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
