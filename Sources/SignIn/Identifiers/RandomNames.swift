// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import IdentityModel

extension UserID {
    /// The name of a new account.
    package static func random() -> UserID {
        UserID(rawValue: "auth0|" + Randomness.hexadecimal(byteCount: 12))
    }
}

extension PasskeyID {
    /// The name of a new passkey.
    package static func random() -> PasskeyID {
        PasskeyID(rawValue: "passkey|dev_" + Randomness.hexadecimal(byteCount: 12))
    }
}

extension Randomness {
    fileprivate static func hexadecimal(byteCount: Int) -> String {
        bytes(byteCount).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    }
}
