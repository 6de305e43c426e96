// SPDX-License-Identifier: Apache-2.0

package import Cryptography
import WireFormats

/// Lists of revoked certificates, each signed by the authority that issued them; a list of another authority has no effect.
public struct RevocationLists: Sendable {
    package let lists: [RevocationList]

    /// No lists.
    public static let none = RevocationLists([])

    /// Reads lists in DER; `nil` if one of them is damaged.
    public init?(der: [[UInt8]]) {
        var lists: [RevocationList] = []
        for bytes in der {
            guard let list = try? RevocationList(der: bytes) else { return nil }
            lists.append(list)
        }
        self.lists = lists
    }

    /// Reads lists in PEM, one after the other; `nil` if there is none or one of them is damaged.
    public init?(pem text: String) {
        guard let blocks = PEM.blocks(in: text, label: "X509 CRL"), !blocks.isEmpty else { return nil }
        self.init(der: blocks)
    }

    private init(_ lists: [RevocationList]) {
        self.lists = lists
    }
}
