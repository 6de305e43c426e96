// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import IdentityModel
import WebAuthnVerification
import WireFormats

extension AccountReport {
    func show(asJSON isJSON: Bool, on console: Console) {
        if isJSON { console.printJSON(json) } else { print(on: console) }
    }

    /// Prints the account as text.
    func print(on console: Console) {
        printProfile(on: console)
        var identifiers = TextTable("IDENTIFIER", "KIND", "STATE")
        for identifier in user.identifiers {
            identifiers.append(identifier.value, identifier.kind.rawValue, identifier.state)
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
        var past = TextTable("SIGN-IN", "METHOD", "CLIENT", "WAY IN")
        for signIn in signIns {
            let ways = signIn.ways.map(\.id).joined(separator: " ")
            past.append(signIn.signedInAt.description, signIn.method, signIn.client, ways)
        }
        for table in [identifiers, keys, deviceKeyTable, open, browserTable, past] where !table.isEmpty {
            console.print("")
            console.print(table)
        }
    }

    private var browserTable: TextTable {
        var browsers = TextTable("BROWSER SESSION", "HOST", "SIGNED IN", "LAST USED", "ENDS", "BROWSER")
        for session in browserSessions {
            browsers.append(
                session.id.rawValue, session.host, session.createdAt.description, session.lastUsedAt.description,
                min(session.idleExpiresAt, session.expiresAt).description, session.userAgent?.browserName ?? "")
        }
        return browsers
    }

    private func printProfile(on console: Console) {
        let profile = user.profile
        let facts = [
            ("id", user.id.rawValue), ("connection", user.connection), ("name", profile.name),
            ("given name", profile.givenName), ("family name", profile.familyName), ("nickname", profile.nickname),
            ("picture", profile.picture), ("state", user.state),
            (
                "password",
                password.map {
                    "set at \($0.setAt)\($0.isDisabled ? ", only passkeys sign in" : "")\($0.breachedAt == nil ? "" : ", known to attackers")"
                }
            ),
            ("created", user.createdAt.description), ("updated", user.updatedAt.description),
        ]
        for (name, value) in facts {
            guard let value else { continue }
            console.print(name.padded(to: 13) + TerminalText.safe(value, limit: 300))
        }
    }
}

extension Passkey {
    /// The kind of place where the passkey is stored.
    var place: String {
        guard origin.isBackupEligible else { return "one device" }
        return isBackedUp ? "synced" : "synced, no backup yet"
    }
}

extension Identifier {
    /// Whether somebody has proven to own it and, if nothing older confirms that, from when on it counts as a way in.
    fileprivate var state: String {
        guard isVerified else { return "unverified" }
        return unconfirmedUntil.map { "verified, counts from \($0)" } ?? "verified"
    }
}

extension String {
    /// The browser and the system that a user agent names, as the pages show them; all of it if neither is known.
    var browserName: String { BrowserName(userAgent: self).text ?? self }
}

extension User {
    /// Whether anybody can sign in, in words.
    var state: String {
        let deletion = deletesAt.map { "to be deleted at \($0)" }
        return isBlocked ? ["blocked", deletion].compactMap(\.self).joined(separator: ", ") : deletion ?? "active"
    }
}
