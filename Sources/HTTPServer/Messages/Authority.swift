// SPDX-License-Identifier: Apache-2.0

/// A host and optional port, as in the `Host` header field.
package struct Authority: Hashable, Sendable {
    /// The lowercased host. IPv6 addresses are in brackets.
    package let host: String
    package let port: UInt16?

    /// Returns `nil` unless the host is a bracketed IPv6 address or consists of letters, digits, dots, hyphens and
    /// underscores.
    package init?(_ text: String) {
        guard let end = Self.endOfHost(in: text.utf8) else { return nil }
        let host = String(text[..<end])
        guard (1...255).contains(host.utf8.count) else { return nil }
        // Every request has a host, and nearly all write it in lowercase.
        self.host = host.utf8.contains { $0 != $0.lowercase } ? host.lowercased() : host
        let rest = text.utf8[end...]
        guard !rest.isEmpty else {
            port = nil
            return
        }
        let digits = rest.dropFirst()
        guard rest.first == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy(\.isDigit),
            let port = UInt16(Substring(digits))
        else { return nil }
        self.port = port
    }

    private static func endOfHost(in text: String.UTF8View) -> String.Index? {
        guard text.first == UInt8(ascii: "[") else {
            return text.firstIndex { !$0.isLetterOrDigit && !$0.isOneOf("-._") } ?? text.endIndex
        }
        guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let inside = text[..<end].dropFirst()
        guard inside.count >= 2, inside.contains(UInt8(ascii: ":")),
            inside.allSatisfy({ $0.hexValue != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
        else { return nil }
        return text.index(after: end)
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
