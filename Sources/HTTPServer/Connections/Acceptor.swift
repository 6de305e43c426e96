// SPDX-License-Identifier: Apache-2.0

import CLibuv

/// Accepts the connections of one listening socket and hands them to the loops.
///
/// Unchecked, because it lives on its loop's thread.
@available(macOS 15, *)
final class Acceptor: @unchecked Sendable {
    struct Accepted: Sendable {
        var descriptor: Int32
        var peer: PeerAddress
        var entry: ConnectionLedger.Entry
    }

    /// Where accepted connections go.
    struct Delivery: Sendable {
        /// Hands a connection to its loop.
        var deliver: @Sendable (Accepted, _ isSecure: Bool) -> Void
        /// Asks a connection that does nothing to make room.
        var displace: @Sendable (ConnectionLedger.Entry) -> Void
    }

    /// How many are accepted before the other events have their turn.
    private static let batch = 64
    /// How long to wait when the system is out of descriptors or memory.
    private static let pause: UInt64 = 100

    private let listener: Int32
    private let isSecure: Bool
    private let loop: EventLoop
    private let server: ServerContext
    private let delivery: Delivery
    private let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    private let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
    private var onceClosed: CheckedContinuation<Void, Never>?

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

    /// On the loop's thread.
    func open() {
        uv_poll_init(loop.handle, poll, listener)
        uv_timer_init(loop.handle, timer)
        poll.pointee.data = HandleData.retaining(self)
        timer.pointee.data = HandleData.retaining(self)
        startPolling()
    }

    /// Waits until nothing is accepted any more.
    func close() async {
        await withCheckedContinuation { continuation in
            loop.perform { [self] in
                onceClosed = continuation
                uv_close(CLibuv_handle(timer)) { _ = HandleData.take($0?.pointee.data, as: Acceptor.self) }
                uv_close(CLibuv_handle(poll)) {
                    HandleData.take($0?.pointee.data, as: Acceptor.self)?.pollingHasEnded()
                }
            }
        }
    }

    private func pollingHasEnded() {
        CLibuv_close(listener)
        onceClosed?.resume()
        onceClosed = nil
    }

    private func startPolling() {
        uv_poll_start(poll, Int32(UV_READABLE.rawValue)) { handle, _, _ in
            HandleData.object(handle?.pointee.data, as: Acceptor.self)?.acceptSome()
        }
    }

    private func acceptSome() {
        for _ in 0..<Self.batch {
            var address = sockaddr_storage()
            let descriptor = CLibuv_accept(listener, &address)
            switch descriptor {
            case 0...: admit(descriptor, PeerAddress(address))
            case UV_EAGAIN.rawValue: return
            case UV_EMFILE.rawValue, UV_ENFILE.rawValue, UV_ENOBUFS.rawValue, UV_ENOMEM.rawValue: return pause()
            // Anything else concerns that one connection, which is gone.
            default: break
            }
        }
    }

    private func admit(_ descriptor: Int32, _ peer: PeerAddress) {
        let network = server.configuration.isExemptFromPeerLimit(peer) ? nil : peer.network
        guard let admission = server.ledger.admit(network) else {
            CLibuv_close(descriptor)
            return
        }
        if let displaced = admission.displaced { delivery.displace(displaced) }
        delivery.deliver(Accepted(descriptor: descriptor, peer: peer, entry: admission.entry), isSecure)
    }

    private func pause() {
        uv_poll_stop(poll)
        uv_timer_start(
            timer,
            { HandleData.object($0?.pointee.data, as: Acceptor.self)?.startPolling() },
            Self.pause,
            0
        )
    }
}
