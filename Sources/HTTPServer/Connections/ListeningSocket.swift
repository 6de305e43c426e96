// SPDX-License-Identifier: Apache-2.0

import CLibuv
import POSIX

/// A bound listening socket.
struct ListeningSocket: Sendable {
    /// The bound address, with the actual port.
    let address: HTTPServerConfiguration.ListenAddress
    let descriptor: Int32

    init(_ wanted: HTTPServerConfiguration.ListenAddress) throws(ServerStartError) {
        var storage = sockaddr_storage()
        guard CLibuv_address(wanted.host, Int32(wanted.port), &storage) == 0 else {
            throw .addressMalformed(host: wanted.host)
        }
        descriptor = CLibuv_listen(&storage, 1024)
        guard descriptor >= 0 else {
            throw .notListening(host: wanted.host, port: wanted.port, reason: ErrorText(descriptor))
        }
        var address = wanted
        address.port = UInt16(clamping: CLibuv_bound_port(descriptor))
        self.address = address
    }

    /// Closes a socket that no acceptor owns.
    func close() {
        CLibuv_close(descriptor)
    }
}
