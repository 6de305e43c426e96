// SPDX-License-Identifier: Apache-2.0

/// A block of addresses, as RFC 4632 writes it: `10.0.0.0/8`, `2001:db8::/32`, or one address alone.
package struct AddressBlock: Hashable, Sendable {
    package let network: IPAddress
    package let prefixLength: Int

    /// `nil` if it is none, or if bits behind the prefix are set: then one of the two is not what its author meant.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let network = parts.first.flatMap({ IPAddress(String($0)) }) else { return nil }
        let bitCount = network.bytes.count * 8
        var length = bitCount
        if parts.count == 2 {
            guard let number = Int(parts[1]), String(number) == parts[1], (0...bitCount).contains(number) else {
                return nil
            }
            length = number
        }
        guard Self.masked(network.bytes, prefixLength: length) == network.bytes else { return nil }
        self.network = network
        prefixLength = length
    }

    /// Addresses of version 4 count also where version 6 wraps them.
    package func contains(_ address: IPAddress) -> Bool {
        let candidate = address.bytes.count == network.bytes.count ? address : address.unmapped
        return Self.masked(candidate.bytes, prefixLength: prefixLength) == network.bytes
    }

    private static func masked(_ bytes: [UInt8], prefixLength length: Int) -> [UInt8] {
        bytes.enumerated().map { index, byte in
            let kept = Swift.min(8, Swift.max(0, length - index * 8))
            return byte & ~(0xFF as UInt8 >> UInt8(kept))
        }
    }
}

extension AddressBlock: CustomStringConvertible {
    package var description: String { "\(network)/\(prefixLength)" }
}
