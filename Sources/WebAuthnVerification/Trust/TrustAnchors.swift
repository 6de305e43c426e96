// SPDX-License-Identifier: Apache-2.0

package import Cryptography
import WireFormats

/// Certificates that a relying party trusts: roots, intermediates, or those of single devices.
public struct TrustAnchors: Sendable {
    /// Why trust anchors cannot be read.
    public enum ReadingError: Error, Hashable, Sendable {
        /// The text has no certificate, or a malformed one.
        case notPEM
        /// This one, counted from 1, is not an X.509 certificate.
        case notACertificate(Int)
    }

    package let certificates: [Certificate]

    /// Reads certificates in PEM, one after the other.
    public init(pem text: String) throws(ReadingError) {
        guard let blocks = PEM.blocks(in: text, label: "CERTIFICATE"), !blocks.isEmpty else { throw .notPEM }
        try self.init(der: blocks)
    }

    /// Reads certificates in DER. An empty list trusts nobody.
    public init(der list: [[UInt8]]) throws(ReadingError) {
        var certificates: [Certificate] = []
        for (index, der) in list.enumerated() {
            do {
                certificates.append(try Certificate(der: der))
            } catch {
                throw .notACertificate(index + 1)
            }
        }
        self.certificates = certificates
    }

    package init(_ certificates: [Certificate]) {
        self.certificates = certificates
    }
}

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
