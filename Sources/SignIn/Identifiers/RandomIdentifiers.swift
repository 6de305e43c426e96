// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import IdentityModel
import WebAuthnMessages

extension UserID {
    /// A random id for a new account.
    package static func random() -> UserID {
        UserID(rawValue: "auth0|" + Randomness.hexadecimal(byteCount: 12))
    }
}

extension PasskeyID {
    /// A random id for a new passkey.
    package static func random() -> PasskeyID {
        PasskeyID(rawValue: "passkey|dev_" + Randomness.hexadecimal(byteCount: 12))
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

extension Randomness {
    fileprivate static func hexadecimal(byteCount: Int) -> String {
        bytes(byteCount).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    }
}
