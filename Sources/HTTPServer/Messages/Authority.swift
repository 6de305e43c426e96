// SPDX-License-Identifier: Apache-2.0

/// A host and optional port, as in the `Host` header field.
package struct Authority: Hashable, Sendable {
    /// The lowercased host. IPv6 addresses are in brackets.
    package let host: String
    package let port: UInt16?

    /// Returns `nil` unless the host is a bracketed IPv6 address or consists of letters, digits, dots, hyphens and
    /// underscores.
    package init?(_ text: String) {
        var bytes = Array(text.utf8)[...]
        guard let host = Self.takeHost(from: &bytes) else { return nil }
        self.host = String(decoding: host.map(\.lowercase), as: UTF8.self)
        if bytes.isEmpty {
            port = nil
        } else {
            guard bytes.removeFirst() == UInt8(ascii: ":"), (1...5).contains(bytes.count), bytes.allSatisfy(\.isDigit),
                let port = UInt16(String(decoding: bytes, as: UTF8.self))
            else {
                return nil
            }
            self.port = port
        }
    }

    private static func takeHost(from bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let host: ArraySlice<UInt8>
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let inside = bytes[bytes.startIndex + 1..<end]
            guard inside.count >= 2, inside.contains(UInt8(ascii: ":")),
                inside.allSatisfy({ $0.hexValue != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
            else {
                return nil
            }
            host = bytes[bytes.startIndex...end]
        } else {
            host = bytes.prefix { $0.isLetterOrDigit || $0.isOneOf("-._") }
        }
        guard !host.isEmpty, host.count <= 255 else { return nil }
        bytes = bytes[host.endIndex...]
        return host
    }
}

/// The hosts that are served. Requests for any other host get a 421 response.
package enum AllowedHosts: Hashable, Sendable {
    case any
    /// Host names without ports, matched case-insensitively.
    case only(Set<String>)

    /// The same hosts in lowercase, for lookup.
    var normalized: AllowedHosts {
        switch self {
        case .any: .any
        case .only(let hosts): .only(Set(hosts.map { $0.lowercased() }))
        }
    }

    func allows(_ authority: Authority?) -> Bool {
        switch self {
        case .any: true
        case .only(let hosts): authority.map { hosts.contains($0.host) } ?? false
        }
    }
}
