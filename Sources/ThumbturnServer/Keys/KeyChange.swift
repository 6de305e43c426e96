// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import JOSE
import OpenIDProvider
import WireFormats

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
