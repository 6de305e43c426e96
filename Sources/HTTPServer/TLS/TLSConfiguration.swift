// SPDX-License-Identifier: Apache-2.0

/// The files that a server proves its name with.
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
    case privateKeyUnreadable(file: String, reason: String)
    case privateKeyMismatch(certificateFile: String, privateKeyFile: String)
    /// No address of the server is secure.
    case notConfigured
}
