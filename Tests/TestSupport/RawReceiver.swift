// SPDX-License-Identifier: Apache-2.0

import Foundation
import POSIX

/// A listener at a free port of the loopback address that sends the same bytes on each connection, without reading.
package final class RawReceiver: Sendable {
    package let port: UInt16
    private let socket: LoopbackSocket

    /// - Parameters:
    ///   - bytes: What is sent at once.
    ///   - endless: What is sent after it, again and again, until the other side closes the connection.
    package init?(sending bytes: String, then endless: String = "") {
        guard let socket = LoopbackSocket() else { return nil }
        self.socket = socket
        port = socket.port
        signal(SIGPIPE, SIG_IGN)
        // The thread keeps the socket, so that its number does not become another listener's meanwhile.
        Thread.detachNewThread {
            while true {
                let connection = accept(socket.descriptor, nil, nil)
                guard connection >= 0 else { return }
                Self.send(bytes, then: endless, on: connection)
                close(connection)
            }
        }
    }

    deinit {
        // Ends the thread's `accept`.
        shutdown(socket.descriptor, Int32(SHUT_RDWR))
    }

    private static func send(_ bytes: String, then endless: String, on connection: Int32) {
        guard write(bytes, to: connection), !endless.isEmpty else { return }
        let block = String(repeating: endless, count: max(1, 4096 / endless.utf8.count))
        while write(block, to: connection) {}
    }

    private static func write(_ text: String, to connection: Int32) -> Bool {
        Array(text.utf8).withUnsafeBytes { bytes in
            bytes.isEmpty || posixSend(bytes, to: connection, flags: 0) == bytes.count
        }
    }
}
