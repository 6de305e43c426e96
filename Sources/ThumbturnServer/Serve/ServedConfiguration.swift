// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import IdentityModel
import OpenIDProvider
import WireFormats

/// Makes ready what a configuration needs, above all the keys of its hosts.
struct ServedConfiguration: Sendable {
    let keyRing: KeyRing
    let master: MasterKey

    func prepare(_ configuration: ConfigurationSnapshot) async throws(CommandFailure) -> ServedHosts {
        do {
            for host in configuration.domains.keys.sorted() {
                try await keyRing.prepare(host: host, algorithms: configuration.tokenAlgorithms, at: .now())
            }
        } catch let failure as KeyRingFailure {
            throw .failed(failure.explanation)
        } catch {
            throw .failed("The signing keys can't be read or made: \(error)")
        }
        return ServedHosts(configuration: configuration, master: master)
    }
}

extension KeyRingFailure {
    /// For the person at the terminal.
    var explanation: String {
        switch self {
        case .sealedWithAnotherMasterKey:
            "The stored keys were sealed with another master key. Put the right master.key back, or name it in "
                + "THUMBTURN_MASTER_KEY."
        case .damaged(let key): "The stored key \(key) is damaged. Restore a backup, or revoke it with thumbturn keys."
        case .algorithmNotOffered(let name): "Nothing here signs with \(name)."
        case .keyUnknown(let id): "There is no key \(id)."
        case .keyRevokedBefore(let id): "The key \(id) was revoked before."
        case .hostNotPrepared(let host): "The keys of \(host) have not been made."
        }
    }
}
