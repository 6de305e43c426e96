// SPDX-License-Identifier: Apache-2.0

import CLibssl

/// The certificates that a server has at one moment. A client gets the first that names the host it asks for, and the
/// first of all where none does or where it names no host.
///
/// Unchecked, because nothing of it changes once it is made; OpenSSL lets any thread use it then.
final class TLSContext: @unchecked Sendable {
    private let certificates: [TLSCertificate]
    /// The context of the first certificate; it also seals the session tickets of all.
    let handle: OpaquePointer
    private let made = ContinuousClock.now

    /// Loads the files; each of the hosts must be named by a certificate.
    convenience init(_ files: [TLSConfiguration], hosts: [String]) throws(TLSError) {
        var certificates: [TLSCertificate] = []
        for pair in files { certificates.append(try TLSCertificate(pair)) }
        try self.init(certificates)
        if let host = uncovered(among: hosts).first {
            throw .hostWithoutCertificate(host: host, files: files.map(\.certificateChainFile))
        }
    }

    /// The same certificates under new ticket keys.
    func renewed() throws(TLSError) -> TLSContext {
        var copies: [TLSCertificate] = []
        for certificate in certificates { copies.append(try TLSCertificate(renewing: certificate)) }
        return try TLSContext(copies)
    }

    private init(_ certificates: [TLSCertificate]) throws(TLSError) {
        guard let first = certificates.first else { throw .notConfigured }
        self.certificates = certificates
        handle = first.handle
        guard certificates.count > 1 else { return }
        // Sessions keep this object alive as long as they may call.
        CLibssl_on_server_name(
            handle,
            { session, _, argument in
                guard let name = SSL_get_servername(session, TLSEXT_NAMETYPE_host_name),
                    let context = HandleData.object(argument, as: TLSContext.self),
                    let certificate = context.certificate(for: String(cString: name))
                else { return SSL_TLSEXT_ERR_NOACK }
                return SSL_set_SSL_CTX(session, certificate.handle) == nil
                    ? SSL_TLSEXT_ERR_ALERT_FATAL : SSL_TLSEXT_ERR_OK
            },
            HandleData.borrowing(self)
        )
    }

    /// Those of the hosts that no certificate names.
    func uncovered(among hosts: [String]) -> [String] {
        hosts.filter { certificate(for: $0) == nil }
    }

    /// Whether its ticket keys have been in use for so long.
    func isOlder(than age: Duration) -> Bool {
        ContinuousClock.now - made >= age
    }

    private func certificate(for host: String) -> TLSCertificate? {
        certificates.first { $0.names(host) }
    }
}
