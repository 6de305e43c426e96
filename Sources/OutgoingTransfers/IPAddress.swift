// SPDX-License-Identifier: Apache-2.0

/// An IP address that a server may have, as bytes in network order.
package struct IPAddress: Hashable, Sendable {
    package let bytes: [UInt8]

    /// Returns `nil` unless there are 4 or 16 bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Whether the address belongs to a host of the Internet, and not to this machine, a network around it or nobody.
    ///
    /// What IANA's registries of special-purpose addresses list is not public, and neither is a range from which no
    /// address has been assigned.
    package var isPublic: Bool {
        guard bytes.count == 16 else { return !Self.specialIPv4.contains { $0.contains(bytes) } }
        if let embedded { return embedded.isPublic }
        return Self.assignedIPv6.contains(bytes) && !Self.specialIPv6.contains { $0.contains(bytes) }
    }

    /// Whether the address belongs to this machine.
    package var isLoopback: Bool {
        if let embedded { return embedded.isLoopback }
        return bytes.count == 4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1]
    }

    /// The IPv4 address to which packets to an IPv6 address are sent: of an IPv4-mapped one, or of one that a NAT64
    /// gateway translates (RFC 6052).
    private var embedded: IPAddress? {
        guard bytes.count == 16, Self.containers.contains(where: { $0.contains(bytes) }) else { return nil }
        return IPAddress(Array(bytes.suffix(4)))
    }

    private struct Network {
        let bytes: [UInt8]
        let length: Int

        init(_ bytes: [UInt8], _ length: Int) {
            self.bytes = bytes
            self.length = length
        }

        /// Compares the bits of the prefix. Bytes that are not written out are zero.
        func contains(_ address: [UInt8]) -> Bool {
            address.enumerated().prefix((length + 7) / 8).allSatisfy { index, byte in
                let mask = UInt8(truncatingIfNeeded: 0xFF00 >> min(8, length - index * 8))
                let expected = index < bytes.count ? bytes[index] : 0
                return byte & mask == expected & mask
            }
        }
    }

    private static let specialIPv4 = [
        Network([0], 8),  // this network
        Network([10], 8), Network([172, 16], 12), Network([192, 168], 16),  // private (RFC 1918)
        Network([100, 64], 10),  // between subscribers and carriers (RFC 6598)
        Network([127], 8),  // loopback
        Network([169, 254], 16),  // link-local
        Network([192, 0, 0], 24),  // protocol assignments
        Network([192, 0, 2], 24), Network([198, 51, 100], 24), Network([203, 0, 113], 24),  // documentation
        Network([192, 88, 99], 24),  // 6to4 relays (RFC 7526)
        Network([198, 18], 15),  // benchmarks
        Network([224], 4), Network([240], 4),  // multicast, reserved, broadcast
    ]

    /// The only range with addresses of hosts: `::1`, `fe80::/10`, `fc00::/7` and `ff00::/8` are outside.
    private static let assignedIPv6 = Network([0x20], 3)

    private static let specialIPv6 = [
        Network([0x20, 0x01, 0x00], 23),  // protocol assignments, such as Teredo
        Network([0x20, 0x01, 0x0D, 0xB8], 32), Network([0x3F, 0xFF, 0x00], 20),  // documentation
        Network([0x20, 0x02], 16),  // 6to4, which has an IPv4 address in it
    ]

    private static let containers = [
        Network([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96),
        Network([0x00, 0x64, 0xFF, 0x9B], 96),
    ]
}
