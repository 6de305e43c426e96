// SPDX-License-Identifier: Apache-2.0

import Foundation
import SoftwareAuthenticator
import WireFormats

/// The vault that `--vault` names, and the authenticator in it.
struct AuthenticatorVault {
    let authenticator: SoftwareAuthenticator
    private let file: VaultFile

    init(_ arguments: CommandArguments, mayCreate: Bool) throws(CommandFailure) {
        guard let path = arguments.value("--vault") else {
            throw .malformed("authenticator needs --vault FILE: where are the credentials kept?")
        }
        file = VaultFile(url: URL(fileURLWithPath: path))
        let profile = try arguments.value("--profile").map { name throws(CommandFailure) in try Self.profile(name) }
        if let existing = try Self.open(file, path) {
            guard profile == nil || profile?.name == existing.profile.name else {
                throw .malformed(
                    "\(path) is of the profile \(existing.profile.name). Name another vault for another one.")
            }
            authenticator = existing
        } else {
            guard mayCreate else { throw .malformed("\(path) does not exist. authenticator create makes it.") }
            authenticator = SoftwareAuthenticator(profile: profile ?? .iCloudKeychain)
        }
    }

    func save() throws(CommandFailure) {
        do {
            try file.save(authenticator)
        } catch {
            throw .failed("The vault \(file.url.path) cannot be written: \(error)")
        }
    }

    private static func open(_ file: VaultFile, _ path: String) throws(CommandFailure) -> SoftwareAuthenticator? {
        do {
            return try file.authenticator()
        } catch {
            throw .malformed("\(path) is not a vault: \(error)")
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
