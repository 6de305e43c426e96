// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
import JOSE
package import OpenIDProvider

/// Replaces all signing keys by new ones under another master key, after a loss or a theft. All tokens and sealed data
/// are void.
package struct KeyReplacement: Sendable {
    private let server: AdministeredServer
    private let master: MasterKey

    package init(server: AdministeredServer, master: MasterKey) {
        self.server = server
        self.master = master
    }

    /// - Parameter isNew: Whether the master key was just made, so that it can't be the one in use.
    package func callAsFunction(
        isMasterKeyNew isNew: Bool, by administrator: Administrator
    ) async throws(AdministrationFailure) {
        let hosts = try await server.configuration().domains.keys.sorted()
        if !isNew { try await requireNew(for: hosts) }
        do {
            try await KeyRing(master: master, storage: server.storage)
                .replaceAll(hosts: hosts, by: administrator, at: server.now())
        } catch {
            throw AdministrationFailure(error)
        }
    }

    /// Throws if the key is the one that is in use, or is in use since an earlier run: then nothing would be replaced.
    private func requireNew(for hosts: [String]) async throws(AdministrationFailure) {
        let keys = try await server.read { snapshot in try hosts.flatMap { try snapshot.signingKeys.list(host: $0) } }
        let isInUse = keys.contains { key in
            key.stage == .current && JWSAlgorithm.named(key.algorithm) != nil
                && (try? master.requireOpening(key)) != nil
        }
        guard !isInUse else { throw .masterKeyInUse }
    }
}
