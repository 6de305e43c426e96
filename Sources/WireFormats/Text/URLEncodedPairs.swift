// SPDX-License-Identifier: Apache-2.0

/// The pairs `name=value`, joined by `&`, of a query or a form (RFC 6749, appendix B).
package enum URLEncodedPairs {
    package typealias Pair = (name: String, value: String)

    /// Reads the pairs in their order. A name without `=` has an empty value. Returns `nil` for a malformed escape or
    /// text that is not UTF-8.
    ///
    /// - Parameters:
    ///   - plusIsBlank: Whether a plus sign is a space, as in forms.
    ///   - limit: The number of pairs after which one more is read, and then no further ones.
    package static func read(_ text: UnsafeBufferPointer<UInt8>, plusIsBlank: Bool, limit: Int) -> [Pair]? {
        var pairs: [Pair] = []
        for part in text.split(separator: UInt8(ascii: "&"), maxSplits: limit + 1) {
            guard pairs.count <= limit else { break }
            let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard let name = decode(part[..<end], plusIsBlank: plusIsBlank),
                let value = decode(part[end...].dropFirst(), plusIsBlank: plusIsBlank)
            else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }

    /// Reads the pairs of a text.
    package static func read(_ text: String, plusIsBlank: Bool, limit: Int) -> [Pair]? {
        text.withContiguousUTF8 { read($0, plusIsBlank: plusIsBlank, limit: limit) }
    }

    private static func decode(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, plusIsBlank: Bool) -> String? {
        // Most values have no escapes, and those of pages are long.
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") && plusIsBlank }) else {
            return String(wellFormed: UnsafeBufferPointer(rebasing: bytes))
        }
        return PercentEncoding.decode(Array(bytes)[...], plusIsBlank: plusIsBlank)
    }
}
