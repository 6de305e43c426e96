// SPDX-License-Identifier: Apache-2.0

/// A curve for EdDSA (RFC 8032).
package enum EdwardsCurve: Hashable, Sendable, CaseIterable {
    case ed25519
    case ed448

    package var keyByteCount: Int {
        switch self {
        case .ed25519: 32
        case .ed448: 57
        }
    }

    /// OpenSSL's name.
    var name: String {
        switch self {
        case .ed25519: "ED25519"
        case .ed448: "ED448"
        }
    }
}
