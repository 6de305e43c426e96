// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WebAuthnVerification

extension PasskeyStore {
    /// Inserts a passkey that was just registered; step 26 of §7.1 is decided here, where two registrations meet.
    func insertNew(_ passkey: Passkey) throws {
        do {
            try insert(passkey)
        } catch StorageConflict.alreadyExists {
            throw SignInFailure.registrationRejected(.credentialAlreadyRegistered)
        }
    }
}
