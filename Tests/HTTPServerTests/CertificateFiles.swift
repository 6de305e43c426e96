// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import SoftwareAuthenticator

/// A folder with a certificate and its key, as an operator would have them; gone with this object.
final class CertificateFiles: Sendable {
    let configuration: TLSConfiguration
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        configuration = TLSConfiguration(
            certificateChainFile: folder.appendingPathComponent("certificate.pem").path,
            privateKeyFile: folder.appendingPathComponent("key.pem").path
        )
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes a new certificate with a new key and returns it, DER.
    @discardableResult
    func renew(writesKey: Bool = true) throws -> [UInt8] {
        let key = try SigningKey(.es256)
        let subject = DirectoryName([.commonName("a.test")])
        let certificate = CertificateMint.mint(CertificateTemplate(subject: subject), key: key)
        try certificate.pem.write(toFile: configuration.certificateChainFile, atomically: true, encoding: .utf8)
        if writesKey {
            let base64 = Data(key.privateKeyInfo).base64EncodedString(options: .lineLength64Characters)
            try "-----BEGIN PRIVATE KEY-----\n\(base64)\n-----END PRIVATE KEY-----\n"
                .write(toFile: configuration.privateKeyFile, atomically: true, encoding: .utf8)
        }
        return certificate.der
    }
}
