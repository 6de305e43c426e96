// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// The reference of a request in the log, in audit events and in error responses.
package enum RequestReference {
    private static let prefix = "req_"
    static let byteCount = 12

    package static func random() -> String { text(of: Randomness.bytes(byteCount)) }

    package static func text(of bytes: [UInt8]) -> String { prefix + Base64URL.encode(bytes) }

    /// Returns the random bytes of a reference; `nil` if it is none.
    package static func bytes(of text: String) -> [UInt8]? {
        guard text.hasPrefix(prefix), let bytes = Base64URL.decode(text.utf8.dropFirst(prefix.utf8.count)),
            bytes.count == byteCount
        else { return nil }
        return bytes
    }
}
