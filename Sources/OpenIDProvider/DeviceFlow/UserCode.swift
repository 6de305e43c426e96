// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// The code that a user copies from a device's screen: eight consonants, which form no words and are easy to
/// distinguish (RFC 8628, section 6.1).
package struct UserCode: Hashable, Sendable {
    private static let letters = Array("BCDFGHJKLMNPQRSTVWXZ".utf8)
    private static let count = 8

    /// The letters alone.
    package let normalized: String

    /// Returns a random code.
    package static func random() -> UserCode {
        var bytes: [UInt8] = []
        while bytes.count < count {
            // Larger bytes would make some letters likelier than others.
            bytes += Randomness.bytes(count).filter { $0 < 240 }.map { letters[Int($0) % letters.count] }
        }
        return UserCode(normalized: String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    /// Reads what a user entered, in any case and with any separators. Returns `nil` unless it can be a code.
    package init?(entered text: String) {
        guard text.utf8.count <= 40 else { return nil }
        let bytes = text.utf8.compactMap { byte -> UInt8? in
            if " -.".utf8.contains(byte) { return nil }
            return byte.isLowerCase ? byte - 32 : byte
        }
        guard bytes.count == Self.count, bytes.allSatisfy(Self.letters.contains) else { return nil }
        normalized = String(decoding: bytes, as: UTF8.self)
    }

    private init(normalized: String) {
        self.normalized = normalized
    }

    /// The code as a device shows it, in two groups.
    package var text: String { "\(normalized.prefix(4))-\(normalized.suffix(4))" }
}
