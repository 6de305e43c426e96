// SPDX-License-Identifier: Apache-2.0

import CLibuv
import POSIX

/// The reason a server failed to start.
package enum ServerStartError: Error, Hashable, Sendable {
    case alreadyStarted
    /// The host is not a numeric IPv4 or IPv6 address.
    case addressMalformed(host: String)
    case notListening(host: String, port: UInt16, reason: ErrorText)
    case loopUnavailable(reason: ErrorText)
    /// An address is secure but no certificate is configured.
    case certificateMissing
    case tls(TLSError)
}

/// A system error and its description.
package struct ErrorText: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors that need different remedies.
    package enum Kind: Sendable {
        case addressInUse
        /// Binding the port requires a privilege.
        case permissionDenied
        /// No network interface has the address.
        case addressUnavailable
        case other
    }

    package let kind: Kind
    package let description: String

    package init(_ kind: Kind, description: String) {
        self.kind = kind
        self.description = description
    }

    /// Creates an error from a libuv status code.
    init(_ status: Int32) {
        let kinds: [Int32: Kind] = [
            UV_EADDRINUSE.rawValue: .addressInUse, UV_EACCES.rawValue: .permissionDenied,
            UV_EADDRNOTAVAIL.rawValue: .addressUnavailable,
        ]
        self.init(
            kinds[status] ?? .other,
            description: uv_strerror(status).map { String(cString: $0) } ?? "error \(status)")
    }
}

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
