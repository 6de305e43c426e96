// SPDX-License-Identifier: Apache-2.0

/// An address of the Internet Protocol, version 4 or 6.
package struct IPAddress: Hashable, Sendable {
    /// The 4 or 16 bytes in network order.
    package let bytes: [UInt8]

    /// 127.0.0.1.
    package static let loopback = IPAddress(checked: [127, 0, 0, 1])

    private init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns `nil` unless there are 4 or 16 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads an address as in RFC 3986: four decimal numbers, or the text of RFC 4291 without brackets and zone.
    package init?(_ text: String) {
        guard let bytes = text.utf8.contains(UInt8(ascii: ":")) ? Self.version6(text) : Self.version4(text[...]) else {
            return nil
        }
        self.bytes = bytes
    }

    package var isVersion4: Bool { bytes.count == 4 }

    /// Whether the address is a loopback address.
    package var isLoopback: Bool {
        let address = unmapped
        return address.isVersion4 ? address.bytes.first == 127 : address.bytes == Array(repeating: 0, count: 15) + [1]
    }

    /// The IPv4 address of an IPv4-mapped one (`::ffff:192.0.2.1`), so that a list need not name both.
    package var unmapped: IPAddress {
        guard bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] else { return self }
        return IPAddress(bytes: Array(bytes.suffix(4))) ?? self
    }

    private static func version4(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        // Leading zeros are rejected, because some parsers read them as octal.
        let numbers = parts.compactMap { part in UInt8(part).flatMap { String($0) == part ? $0 : nil } }
        return parts.count == 4 && numbers.count == 4 ? numbers : nil
    }

    private static func version6(_ text: String) -> [UInt8]? {
        guard let gap = text.firstRange(of: "::") else {
            guard let bytes = groups(text[...]), bytes.count == 16 else { return nil }
            return bytes
        }
        let rest = text[gap.upperBound...]
        guard let head = groups(text[..<gap.lowerBound], isLast: false), let tail = groups(rest),
            head.count + tail.count <= 14
        else { return nil }
        return head + Array(repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    /// Reads groups of up to four hexadecimal digits. The last two may be an IPv4 address.
    private static func groups(_ text: Substring, isLast: Bool = true) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var bytes: [UInt8] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if isLast, index == parts.count - 1, part.contains(".") {
                guard let embedded = version4(part) else { return nil }
                bytes += embedded
            } else {
                guard (1...4).contains(part.utf8.count), !part.hasPrefix("+"), let group = UInt16(part, radix: 16)
                else {
                    return nil
                }
                bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
            }
        }
        return bytes
    }
}

extension IPAddress: CustomStringConvertible {
    /// The form that RFC 5952 recommends: lower case, the longest run of zeros as `::`.
    package var description: String {
        if isVersion4 { return bytes.map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        let text = { (part: ArraySlice<UInt16>) in part.map { String($0, radix: 16) }.joined(separator: ":") }
        let run = Self.longestRunOfZeros(groups)
        guard run.count > 1 else { return text(groups[...]) }
        return text(groups[..<run.lowerBound]) + "::" + text(groups[run.upperBound...])
    }

    private static func longestRunOfZeros(_ groups: [UInt16]) -> Range<Int> {
        var longest = 0..<0
        var start = 0
        for (index, group) in groups.enumerated() {
            if group != 0 {
                start = index + 1
            } else if index + 1 - start > longest.count {
                longest = start..<index + 1
            }
        }
        return longest
    }
}

/// A block of addresses in the notation of RFC 4632, such as `10.0.0.0/8` or `2001:db8::/32`, or a single address.
package struct AddressBlock: Hashable, Sendable {
    package let network: IPAddress
    package let prefixLength: Int

    /// Returns `nil` if the text is malformed or has bits set after the prefix, which is probably a mistake.
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

    /// Whether the block contains an address. A block of IPv4 addresses also contains IPv4-mapped IPv6 addresses.
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
