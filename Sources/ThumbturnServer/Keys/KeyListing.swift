// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import JOSE
import WireFormats

/// Looks at the signing keys that are stored. The master key is not needed for that.
struct KeyListing {
    private let storage: any Storage
    let hosts: HostSelection

    init(_ storage: any Storage, _ settings: ServerSettings) {
        self.storage = storage
        hosts = HostSelection(storage, settings)
    }

    func show(_ arguments: CommandArguments, _ console: Console) async throws(CommandFailure) {
        if arguments.contains("--algorithm") { throw .malformed("--algorithm is for keys rotate.") }
        let isJSON = arguments.contains("--json")
        var table = TextTable("HOST", "ALGORITHM", "STAGE", "CREATED", "KID")
        let named = arguments.value("--host")
        let shown = if let named { [named] } else { try await hosts.all() }
        for host in shown {
            for key in try await keys(of: host) {
                if isJSON { console.jsonLine(key.report(host: host)) }
                table.append(host, key.algorithm, key.stage.rawValue, key.createdAt.description, key.id)
            }
        }
        guard !table.isEmpty else {
            if let named { throw try await hosts.unknown(named) }
            return isJSON ? () : console.line("There are no keys yet; thumbturn serve makes them when it starts.")
        }
        if !isJSON { console.report(table) }
    }

    /// The signing keys of a host, the oldest first.
    func keys(of host: String) async throws(CommandFailure) -> [SigningKeyRecord] {
        try await CommandFailure.telling("The keys can't be read") {
            try await storage.read { try $0.signingKeys.list(host: host) }
                .filter { JWSAlgorithm.named($0.algorithm) != nil }
        }
    }

    func key(_ id: String) async throws(CommandFailure) -> SigningKeyRecord? {
        try await CommandFailure.telling("The keys can't be read") {
            try await storage.read { try $0.signingKeys.find(id) }
        }
    }
}

extension SigningKeyRecord {
    /// One line for programs.
    fileprivate func report(host: String) -> JSONObject {
        [
            "host": .string(host), "algorithm": .string(algorithm), "stage": .string(stage.rawValue),
            "created_at": .time(createdAt), "kid": .string(id),
        ]
    }
}
