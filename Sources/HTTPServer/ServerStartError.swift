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
    package let description: String

    /// One of libuv's codes.
    init(_ status: Int32) {
        description = uv_strerror(status).map { String(cString: $0) } ?? "error \(status)"
    }
}
