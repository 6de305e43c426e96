// SPDX-License-Identifier: Apache-2.0

import CLibuv

/// Why a server does not start.
package enum ServerStartError: Error, Hashable, Sendable {
    case alreadyStarted
    /// The host is no numerical IPv4 or IPv6 address.
    case addressMalformed(host: String)
    case notListening(host: String, port: UInt16, reason: ErrorText)
    case loopUnavailable(reason: ErrorText)
    /// A secure address without a certificate.
    case certificateMissing
    case tls(TLSError)
}

/// What the system calls an error.
package struct ErrorText: Hashable, Sendable, CustomStringConvertible {
    /// What is told apart, because something else has to be done about it.
    package enum Kind: Sendable {
        case addressInUse
        /// A port that needs a privilege.
        case permissionDenied
        /// No interface of this machine has the address.
        case addressUnavailable
        case other
    }

    package let kind: Kind
    package let description: String

    package init(_ kind: Kind, description: String) {
        self.kind = kind
        self.description = description
    }

    /// One of libuv's codes.
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
