// SPDX-License-Identifier: Apache-2.0

import POSIX

/// Serves HTTP/1.1 on event loops of its own. It knows no route: every request goes to one handler.
@available(macOS 15, *)
package final class HTTPServer: Sendable {
    /// Answers a request. It runs on the connection's loop, so it must not block; it is canceled when nobody waits for
    /// its answer any more.
    package typealias Handler = @Sendable (HTTPRequest, ConnectionFacts) async -> HTTPResponse

    /// Where the server listens, in the order of the configuration, with the ports it got.
    package typealias BoundAddresses = [HTTPServerConfiguration.ListenAddress]

    private enum State: Sendable {
        case ready
        case starting
        case running(Parts)
        case stopped
    }

    private struct Parts: Sendable {
        var loops: [EventLoop]
        /// Where connections are accepted, so that a handler that holds up its loop turns nobody away.
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

    /// Listens on every address, or on none. A server that has started must be shut down; it starts once.
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

    /// Accepts nothing more, lets requests in flight finish, closes the rest, and returns when every connection is
    /// closed and every thread has ended. What is not done after the grace is cut off.
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

    /// Reads the files of the certificates again. Connections that exist keep what they have; when the files are not
    /// good, or name one of the hosts no longer, so do new ones.
    package func reloadCertificates(for hosts: [String]? = nil) throws(TLSError) {
        guard case .running(let parts) = state.withLock({ $0 }), let store = parts.server.tls else {
            throw .notConfigured
        }
        try store.reload(hosts: hosts ?? configuration.certifiedHosts)
    }

    /// Those of the hosts that no certificate names; none where TLS is not spoken.
    package func hostsWithoutCertificate(among hosts: [String]) -> [String] {
        guard case .running(let parts) = state.withLock({ $0 }) else { return [] }
        return parts.server.tls?.uncovered(among: hosts) ?? []
    }

    /// How many connections are open.
    package var connectionCount: Int {
        guard case .running(let parts) = state.withLock({ $0 }) else { return 0 }
        return parts.server.ledger.total
    }

    /// How many bytes of requests are kept, without what each connection may keep uncounted.
    package var bufferedByteCount: Int {
        guard case .running(let parts) = state.withLock({ $0 }) else { return 0 }
        return parts.server.buffers.total
    }

    private func startParts() async throws(ServerStartError) -> BoundAddresses {
        var loops: [EventLoop] = []
        var sockets: [ListeningSocket] = []
        do throws(ServerStartError) {
            let server = try ServerContext(configuration, handler)
            for address in configuration.addresses { sockets.append(try ListeningSocket(address)) }
            // The last one accepts.
            for _ in 0...ServerContext.loopCount(configuration) { loops.append(try EventLoop()) }
            open(sockets, Array(loops.dropLast()), acceptLoop: loops[loops.count - 1], server)
            return sockets.map(\.address)
        } catch {
            for socket in sockets { socket.close() }
            for loop in loops { await loop.stop() }
            throw error
        }
    }

    private func open(
        _ sockets: [ListeningSocket], _ loops: [EventLoop], acceptLoop: EventLoop, _ server: ServerContext
    ) {
        let delivery = Acceptor.Delivery(
            deliver: { accepted, isSecure in
                let loop = loops[accepted.entry.loop]
                loop.perform { server.open(accepted, isSecure: isSecure, on: loop) }
            },
            displace: { entry in
                let loop = loops[entry.loop]
                loop.perform { loop.connections[entry.number]?.giveWay() }
            })
        let acceptors = sockets.map { Acceptor($0, loop: acceptLoop, server: server, delivery: delivery) }
        for acceptor in acceptors { acceptLoop.perform { acceptor.open() } }
        state.withLock {
            $0 = .running(Parts(loops: loops, acceptLoop: acceptLoop, acceptors: acceptors, server: server))
        }
    }
}
