// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The normalized URL of a request, without query and fragment (RFC 9449, section 4.3; RFC 3986, sections 6.2.2 and
/// 6.2.3).
package struct RequestTarget: Hashable, Sendable {
    private let scheme: String
    private let authority: [UInt8]
    private let path: [UInt8]

    /// Returns `nil` unless the URL is http(s).
    package init?(_ text: String) {
        guard text.utf8.count <= 8192, let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        scheme = text[..<colon].lowercased()
        guard scheme == "https" || scheme == "http" else { return nil }
        let rest = [UInt8](text.utf8[text.utf8.index(after: colon)...])
        guard rest.starts(with: [UInt8]("//".utf8)) else { return nil }
        let hierarchy = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let authority = hierarchy.prefix { $0 != UInt8(ascii: "/") }
        guard let normal = Self.normalized(authority: authority, scheme: scheme) else { return nil }
        self.authority = normal
        path = Self.normalized(path: hierarchy.dropFirst(authority.count))
    }

    private static func normalized(authority: ArraySlice<UInt8>, scheme: String) -> [UInt8]? {
        let isHost = authority.allSatisfy { byte in
            byte.isUnreserved || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
        }
        guard !authority.isEmpty, isHost else { return nil }
        let lowered = authority.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 0x20 : $0 }
        let port = [UInt8]((scheme == "https" ? ":443" : ":80").utf8)
        return lowered.reversed().starts(with: port.reversed()) ? lowered.dropLast(port.count) : lowered
    }

    /// Escapes exactly the bytes that need it, with uppercase digits.
    private static func normalized(path: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        var rest = path
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), let high = rest.first?.hexadecimalValue,
                let low = rest.dropFirst().first?.hexadecimalValue
            else {
                output.append(pathByte: byte, isEscaped: !byte.standsInPath)
                continue
            }
            rest = rest.dropFirst(2)
            let value = high << 4 | low
            output.append(pathByte: value, isEscaped: !value.isUnreserved)
        }
        return output.isEmpty ? [UInt8(ascii: "/")] : output
    }
}

extension [UInt8] {
    fileprivate mutating func append(pathByte byte: UInt8, isEscaped: Bool) {
        guard isEscaped else {
            append(byte)
            return
        }
        let digits = [UInt8]("0123456789ABCDEF".utf8)
        append(UInt8(ascii: "%"))
        append(digits[Int(byte >> 4)])
        append(digits[Int(byte & 0x0F)])
    }
}

extension UInt8 {
    /// RFC 3986, section 3.3, and the slash.
    fileprivate var standsInPath: Bool {
        isUnreserved || "!$&'()*+,;=:@/".utf8.contains(self)
    }
}
