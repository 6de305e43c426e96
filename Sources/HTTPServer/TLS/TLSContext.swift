// SPDX-License-Identifier: Apache-2.0

import CLibssl
import POSIX

/// An immutable set of certificates. A client gets the first certificate that covers the server name it requests, or
/// else the first one.
///
/// `@unchecked Sendable` because it is immutable, and OpenSSL lets any thread use such a context.
final class TLSContext: @unchecked Sendable {
    private let certificates: [TLSCertificate]
    /// The context of the first certificate. Its keys encrypt the session tickets of all certificates.
    let handle: OpaquePointer
    private let created = ContinuousClock.now

    /// Loads the files and checks that every host is covered by a certificate.
    convenience init(_ files: [TLSConfiguration], hosts: [String]) throws(TLSError) {
        var certificates: [TLSCertificate] = []
        for pair in files { certificates.append(try TLSCertificate(pair)) }
        try self.init(certificates)
        if let host = uncovered(among: hosts).first {
            throw .hostWithoutCertificate(host: host, files: files.map(\.certificateChainFile))
        }
    }

    /// Returns a copy with new ticket keys.
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
        // Unretained: every session retains this context for as long as the callback can run.
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

    /// Returns the hosts that no certificate covers.
    func uncovered(among hosts: [String]) -> [String] {
        hosts.filter { certificate(for: $0) == nil }
    }

    /// The points in time at which the certificates expire, in seconds since 1970.
    var expiries: [Int64] { certificates.map(\.expiry) }

    /// Returns whether the ticket keys are at least this old.
    func isOlder(than age: Duration) -> Bool {
        ContinuousClock.now - created >= age
    }

    private func certificate(for host: String) -> TLSCertificate? {
        certificates.first { $0.covers(host) }
    }
}

/// The current TLS context for new connections. Existing connections keep the context they started with.
final class TLSStore: Sendable {
    private let files: [TLSConfiguration]
    private let ticketKeyLifetime: Duration
    private let current: Locked<TLSContext>

    init(_ configuration: HTTPServerConfiguration) throws(TLSError) {
        files = configuration.tls
        ticketKeyLifetime = configuration.ticketKeyLifetime
        current = Locked(try TLSContext(files, hosts: configuration.certifiedHosts))
    }

    /// Creates the session of a new connection. Ticket keys older than their lifetime are replaced first; clients with
    /// older tickets then fall back to a full handshake.
    func makeSession() -> TLSSession? {
        let context = current.withLock { context in
            // If new keys can't be generated, the old ones stay in use rather than refusing the connection.
            if context.isOlder(than: ticketKeyLifetime), let renewed = try? context.renewed() { context = renewed }
            return context
        }
        return TLSSession(context)
    }

    /// Reloads the files. If they are invalid, the current context stays in use.
    func reload(hosts: [String]) throws(TLSError) {
        let context = try TLSContext(files, hosts: hosts)
        current.withLock { $0 = context }
    }

    var expiries: [Int64] { current.withLock { $0 }.expiries }

    func uncovered(among hosts: [String]) -> [String] {
        current.withLock { $0 }.uncovered(among: hosts)
    }
}
