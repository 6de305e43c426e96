// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
import WireFormats

/// The ways in which an account can be used already when a user is invited to it. The account may have been created by
/// someone other than the invited user.
package struct ExistingAccess: Sendable {
    package let passkeys: [Passkey]
    package let deviceKeys: [DeviceKey]
    private let waysIn: [WayReference]
    /// The number of browser sessions, and of sign-ins outside of them that have refresh tokens.
    package let sessions: Int
    /// The identifiers that are not verified, without the one that the invitation is addressed to.
    package let unverified: [Identifier]
    /// Whether any identifier is verified.
    package let isVerified: Bool

    init(of user: User, addressedTo kind: Identifier.Kind?, in snapshot: any StorageSnapshot) throws {
        passkeys = try snapshot.passkeys.list(of: user.id)
        deviceKeys = try snapshot.deviceKeys.list(of: user.id)
        waysIn = try snapshot.users.waysIn(of: user.id)
        let browsers = Set(try snapshot.sessions.list(of: user.id).map { Optional($0.id) })
        let tokens = try snapshot.refreshTokens.list(of: user.id).filter { !browsers.contains($0.grant.session) }
        sessions = browsers.count + Set(tokens.map(\.family)).count
        unverified = user.identifiers.unverified(except: kind)
        isVerified = user.identifiers.contains(where: \.isVerified)
    }

    package var isEmpty: Bool { waysIn.isEmpty && sessions == 0 && unverified.isEmpty }
}

extension [Identifier] {
    fileprivate func unverified(except kind: Identifier.Kind?) -> [Identifier] {
        filter { !$0.isVerified && $0.kind != kind }
    }
}

extension StorageTransaction {
    /// Removes an account's passkeys, password, device keys, sessions, tokens and unverified identifiers, except the one that an
    /// invitation is addressed to. Returns the remaining account.
    func removeAccess(
        to account: Account, except kind: Identifier.Kind?, by sender: RequestSender, telling notices: Notices,
        at host: String, _ time: Timestamp
    ) throws -> Account {
        let user = account.user
        let tell = { event in
            try notices.insert(
                ChangeNotice(event, at: time, host: host, way: .administrator, by: sender), about: user, in: self)
        }
        if !account.passkeys.isEmpty { try tell(.passkeyRemoved) }
        for passkey in account.passkeys {
            try remove(passkey, at: time)
            try events.insert(
                sender.event(.passkeyRemoved, of: user.id, client: nil, at: time, details: passkey.eventDetails))
        }
        if try passwords.find(of: user.id) != nil {
            try passwords.remove(of: user.id)
            try events.insert(sender.event(.passwordRemoved, of: user.id, client: nil, at: time))
            try tell(.passwordRemoved)
        }
        if !account.deviceKeys.isEmpty { try tell(.deviceKeyRemoved) }
        for key in account.deviceKeys {
            try remove(key, at: time)
            try events.insert(
                sender.event(.deviceKeyRemoved, of: user.id, client: nil, at: time, details: key.eventDetails))
        }
        if var removed = try passwords.findRemoval(of: user.id) {
            removed.sealed = nil
            try passwords.setRemoval(removed)
        }
        try endSessions(of: user.id, by: .sessionRevoked, at: time)
        try refreshTokens.removeAll(of: user.id)
        try users.apply(.newTokenGeneration, to: user.id, at: time)
        let strays = user.identifiers.unverified(except: kind)
        try users.apply(.identifiers(user.identifiers.filter { !strays.contains($0) }), to: user.id, at: time)
        return try Account(user.id, in: self)
    }
}
