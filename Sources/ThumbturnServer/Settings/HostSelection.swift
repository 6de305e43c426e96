// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import WireFormats

/// Resolves the host that a command applies to.
struct HostSelection {
    private let storage: any Storage
    private let url: WebOrigin

    init(storage: any Storage, settings: ServerSettings) {
        self.storage = storage
        url = settings.url
    }

    /// Returns the configured hosts, sorted.
    func all() async throws(CommandFailure) -> [String] {
        try await CommandFailure.mapFailure(to: "The hosts can't be read") {
            let documents = try await storage.read { try $0.configuration.list() }
            return try ConfigurationSnapshot(documents: documents, url: url).domains.keys.sorted()
        }
    }

    /// Returns the named host. Without a name, returns the only host or the URL's.
    func host(named name: String?) async throws(CommandFailure) -> String {
        let hosts = try await all()
        if let name {
            guard hosts.contains(name) else { throw try await unknownHostFailure(name) }
            return name
        }
        if let only = hosts.first, hosts.count == 1 { return only }
        guard hosts.contains(url.host) else {
            throw .malformed("There are several hosts: \(hosts.joined(separator: ", ")). Name one with --host.")
        }
        return url.host
    }

    /// Returns the origin of the named host. Without a name, that of the only host or the URL's.
    ///
    /// Fails if the server's URL is unknown.
    ///
    /// - Parameter subject: What would have a wrong address, as the beginning of a sentence.
    func origin(named name: String?, for subject: String) async throws(CommandFailure) -> WebOrigin {
        let host = try await host(named: name)
        guard !url.isLoopback || host == url.host else {
            throw .malformed(
                "\(subject) would be at \(url.at(host)), but no server has been started there. "
                    + "Give the server's --url, or set THUMBTURN_URL.")
        }
        return url.at(host)
    }

    func unknownHostFailure(_ host: String) async throws(CommandFailure) -> CommandFailure {
        .failed(
            "The host \(TerminalText.safe(host)) is not configured. The configured hosts are "
                + "\(try await all().joined(separator: ", ")).")
    }
}
