// SPDX-License-Identifier: Apache-2.0

import POSIX

/// The context for new connections; those that exist keep the one they began with.
final class TLSStore: Sendable {
    private let files: [TLSConfiguration]
    private let ticketKeyLifetime: Duration
    private let present: Locked<TLSContext>

    init(_ configuration: HTTPServerConfiguration) throws(TLSError) {
        files = configuration.tls
        ticketKeyLifetime = configuration.ticketKeyLifetime
        present = Locked(try TLSContext(files, hosts: configuration.certifiedHosts))
    }

    /// A session on a new connection. Ticket keys that have been used for long enough are replaced first: then a ticket
    /// sealed under them is good for nothing any more, and its owner makes a full handshake.
    func makeSession() -> TLSSession? {
        let context = present.withLock { context in
            // Without new keys the old ones go on: nobody is turned away for a shortage of memory.
            if context.isOlder(than: ticketKeyLifetime), let renewed = try? context.renewed() { context = renewed }
            return context
        }
        return TLSSession(context)
    }

    /// Reads the files again; when they are not good, nothing changes.
    func reload(hosts: [String]) throws(TLSError) {
        let context = try TLSContext(files, hosts: hosts)
        present.withLock { $0 = context }
    }

    func uncovered(among hosts: [String]) -> [String] {
        present.withLock { $0 }.uncovered(among: hosts)
    }
}
