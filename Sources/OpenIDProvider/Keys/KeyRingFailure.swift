// SPDX-License-Identifier: Apache-2.0

/// Why keys could not be made, opened or moved.
package enum KeyRingFailure: Error, Hashable, Sendable {
    /// Nothing signs with this algorithm here.
    case algorithmNotOffered(String)
    /// The stored key does not open: the master key is not the one it was sealed with.
    case sealedWithAnotherMasterKey(key: String)
    /// The stored key opens, and is not the key that its record names.
    case damaged(key: String)
    case keyUnknown(String)
    case keyRevokedBefore(String)
    /// The host's keys have not been made.
    case hostNotPrepared(String)
}
