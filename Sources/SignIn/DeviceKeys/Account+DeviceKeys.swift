// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
package import WireFormats

extension Ladder.Passkey {
    /// A device key that was added, as the ladder sees what is added.
    init(_ key: DeviceKey) {
        self.init(key.id.way, addedBy: key.addedBy, unconfirmedUntil: key.unconfirmedUntil)
    }
}

extension Ladder.Account {
    /// Has device keys that have not settled count as additions, which others may undo. A settled one is no passkey.
    mutating func countAdditions(_ keys: [DeviceKey], at time: Timestamp) {
        passkeys += keys.map(Ladder.Passkey.init).filter { $0.addingWay(at: time) != nil }
    }
}

extension Account {
    func deviceKey(_ id: DeviceKey.ID) throws(SignInFailure) -> DeviceKey {
        let found = deviceKeys.first { ExactText($0.id.rawValue) == ExactText(id.rawValue) }
        guard let found else { throw .deviceKey(.unknown) }
        return found
    }

    /// Asks the ladder whether the owner may remove a device key. Returns the objection that the removal is, if something
    /// else has added the key a short time ago.
    ///
    /// A sign-in with the key gives up what is its own, and what may add a passkey removes a key that signs nobody in any
    /// more. Anything else shuts its owner out, and is confirmed like the removal of a passkey (L11, L17).
    func requireRemoval(
        of key: DeviceKey, by owner: AccountOwner, password: StoredPassword?, in configuration: ConfigurationSnapshot,
        at time: Timestamp
    ) throws(SignInFailure) -> Objection? {
        let ways = owner.ways(of: self, at: time)
        guard !ways.contains(key.id.way) else { return nil }
        var account = Ladder.Account(self, password: password, at: time)
        account.countAdditions(deviceKeys, at: time)
        let added = Ladder.Passkey(key).addingWay(at: time)
        let proof = owner.proof(to: self, at: time)
        let moves = Ladder.moves(in: account, by: proof, at: time)
        // Nobody objects to what is their own.
        let against = Set(key.addedBy).isDisjoint(with: ways) ? added : nil
        let objection = { (objector: Ladder.Way?) in
            against.map {
                Objection(of: user.id, by: objector?.rawValue, against: $0.rawValue, at: time)
            }
        }
        if moves.contains(.signOutEverywhereElse) {
            // Sessions of a passkey are not barred: no other proof adds anything yet.
            return against == .browser ? nil : objection(nil)
        }
        let undoing = Ladder.Way.undoing.first { moves.contains(.undoPasskey(key.id.rawValue, by: .way($0))) }
        if let undoing { return objection(undoing) }
        if !signsIn(key, in: configuration, at: time),
            Ladder.mayAddPasskey(to: account, by: proof, in: ways, at: time)
        {
            return nil
        }
        throw .password(.confirmationRequired)
    }

    /// Whether the owner may remove a device key.
    func mayRemove(
        _ key: DeviceKey, by owner: AccountOwner, password: StoredPassword?, in configuration: ConfigurationSnapshot,
        at time: Timestamp
    ) -> Bool {
        do throws(SignInFailure) {
            _ = try requireRemoval(of: key, by: owner, password: password, in: configuration, at: time)
            return canDoWithout(key, password: password, in: configuration, at: time)
        } catch {
            return false
        }
    }

    /// Why the ways of a sign-in add nothing: a device key may be too young.
    func refusal(of ways: [WayReference], at time: Timestamp) -> SignInFailure {
        let key = deviceKeys.first { ways.contains($0.id.way) && !$0.hasSettled(at: time) }
        guard let until = key?.unconfirmedUntil else { return .password(.confirmationRequired) }
        return .deviceKey(.tooNew(until: until))
    }
}

extension DeviceKey {
    /// The passkey that has taken its place, of those of its account that have settled: one that was added with it (L11),
    /// or, for a key of Auth0's library, any.
    package func replacement(among passkeys: [Passkey], at time: Timestamp) -> Passkey? {
        let settled = passkeys.filter { $0.hasSettled(at: time) }
        return settled.first { $0.addedBy.contains(id.way) } ?? (shape == .legacy ? settled.first : nil)
    }

    /// The details of the key in an audit event.
    package var eventDetails: JSONObject {
        ["device_key": .string(id.rawValue), "device": .string(deviceName), "shape": .string(shape.rawValue)]
    }
}

extension StorageTransaction {
    /// Removes a device key with the sessions and applications that it opened. Access tokens from before are revoked,
    /// because one of them could add the key again.
    package func remove(_ key: DeviceKey, at time: Timestamp) throws {
        try endOpened(by: key.id.way, of: key.user, at: time)
        try deviceKeys.remove(key.id)
    }
}
