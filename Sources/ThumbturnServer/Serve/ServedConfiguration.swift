// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import IdentityModel
import OpenIDProvider
import WireFormats

/// The hosts of a configuration, with their signing keys.
struct ServedConfiguration: Sendable {
    let keyRing: KeyRing
    let master: MasterKey

    /// Loads or creates the keys of all hosts.
    func prepare(_ configuration: ConfigurationSnapshot) async throws(CommandFailure) -> ServedHosts {
        do {
            for host in configuration.domains.keys.sorted() {
                try await keyRing.prepare(host: host, algorithms: configuration.tokenAlgorithms, at: .now())
            }
        } catch {
            throw CommandFailure("The signing keys can't be loaded", cause: error)
        }
        return ServedHosts(configuration: configuration, master: master)
    }
}
