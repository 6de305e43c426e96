// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import SoftwareAuthenticator
import WireFormats

/// The vault file named by `--vault`, and its authenticator.
struct AuthenticatorVault {
    let authenticator: SoftwareAuthenticator
    private let file: VaultFile

    init(_ arguments: CommandArguments, mayCreate: Bool) throws(CommandFailure) {
        guard let path = arguments.value("--vault") else {
            throw .malformed("authenticator needs --vault FILE, which holds the credentials.")
        }
        file = VaultFile(url: URL(fileURLWithPath: path))
        let profile = try arguments.value("--profile").map { name throws(CommandFailure) in try Self.profile(name) }
        if let existing = try Self.open(file) {
            guard profile == nil || profile?.name == existing.profile.name else {
                throw .malformed(
                    "The vault \(path) has the profile \(existing.profile.name). Leave out --profile, or use another vault."
                )
            }
            authenticator = existing
        } else {
            guard mayCreate else {
                throw .malformed("The vault \(path) does not exist. Create it with authenticator create.")
            }
            authenticator = SoftwareAuthenticator(profile: profile ?? .iCloudKeychain)
        }
    }

    func save() throws(CommandFailure) {
        do {
            try file.save(authenticator)
        } catch {
            throw .failed("The vault \(file.url.path) can't be written: \(error)")
        }
    }

    private static func open(_ file: VaultFile) throws(CommandFailure) -> SoftwareAuthenticator? {
        do {
            return try file.authenticator()
        } catch {
            throw .malformed("\(file.url.path) is not a vault: \(error)")
        }
    }

    private static func profile(_ name: String) throws(CommandFailure) -> AuthenticatorProfile {
        if let profile = AuthenticatorProfile.named(name) { return profile }
        let known = AuthenticatorProfile.all.map(\.name)
        throw .malformed(
            "There is no profile \(TerminalText.safe(name)).\(Suggestion.text(for: name, among: known)) "
                + "The profiles are \(known.joined(separator: ", ")).")
    }
}
