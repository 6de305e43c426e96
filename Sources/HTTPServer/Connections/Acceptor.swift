// SPDX-License-Identifier: Apache-2.0

import CLibuv

/// Accepts connections on one listening socket and hands them to the event loops.
///
/// `@unchecked Sendable` because its state is confined to its loop's thread.
@available(macOS 15, *)
final class Acceptor: @unchecked Sendable {
    struct Accepted: Sendable {
        var descriptor: Int32
        var peer: PeerAddress
        var entry: ConnectionLedger.Entry
    }

    /// The callbacks that hand accepted connections to the event loops.
    struct Delivery: Sendable {
        /// Hands a connection to its event loop.
        var deliver: @Sendable (Accepted, _ isSecure: Bool) -> Void
        /// Asks an idle connection to close.
        var displace: @Sendable (ConnectionLedger.Entry) -> Void
    }

    /// The maximum number of connections accepted per loop iteration.
    private static let batch = 64
    /// The backoff in milliseconds when the system is out of file descriptors or memory.
    private static let backoff: UInt64 = 100

    private let listener: Int32
    private let isSecure: Bool
    private let loop: EventLoop
    private let server: ServerContext
    private let delivery: Delivery
    private let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    private let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
    private var closeContinuation: CheckedContinuation<Void, Never>?

    init(_ socket: ListeningSocket, loop: EventLoop, server: ServerContext, delivery: Delivery) {
        listener = socket.descriptor
        isSecure = socket.address.isSecure
        self.loop = loop
        self.server = server
        self.delivery = delivery
    }

    deinit {
        poll.deallocate()
        timer.deallocate()
    }

    /// Starts accepting. Must be called on the loop's thread.
    func open() {
        uv_poll_init(loop.handle, poll, listener)
        uv_timer_init(loop.handle, timer)
        poll.pointee.data = HandleData.retaining(self)
        timer.pointee.data = HandleData.retaining(self)
        startPolling()
    }

    /// Stops accepting and closes the listening socket.
    func close() async {
        await withCheckedContinuation { continuation in
            loop.perform { [self] in
                closeContinuation = continuation
                uv_close(CLibuv_handle(timer)) { _ = HandleData.take($0?.pointee.data, as: Acceptor.self) }
                uv_close(CLibuv_handle(poll)) {
                    HandleData.take($0?.pointee.data, as: Acceptor.self)?.didStopPolling()
                }
            }
        }
    }

    private func didStopPolling() {
        CLibuv_close(listener)
        closeContinuation?.resume()
        closeContinuation = nil
    }

    private func startPolling() {
        uv_poll_start(poll, Int32(UV_READABLE.rawValue)) { handle, _, _ in
            HandleData.object(handle?.pointee.data, as: Acceptor.self)?.acceptConnections()
        }
    }

    private func acceptConnections() {
        for _ in 0..<Self.batch {
            var address = sockaddr_storage()
            let descriptor = CLibuv_accept(listener, &address)
            switch descriptor {
            case 0...: admit(descriptor, from: PeerAddress(address))
            case UV_EAGAIN.rawValue: return
            case UV_EMFILE.rawValue, UV_ENFILE.rawValue, UV_ENOBUFS.rawValue, UV_ENOMEM.rawValue: return backOff()
            // Any other error concerns a single connection that has already failed.
            default: break
            }
        }
    }

    private func admit(_ descriptor: Int32, from peer: PeerAddress) {
        let network = server.configuration.isExemptFromPeerLimit(peer) ? nil : peer.network
        guard let admission = server.ledger.admit(network) else {
            CLibuv_close(descriptor)
            return
        }
        if let displaced = admission.displaced { delivery.displace(displaced) }
        delivery.deliver(Accepted(descriptor: descriptor, peer: peer, entry: admission.entry), isSecure)
    }

    private func backOff() {
        uv_poll_stop(poll)
        uv_timer_start(
            timer,
            { HandleData.object($0?.pointee.data, as: Acceptor.self)?.startPolling() },
            Self.backoff,
            0
        )
    }
}
