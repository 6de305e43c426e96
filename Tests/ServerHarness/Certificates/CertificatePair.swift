// SPDX-License-Identifier: Apache-2.0

import Foundation
import SoftwareAuthenticator
import TestSupport

/// A folder with a certificate and its key, as an operator would have them; gone with this object.
package final class CertificatePair: Sendable {
    /// The path of the certificate.
    package var certificate: String { folder.path(of: "certificate.pem") }
    /// The path of its key.
    package var key: String { folder.path(of: "key.pem") }
    private let folder: TemporaryFolder

    package init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes a new certificate with a new key and returns it, DER.
    @discardableResult
    package func renew(
        hosts: [String] = ["a.test"], addresses: [[UInt8]] = [], writesKey: Bool = true
    ) throws -> [UInt8] {
        try renew(writesKey: writesKey) { $0.extensions.append(.hosts(hosts, addresses: addresses)) }
    }

    /// Writes one that is valid from and until so many seconds after now.
    package func renew(from: Double, until: Double) throws {
        _ = try renew(writesKey: true) {
            $0.extensions.append(.hosts(["a.test"]))
            $0.validFrom = Date(timeIntervalSinceNow: from)
            $0.validUntil = Date(timeIntervalSinceNow: until)
        }
    }

    private func renew(writesKey: Bool, _ change: (inout CertificateTemplate) -> Void) throws -> [UInt8] {
        let signing = try SigningKey(.es256)
        var template = CertificateTemplate(subject: DirectoryName([.commonName("a.test")]))
        change(&template)
        let minted = CertificateMint.mint(template, key: signing)
        try minted.pem.write(toFile: certificate, atomically: true, encoding: .utf8)
        if writesKey {
            let base64 = Data(signing.privateKeyInfo).base64EncodedString(options: .lineLength64Characters)
            try "-----BEGIN PRIVATE KEY-----\n\(base64)\n-----END PRIVATE KEY-----\n"
                .write(toFile: key, atomically: true, encoding: .utf8)
        }
        return minted.der
    }
}
