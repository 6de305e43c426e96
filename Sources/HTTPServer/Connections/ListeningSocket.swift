// SPDX-License-Identifier: Apache-2.0

import CLibuv
import POSIX

/// A bound listening socket.
struct ListeningSocket: Sendable {
    /// The bound address, with the actual port.
    let address: HTTPServerConfiguration.ListenAddress
    let descriptor: Int32

    init(_ requested: HTTPServerConfiguration.ListenAddress) throws(ServerStartError) {
        var storage = sockaddr_storage()
        guard CLibuv_address(requested.host, Int32(requested.port), &storage) == 0 else {
            throw .addressMalformed(host: requested.host)
        }
        descriptor = CLibuv_listen(&storage, 1024)
        guard descriptor >= 0 else {
            throw .notListening(host: requested.host, port: requested.port, reason: ErrorText(descriptor))
        }
        var address = requested
        address.port = UInt16(clamping: CLibuv_bound_port(descriptor))
        self.address = address
    }

    /// Closes a socket that no acceptor owns.
    func close() {
        CLibuv_close(descriptor)
    }
}
