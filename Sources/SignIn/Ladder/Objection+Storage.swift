// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// What an objection has taken back.
struct UndoneAdditions: Sendable {
    var passkeys: [Passkey] = []
    var deviceKeys: [DeviceKey] = []
}

extension StorageTransaction {
    /// Stores an objection, and takes back everything that the way has added to the account and that has not settled
    /// (L9), with what it opened, but for one.
    func object(
        _ objection: Objection, in account: Account, except kept: WayReference? = nil, at time: Timestamp
    ) throws -> UndoneAdditions {
        try objections.insert(objection)
        let passkeys = account.passkeys.filter {
            $0.id.way != kept && Ladder.Passkey($0).addingWay(at: time)?.rawValue == objection.against
        }
        for passkey in passkeys { _ = try remove(passkey, endingAll: false, at: time) }
        let deviceKeys = account.deviceKeys.filter {
            $0.id.way != kept && Ladder.Passkey($0).addingWay(at: time)?.rawValue == objection.against
        }
        for key in deviceKeys { try remove(key, at: time) }
        return UndoneAdditions(passkeys: passkeys, deviceKeys: deviceKeys)
    }
}
