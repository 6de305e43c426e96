// SPDX-License-Identifier: Apache-2.0

import POSIX

/// An HTTP/1.1 server with its own event loops. It does no routing: every request goes to one handler.
@available(macOS 15, *)
package final class HTTPServer: Sendable {
    /// Responds to a request. The handler runs on the connection's event loop, so it must not block. Its task is
    /// canceled when the connection closes or the handler deadline passes.
    package typealias Handler = @Sendable (HTTPRequest, ConnectionDetails) async -> HTTPResponse

    /// The listen addresses in configuration order, with the ports that were actually bound.
    package typealias BoundAddresses = [HTTPServerConfiguration.ListenAddress]

    private enum State: Sendable {
        case ready
        case starting
        case running(Parts)
        case stopped
    }

    private struct Parts: Sendable {
        var loops: [EventLoop]
        /// The loop that only accepts connections, so that a handler blocking its own loop doesn't delay new clients.
        var acceptLoop: EventLoop
        var acceptors: [Acceptor]
        var server: ServerContext
    }

    private let configuration: HTTPServerConfiguration
    private let handler: Handler
    private let state = Locked(State.ready)

    package init(configuration: HTTPServerConfiguration, handler: @escaping Handler) {
        self.configuration = configuration
        self.handler = handler
    }

    /// Binds every address, or none if any of them fails. A running server must be shut down and can't be restarted.
    package func start() async throws(ServerStartError) -> BoundAddresses {
        let isFirst = state.withLock { state in
            guard case .ready = state else { return false }
            state = .starting
            return true
        }
        guard isFirst else { throw .alreadyStarted }
        do throws(ServerStartError) {
            return try await startParts()
        } catch {
            state.withLock { $0 = .ready }
            throw error
        }
    }

    /// Shuts down gracefully: stops accepting, closes idle connections and lets requests in flight finish. Connections
    /// that are still open after the grace period are closed. Returns when every connection is closed and every thread
    /// has exited.
    package func shutdown(grace: Duration = .seconds(10)) async {
        let parts = state.withLock { state -> Parts? in
            guard case .running(let parts) = state else { return nil }
            state = .stopped
            return parts
        }
        guard let parts else { return }
        for acceptor in parts.acceptors { await acceptor.close() }
        await parts.acceptLoop.stop()
        for loop in parts.loops {
            loop.perform {
                loop.isDraining = true
                for connection in loop.connections.values { connection.drain() }
            }
        }
        let end = Task {
            try await Task.sleep(for: grace)
            for loop in parts.loops {
                loop.perform { for connection in loop.connections.values { connection.close() } }
            }
        }
        await parts.server.ledger.waitUntilEmpty()
        end.cancel()
        for loop in parts.loops { await loop.stop() }
    }

    /// Reloads the certificate files for new connections. If a file is invalid, or a host is no longer covered, the
    /// current certificates stay in use.
    package func reloadCertificates(for hosts: [String]? = nil) throws(TLSError) {
        guard case .running(let parts) = state.withLock({ $0 }), let store = parts.server.tls else {
            throw .notConfigured
        }
        try store.reload(hosts: hosts ?? configuration.certifiedHosts)
    }

    /// Returns the hosts that no certificate covers. The result is empty if TLS is not configured.
    package func hostsWithoutCertificate(among hosts: [String]) -> [String] {
        guard case .running(let parts) = state.withLock({ $0 }) else { return [] }
        return parts.server.tls?.uncovered(among: hosts) ?? []
    }

    /// The points in time, in seconds since 1970, at which the certificates expire, in the order of the configuration.
    package var certificateExpiries: [Int64] {
        guard case .running(let parts) = state.withLock({ $0 }) else { return [] }
        return parts.server.tls?.expiries ?? []
    }

    /// Has each loop that serves connections report, once it gets to it, how long that took in nanoseconds. A loop that
    /// stops before reports nothing.
    package func measureDelays(_ report: @escaping @Sendable (_ nanoseconds: UInt64) -> Void) {
        guard case .running(let parts) = state.withLock({ $0 }) else { return }
        for loop in parts.loops {
            let start = uptimeNanoseconds()
            loop.perform { report(uptimeNanoseconds() &- start) }
        }
    }

    /// The number of open connections.
    package var connectionCount: Int {
        guard case .running(let parts) = state.withLock({ $0 }) else { return 0 }
        return parts.server.ledger.total
    }

    /// The number of request bytes in memory, not including each connection's uncounted allowance.
    package var bufferedByteCount: Int {
        guard case .running(let parts) = state.withLock({ $0 }) else { return 0 }
        return parts.server.buffers.total
    }

    private func startParts() async throws(ServerStartError) -> BoundAddresses {
        var loops: [EventLoop] = []
        var sockets: [ListeningSocket] = []
        do throws(ServerStartError) {
            let server = try ServerContext(configuration: configuration, handler: handler)
            for address in configuration.addresses { sockets.append(try ListeningSocket(address)) }
            // The last loop only accepts connections.
            for _ in 0...ServerContext.loopCount(configuration) { loops.append(try EventLoop()) }
            open(sockets, on: Array(loops.dropLast()), acceptLoop: loops[loops.count - 1], server: server)
            return sockets.map(\.address)
        } catch {
            for socket in sockets { socket.close() }
            for loop in loops { await loop.stop() }
            throw error
        }
    }

    private func open(
        _ sockets: [ListeningSocket], on loops: [EventLoop], acceptLoop: EventLoop, server: ServerContext
    ) {
        let delivery = Acceptor.Delivery(
            deliver: { accepted, isSecure in
                let loop = loops[accepted.entry.loop]
                loop.perform { server.open(accepted, isSecure: isSecure, on: loop) }
            },
            displace: { entry in
                let loop = loops[entry.loop]
                loop.perform { loop.connections[entry.number]?.closeIfIdle() }
            })
        let acceptors = sockets.map { Acceptor($0, loop: acceptLoop, server: server, delivery: delivery) }
        for acceptor in acceptors { acceptLoop.perform { acceptor.open() } }
        state.withLock {
            $0 = .running(Parts(loops: loops, acceptLoop: acceptLoop, acceptors: acceptors, server: server))
        }
    }
}
