// SPDX-License-Identifier: Apache-2.0

import CCurl
import POSIX

/// The sockets that the transfers of a thread have opened, which other threads can shut down: libcurl waits for some
/// answers of mail servers in the middle of a call, during which the thread takes no orders.
final class OpenSockets: Sendable {
    private struct State {
        /// The transfers that wait for something on a socket; `nil` for a kept connection.
        var owners: [curl_socket_t: ObjectIdentifier?] = [:]
        var isShutDown = false
    }

    private let state = Locked(State())

    /// Opens a socket for a connection to an address.
    func open(_ address: UnsafePointer<curl_sockaddr>, for transfer: Transfer) -> curl_socket_t {
        state.withLock { state in
            guard !state.isShutDown, !transfer.isCanceled.withLock({ $0 }) else { return Self.none }
            let socket = thumbturn_curl_open_socket(address)
            if socket != Self.none { state.owners[socket] = .some(ObjectIdentifier(transfer)) }
            return socket
        }
    }

    /// Closes it, so that no other thread shuts down a later one with its number.
    func close(_ socket: curl_socket_t) -> Int32 {
        state.withLock { state in
            state.owners[socket] = nil
            return POSIX.close(socket)
        }
    }

    /// Shuts down the sockets of a transfer, in both directions or for reading.
    func shutDown(of transfer: Transfer, _ direction: Int32 = Int32(SHUT_RDWR)) {
        state.withLock { state in
            for (socket, owner) in state.owners where owner == ObjectIdentifier(transfer) {
                shutdown(socket, direction)
            }
        }
    }

    /// Shuts down all sockets and all further ones.
    func shutDown() {
        state.withLock { state in
            state.isShutDown = true
            for socket in state.owners.keys { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Called when a transfer ends, whose connection may be kept for others.
    func release(of transfer: Transfer) {
        state.withLock { state in
            for (socket, owner) in state.owners where owner == ObjectIdentifier(transfer) {
                state.owners[socket] = .some(nil)
            }
        }
    }

    /// What libcurl takes for no socket (`CURL_SOCKET_BAD`).
    static let none: curl_socket_t = -1
}
