// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// The passwords that attackers try first. Nothing is asked of another server.
///
/// 1. `CommonPasswords` are part of the program: the 100,000 that are used most. Looking one up takes a microsecond.
/// 2. `BreachedPasswords` are a file of the operator's with all that were stolen anywhere. Looking one up reads the file.
package struct KnownPasswords: Sendable {
    /// Where a password was found.
    package enum Finding: String, Sendable {
        case common
        case breached
    }

    private let breached: BreachedPasswords?

    package init(breached: BreachedPasswords? = nil) {
        self.breached = breached
    }

    /// Whether looking a password up may read a file.
    package var readsFile: Bool { breached != nil }

    /// Looks a password up. Without a file, it takes no longer than hashing the text once.
    package func find(_ password: String) -> Finding? {
        let hash = DigestAlgorithm.sha1.hash([UInt8](password.utf8))
        if CommonPasswords.contain(hash) { return .common }
        return breached?.contain(hash) == true ? .breached : nil
    }
}
