// SPDX-License-Identifier: Apache-2.0

import CLibuv
import POSIX

/// The IP address of a peer. An IPv4-mapped IPv6 address becomes the IPv4 address.
package struct PeerAddress: Hashable, Sendable {
    /// The 4 or 16 bytes of the address.
    package let bytes: [UInt8]
    /// The address as the log writes it, once for all requests of a connection.
    package let description: String

    /// Parses a numeric IPv4 or IPv6 address.
    package init?(_ text: String) {
        var storage = sockaddr_storage()
        guard CLibuv_address(text, 0, &storage) == 0 else { return nil }
        self.init(storage)
    }

    init(_ storage: sockaddr_storage) {
        var storage = storage
        let all = [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            count = buffer.baseAddress.map { Int(CLibuv_address_bytes(&storage, $0)) } ?? 0
        }
        let isMapped = all.count == 16 && all[..<10].allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
        bytes = isMapped ? Array(all[12...]) : all
        description = Self.description(of: bytes)
    }

    package var isIPv4: Bool { bytes.count == 4 }

    /// The prefix that one subscriber usually controls: the whole IPv4 address, or the /64 of an IPv6 address.
    package var network: ArraySlice<UInt8> { isIPv4 ? bytes[...] : bytes.prefix(8) }
}

extension PeerAddress: CustomStringConvertible {
    private static func description(of bytes: [UInt8]) -> String {
        if bytes.count == 4 { return "\(bytes[0]).\(bytes[1]).\(bytes[2]).\(bytes[3])" }
        var text = [CChar](repeating: 0, count: 64)
        guard !bytes.isEmpty, uv_inet_ntop(AF_INET6, bytes, &text, text.count) == 0 else {
            return "unknown"
        }
        return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "unknown" }
    }
}

/// The properties of the connection that carried a request.
package struct ConnectionDetails: Hashable, Sendable {
    /// The peer's address, which may be that of a proxy.
    package var peer: PeerAddress
    /// Whether the connection uses TLS.
    package var isSecure: Bool
    /// The connection's sequence number, starting at 1.
    package var number: UInt64

    package init(peer: PeerAddress, isSecure: Bool = false, number: UInt64 = 0) {
        self.peer = peer
        self.isSecure = isSecure
        self.number = number
    }
}
