// SPDX-License-Identifier: Apache-2.0

import POSIX

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

    func uncovered(among hosts: [String]) -> [String] {
        current.withLock { $0 }.uncovered(among: hosts)
    }
}
