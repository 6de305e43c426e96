// SPDX-License-Identifier: Apache-2.0

package import Cryptography
import WireFormats

/// The certificates that a relying party trusts: roots, intermediates or certificates of devices.
public struct TrustAnchors: Sendable {
    /// The reason why trust anchors can't be parsed.
    public enum ReadingError: Error, Hashable, Sendable {
        /// The text has no PEM certificate, or a malformed one.
        case pemMalformed
        /// The certificate at this position, counted from 1, is malformed.
        case certificateMalformed(position: Int)
    }

    package let certificates: [Certificate]

    /// Parses concatenated PEM certificates.
    public init(pem text: String) throws(ReadingError) {
        guard let blocks = PEM.blocks(in: text, label: "CERTIFICATE"), !blocks.isEmpty else { throw .pemMalformed }
        try self.init(der: blocks)
    }

    /// Parses DER certificates. An empty list trusts no certificate.
    public init(der list: [[UInt8]]) throws(ReadingError) {
        var certificates: [Certificate] = []
        for (index, der) in list.enumerated() {
            do {
                certificates.append(try Certificate(der: der))
            } catch {
                throw .certificateMalformed(position: index + 1)
            }
        }
        self.certificates = certificates
    }

    package init(_ certificates: [Certificate]) {
        self.certificates = certificates
    }
}

/// Certificate revocation lists (CRLs). A list applies to the certificates of the authority that signed it.
public struct RevocationLists: Sendable {
    package let lists: [RevocationList]

    /// No lists.
    public static let none = RevocationLists([])

    /// Parses DER lists. Returns `nil` if one is malformed.
    public init?(der: [[UInt8]]) {
        var lists: [RevocationList] = []
        for bytes in der {
            guard let list = try? RevocationList(der: bytes) else { return nil }
            lists.append(list)
        }
        self.lists = lists
    }

    /// Parses concatenated PEM lists. Returns `nil` if there is none, or one is malformed.
    public init?(pem text: String) {
        guard let blocks = PEM.blocks(in: text, label: "X509 CRL"), !blocks.isEmpty else { return nil }
        self.init(der: blocks)
    }

    private init(_ lists: [RevocationList]) {
        self.lists = lists
    }
}
