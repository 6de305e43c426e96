// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import JOSE
import OpenIDProvider
import WireFormats

/// Changes what signs, and says what signs from then on.
struct KeyChange {
    let ring: KeyRing
    let listing: KeyListing
    let console: Console

    func rotate(host name: String?, _ algorithm: String?) async throws(CommandFailure) {
        let host = try await listing.hosts.host(named: name)
        let keys = try await listing.keys(of: host)
        let signing = keys.filter { $0.stage == .current }.map(\.algorithm)
        guard !signing.isEmpty else {
            throw .failed("Nothing was rotated: \(KeyRingFailure.hostNotPrepared(host).text)")
        }
        guard algorithm.map(signing.contains) != false else {
            throw .failed(
                "Nothing signs with \(TerminalText.safe(algorithm ?? "")) at \(host); "
                    + "\(signing.joined(separator: " and ")) do.")
        }
        for name in signing where algorithm == nil || algorithm == name {
            guard let algorithm = JWSAlgorithm.named(name) else { continue }
            try await CommandFailure.telling("The \(name) key of \(host) was not rotated") {
                try await tryMasterKey(host)
                report(try await ring.rotate(host: host, algorithm, at: .now()), name)
            }
            guard !keys.contains(where: { $0.stage == .next && $0.algorithm == name }) else { continue }
            console.errorLine(
                "warning: It had not been announced. Others may refuse its tokens until they fetch the keys again.")
        }
        console.line("Keys that signed before stay published until they are revoked.")
    }

    func revoke(_ id: String) async throws(CommandFailure) {
        let found = try await listing.key(id)
        try await CommandFailure.telling("Nothing was revoked") {
            if let found, found.stage != .revoked { try await tryMasterKey(found.host) }
            let keys = try await ring.revoke(id, at: .now())
            console.line("\(id) is revoked: nothing that it has signed is good any longer.")
            if let found, found.stage == .current { report(keys, found.algorithm) }
        }
        console.line("Others that keep a copy of the published keys may believe it until they fetch them again.")
    }

    /// A key stored under another master key than the others could be opened by nobody: so one of them is opened first.
    private func tryMasterKey(_ host: String) async throws {
        do {
            try await ring.reload(host: host)
        } catch KeyRingFailure.damaged {
            // It was opened, and it is what may have to be revoked.
        }
    }

    private func report(_ keys: HostKeys, _ algorithm: String) {
        let key = keys.published.first { $0.stage == .current && $0.algorithm.name == algorithm }
        console.line("\(algorithm) at \(keys.host): \(key?.id ?? "nothing") signs from now on.")
    }
}
