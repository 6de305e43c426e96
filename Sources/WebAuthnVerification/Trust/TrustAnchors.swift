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
