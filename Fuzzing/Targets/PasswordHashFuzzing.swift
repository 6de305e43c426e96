// SPDX-License-Identifier: Apache-2.0

import PasswordHashing

extension FuzzTarget {
    /// Accepted password hashes are written the same every time. None is computed.
    static let passwordHash = FuzzTarget(name: "password-hash", accepts: ["a stored hash", "an imported hash"]) {
        bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        if let hash = try? PasswordHash(stored: text) {
            accepted("a stored hash")
            require((try? PasswordHash(stored: hash.text)) == hash, "stored hashes survive a round trip")
        }
        if let hash = try? PasswordHash(importing: text) {
            accepted("an imported hash")
            require((try? PasswordHash(stored: hash.text)) == hash, "imported hashes are stored as they are")
        }
    }
}
