// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import JOSE
import WireFormats

/// Looks at the signing keys that are stored. The master key is not needed for that.
struct KeyListing {
    private let storage: any Storage
    private let settings: ServerSettings

    init(_ storage: any Storage, _ settings: ServerSettings) {
        self.storage = storage
        self.settings = settings
    }

    func show(_ arguments: CommandArguments, _ console: Console) async throws(CommandFailure) {
        if arguments.contains("--algorithm") { throw .malformed("--algorithm is for keys rotate.") }
        var table = TextTable("HOST", "ALGORITHM", "STAGE", "CREATED", "KID")
        let named = arguments.value("--host")
        let hosts = if let named { [named] } else { try await hosts() }
        for host in hosts {
            for key in try await keys(of: host) {
                table.append(host, key.algorithm, key.stage.rawValue, key.createdAt.description, key.id)
            }
        }
        guard !table.isEmpty else {
            if let named { throw try await unknown(named) }
            return console.line("There are no keys yet; thumbturn serve makes them when it starts.")
        }
        console.report(table)
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

    /// The one that is meant where none is named, or the one that is.
    func host(named name: String?) async throws(CommandFailure) -> String {
        let hosts = try await hosts()
        if let name {
            guard hosts.contains(name) else { throw try await unknown(name) }
            return name
        }
        if let only = hosts.first, hosts.count == 1 { return only }
        guard hosts.contains(settings.url.host) else {
            throw .malformed("There are several hosts: \(hosts.joined(separator: ", ")). Name one with --host.")
        }
        return settings.url.host
    }

    private func hosts() async throws(CommandFailure) -> [String] {
        try await CommandFailure.telling("The hosts can't be found") {
            let documents = try await storage.read { try $0.configuration.list() }
            return try Directory(documents: documents, url: settings.url).domains.keys.sorted()
        }
    }

    private func unknown(_ host: String) async throws(CommandFailure) -> CommandFailure {
        .failed(
            "There is nothing for the host \(TerminalText.safe(host)); there are "
                + "\(try await hosts().joined(separator: ", ")).")
    }
}
