// SPDX-License-Identifier: Apache-2.0

/// The files of one certificate and its key.
package struct TLSConfiguration: Hashable, Sendable {
    /// PEM: the server's certificate first, then those that lead to a root.
    package var certificateChainFile: String
    /// PEM: the private key of the first certificate.
    package var privateKeyFile: String

    package init(certificateChainFile: String, privateKeyFile: String) {
        self.certificateChainFile = certificateChainFile
        self.privateKeyFile = privateKeyFile
    }
}

/// Why TLS cannot be spoken with these files.
package enum TLSError: Error, Hashable, Sendable {
    case contextUnavailable(reason: String)
    case certificateUnreadable(file: String, reason: String)
    /// Its last moment of validity, in UTC.
    case certificateExpired(file: String, at: String)
    /// Its first moment of validity, in UTC.
    case certificateNotYetValid(file: String, before: String)
    /// None of the certificates names the host.
    case hostWithoutCertificate(host: String, files: [String])
    case privateKeyUnreadable(file: String, reason: String)
    /// The key is protected by a passphrase.
    case privateKeyEncrypted(file: String)
    case privateKeyMismatch(certificateFile: String, privateKeyFile: String)
    /// No address of the server is secure.
    case notConfigured
}
