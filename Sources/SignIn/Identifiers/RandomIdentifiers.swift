// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import IdentityModel
import WebAuthnMessages

extension UserID {
    /// A random id for a new account.
    package static func random() -> UserID {
        UserID(rawValue: "auth0|" + Randomness.bytes(12).hexadecimal)
    }
}

extension PasskeyID {
    /// A random id for a new passkey.
    package static func random() -> PasskeyID {
        PasskeyID(rawValue: "passkey|dev_" + Randomness.bytes(12).hexadecimal)
    }
}

extension UserHandle {
    /// The handle by which passkeys know a new account: 32 random bytes, which reveal nothing.
    static func forNewAccount() throws(SignInFailure) -> UserHandle {
        guard let handle = UserHandle(Randomness.bytes(32)) else {
            throw .storageUnavailable(reason: "no handle could be made")
        }
        return handle
    }
}
