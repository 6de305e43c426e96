// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WebAuthnMessages

/// Makes the handles that passkeys know accounts by: 32 random bytes, so that none tells anything.
struct UserHandleSource {
    func make() throws(SignInFailure) -> UserHandle {
        guard let handle = UserHandle(Randomness.bytes(32)) else {
            throw .storageUnavailable(reason: "no handle could be made")
        }
        return handle
    }
}
