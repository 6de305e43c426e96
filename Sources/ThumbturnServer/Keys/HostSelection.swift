// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import WireFormats

/// Finds the host that an operator means.
struct HostSelection {
    private let storage: any Storage
    private let url: WebOrigin

    init(_ storage: any Storage, _ settings: ServerSettings) {
        self.storage = storage
        url = settings.url
    }

    /// Those that are served.
    func all() async throws(CommandFailure) -> [String] {
        try await CommandFailure.telling("The hosts can't be found") {
            let documents = try await storage.read { try $0.configuration.list() }
            return try ConfigurationSnapshot(documents: documents, url: url).domains.keys.sorted()
        }
    }

    /// The one that is named; where none is, the only one, or the URL's.
    func host(named name: String?) async throws(CommandFailure) -> String {
        let hosts = try await all()
        if let name {
            guard hosts.contains(name) else { throw try await unknown(name) }
            return name
        }
        if let only = hosts.first, hosts.count == 1 { return only }
        guard hosts.contains(url.host) else {
            throw .malformed("There are several hosts: \(hosts.joined(separator: ", ")). Name one with --host.")
        }
        return url.host
    }

    func unknown(_ host: String) async throws(CommandFailure) -> CommandFailure {
        .failed(
            "There is nothing for the host \(TerminalText.safe(host)); there are "
                + "\(try await all().joined(separator: ", ")).")
    }
}
