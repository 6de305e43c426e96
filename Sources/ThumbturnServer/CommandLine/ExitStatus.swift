// SPDX-License-Identifier: Apache-2.0

/// What the process says when it ends.
package enum ExitStatus: Int32, Sendable {
    /// All went well, and all was accepted.
    case success = 0
    /// Something was rejected, or could not be done.
    case failure = 1
    /// The command line or a file it names is malformed.
    case malformed = 2
}
