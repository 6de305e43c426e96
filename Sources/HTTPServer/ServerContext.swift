// SPDX-License-Identifier: Apache-2.0

import CLibuv

/// The state shared by all connections of a server.
@available(macOS 15, *)
final class ServerContext: Sendable {
    let configuration: HTTPServerConfiguration
    let handler: HTTPServer.Handler
    let allowedHosts: AllowedHosts
    let ledger: ConnectionLedger
    let buffers: BufferBudget
    /// The maximum number of unsent bytes of one loop's connections.
    let maximumUnsentBytesPerLoop: Int
    /// `nil` unless TLS is configured.
    let tls: TLSStore?

    init(configuration: HTTPServerConfiguration, handler: @escaping HTTPServer.Handler) throws(ServerStartError) {
        self.configuration = configuration
        self.handler = handler
        allowedHosts = configuration.allowedHosts.normalized
        ledger = ConnectionLedger(
            loops: Self.loopCount(configuration),
            limit: configuration.maximumConnections,
            limitPerNetwork: configuration.maximumConnectionsPerPeer
        )
        buffers = BufferBudget(
            limit: configuration.maximumBufferedBytes, limitPerNetwork: configuration.maximumBufferedBytesPerPeer)
        maximumUnsentBytesPerLoop = configuration.maximumUnsentBytes / Self.loopCount(configuration)
        if !configuration.tls.isEmpty {
            do throws(TLSError) {
                tls = try TLSStore(configuration)
            } catch {
                throw .tls(error)
            }
        } else {
            guard !configuration.addresses.contains(where: \.isSecure) else { throw .certificateMissing }
            tls = nil
        }
    }

    static func loopCount(_ configuration: HTTPServerConfiguration) -> Int {
        max(1, configuration.loops ?? Int(uv_available_parallelism()))
    }

    /// Opens a connection on an accepted socket. Must be called on the loop's thread.
    func open(_ accepted: Acceptor.Accepted, isSecure: Bool, on loop: EventLoop) {
        var session: TLSSession?
        if isSecure {
            session = tls?.makeSession()
            guard session != nil else { return drop(accepted) }
        }
        Connection(accepted, on: loop, tls: session, server: self).open(accepted.descriptor)
    }

    /// Closes an accepted socket without opening a connection.
    func drop(_ accepted: Acceptor.Accepted) {
        CLibuv_close(accepted.descriptor)
        ledger.release(accepted.entry)
    }
}
