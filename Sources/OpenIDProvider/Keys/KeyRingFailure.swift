// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import JOSE
import WireFormats

/// Why keys could not be generated, opened or moved.
package enum KeyRingFailure: Error, Hashable, Sendable {
    /// The server does not sign with this algorithm.
    case algorithmNotOffered(String)
    /// The stored key was sealed with another master key.
    case sealedWithAnotherMasterKey(key: String)
    /// The stored key is not the one that its record names.
    case damaged(key: String)
    case keyUnknown(String)
    case keyRevokedBefore(String)
    /// The host's keys were not generated.
    case hostNotPrepared(String)
}
