// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// The one-time code with which the owner of a new server creates the first account.
///
/// It has 80 random bits in Crockford's base 32, which has no letters that look like digits.
package struct SetupCode: Hashable, Sendable {
    private static let symbols = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let count = 16

    private let symbols: [UInt8]

    /// Returns a random code.
    package static func random() -> SetupCode {
        SetupCode(symbols: Randomness.bytes(count).map { Self.symbols[Int($0 & 31)] })
    }

    private init(symbols: [UInt8]) {
        self.symbols = symbols
    }

    /// Reads what a user entered, in any case and with any separators. Returns `nil` unless it can be a code.
    package init?(entered text: String) {
        guard text.utf8.count <= 64 else { return nil }
        symbols = text.uppercased().utf8.compactMap { byte in
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."): nil
            case UInt8(ascii: "O"): UInt8(ascii: "0")
            case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
            default: byte
            }
        }
        guard symbols.count == Self.count, symbols.allSatisfy(Self.symbols.contains) else { return nil }
    }

    /// The code in groups of four, as the terminal shows it.
    package var text: String {
        stride(from: 0, to: symbols.count, by: 4)
            .map { String(decoding: symbols[$0..<min($0 + 4, symbols.count)], as: UTF8.self) }
            .joined(separator: "-")
    }

    /// The hash to store. One pass suffices for 80 random bits that expire within an hour.
    package var hash: [UInt8] { DigestAlgorithm.sha256.hash(symbols) }
}
