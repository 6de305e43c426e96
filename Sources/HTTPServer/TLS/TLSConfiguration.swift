// SPDX-License-Identifier: Apache-2.0

/// The files of a certificate and its private key.
package struct TLSConfiguration: Hashable, Sendable {
    /// A PEM file with the server certificate followed by its intermediates.
    package var certificateChainFile: String
    /// A PEM file with the private key of the server certificate.
    package var privateKeyFile: String

    package init(certificateChainFile: String, privateKeyFile: String) {
        self.certificateChainFile = certificateChainFile
        self.privateKeyFile = privateKeyFile
    }
}

/// The reason a TLS configuration can't be used.
package enum TLSError: Error, Hashable, Sendable {
    case contextUnavailable(reason: String)
    case certificateUnreadable(file: String, reason: String)
    /// `at` is the end of the validity period, in UTC.
    case certificateExpired(file: String, at: String)
    /// `before` is the start of the validity period, in UTC.
    case certificateNotYetValid(file: String, before: String)
    /// None of the certificates covers the host.
    case hostWithoutCertificate(host: String, files: [String])
    case privateKeyUnreadable(file: String, reason: String)
    /// The key is protected by a passphrase.
    case privateKeyEncrypted(file: String)
    case privateKeyMismatch(certificateFile: String, privateKeyFile: String)
    /// The server has no TLS configuration, or is not running.
    case notConfigured
}
