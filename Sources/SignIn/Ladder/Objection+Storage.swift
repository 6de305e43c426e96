// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

extension StorageTransaction {
    /// Stores an objection, and takes back everything that the way has added to the account and that has not settled
    /// (L9), with what it opened, but for one. Returns the passkeys that were removed.
    func object(
        _ objection: Objection, in account: Account, except kept: Passkey? = nil, at time: Timestamp
    ) throws -> [Passkey] {
        try objections.insert(objection)
        let added = account.passkeys.filter {
            $0.id != kept?.id && Ladder.Passkey($0).addingWay(at: time)?.rawValue == objection.against
        }
        for passkey in added { _ = try remove(passkey, endingAll: false, at: time) }
        return added
    }
}
