// SPDX-License-Identifier: Apache-2.0

/// Why a hash was not computed.
package enum HashingFailure: Error, Hashable {
    /// Too much is waiting already.
    case tooBusy
    /// The task was canceled before its turn.
    case canceled
    /// The pool is closed.
    case closed
    /// The stored hash is beyond the bounds of this version.
    case outOfBounds
    case outOfMemory
    /// OpenSSL on this system does not have the digest of this name.
    case digestUnavailable(String)
    /// The system's library failed.
    case notComputable
}
