// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WebAuthnVerification
import WireFormats

extension AccountReport {
    /// Prints the account as text.
    func print(on console: Console) {
        printProfile(on: console)
        var identifiers = TextTable("IDENTIFIER", "KIND", "STATE")
        for identifier in user.identifiers {
            identifiers.append(
                identifier.value, identifier.kind.rawValue, identifier.isVerified ? "verified" : "unverified")
        }
        var keys = TextTable("PASSKEY", "NAME", "CREATED", "LAST USED", "PLACE", "RELYING PARTY", "ID")
        for passkey in passkeys {
            let maker = AuthenticatorNames.name(of: passkey.origin.aaguid)
            keys.append(
                maker ?? "unknown", passkey.name ?? "", passkey.origin.createdAt.description,
                passkey.lastUsedAt?.description ?? "never",
                passkey.place + (passkey.supersededBy == nil ? "" : ", superseded"), passkey.origin.relyingPartyID,
                passkey.id.rawValue)
        }
        var open = TextTable("SESSION", "CLIENT", "SIGNED IN", "LAST USED", "ENDS")
        for session in sessions {
            open.append(
                session.host, session.client, session.authenticatedAt.description, session.lastUsedAt.description,
                session.expiresAt?.description ?? "")
        }
        var past = TextTable("SIGN-IN", "METHOD", "CLIENT", "PASSKEY")
        for signIn in signIns {
            past.append(signIn.signedInAt.description, signIn.method, signIn.client, signIn.passkey?.rawValue ?? "")
        }
        for table in [identifiers, keys, open, past] where !table.isEmpty {
            console.print("")
            console.print(table)
        }
    }

    private func printProfile(on console: Console) {
        let profile = user.profile
        let facts = [
            ("id", user.id.rawValue), ("connection", user.connection), ("name", profile.name),
            ("given name", profile.givenName), ("family name", profile.familyName), ("nickname", profile.nickname),
            ("picture", profile.picture), ("state", user.isBlocked ? "blocked" : "active"),
            ("created", user.createdAt.description), ("updated", user.updatedAt.description),
        ]
        for (name, value) in facts {
            guard let value else { continue }
            console.print(name.padded(to: 13) + TerminalText.safe(value, limit: 300))
        }
    }
}
