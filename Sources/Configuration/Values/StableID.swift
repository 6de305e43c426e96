// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// Names for interfaces that expect an opaque one, made from what is configured: the same at every start, on every machine.
package enum StableID {
    /// Such as `con_` and 16 letters and digits.
    package static func make(_ prefix: String, from name: String) -> String {
        let digest = DigestAlgorithm.sha256.hash(Array("thumbturn/\(prefix)/\(name)".utf8))
        let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        return "\(prefix)_" + String(digest.prefix(16).map { letters[Int($0) % letters.count] })
    }
}
