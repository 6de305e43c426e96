// SPDX-License-Identifier: Apache-2.0

package import WebAuthnVerification
import WireFormats

/// A web origin in the format of browsers. Plain HTTP is allowed for the local machine only.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    package enum Scheme: String, Sendable {
        case https
        case http

        package var defaultPort: UInt16 { self == .https ? 443 : 80 }
    }

    package let scheme: Scheme
    /// A host name or a loopback address.
    package let host: String
    /// The port; `nil` if it is the scheme's default.
    package let port: UInt16?

    /// Parses an origin without a path, query or user.
    package init(_ text: String) throws(ValueRejection) {
        let parts = try Parts(text)
        guard parts.path.isEmpty else {
            throw ValueRejection("has more than an origin", remedy: "Use \(text.dropLast(parts.path.count)) alone.")
        }
        guard !parts.authority.contains("@") else {
            throw ValueRejection("has a user name", remedy: "Use the scheme and host alone.")
        }
        (host, port) = try Self.readHost(parts.authority, scheme: parts.scheme)
        scheme = parts.scheme
        guard scheme == .https || isLoopback else {
            throw ValueRejection(
                "uses plain HTTP", remedy: "Use https. Plain HTTP is allowed for localhost, 127.0.0.1 and [::1] only.")
        }
    }

    package init(scheme: Scheme, host: HostName, port: UInt16?) {
        self.scheme = scheme
        self.host = host.text
        self.port = port == scheme.defaultPort ? nil : port
    }

    private init(scheme: Scheme, host: String, port: UInt16?) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// Returns the origin with the same scheme and port at another host.
    package func at(_ host: String) -> WebOrigin {
        WebOrigin(scheme: scheme, host: host, port: port)
    }

    package var isLoopback: Bool { Self.loopbackHosts.contains(host) }

    package var origin: Origin { Origin(rawValue: description) }

    package var description: String { "\(scheme.rawValue)://\(host)" + (port.map { ":\($0)" } ?? "") }

    private static let loopbackHosts = ["localhost", "127.0.0.1", "[::1]"]

    private static func readHost(_ authority: String, scheme: Scheme) throws(ValueRejection) -> (String, UInt16?) {
        // Colons inside brackets belong to an IPv6 address.
        let start =
            authority.hasPrefix("[") ? authority.firstIndex(of: "]") ?? authority.endIndex : authority.startIndex
        guard let colon = authority[start...].firstIndex(of: ":") else { return (try checkHost(authority), nil) }
        let digits = authority[authority.index(after: colon)...]
        guard let port = UInt16(digits), port > 0, String(port) == digits else {
            throw ValueRejection("has an invalid port", remedy: "Use a port from 1 to 65535, or none.")
        }
        guard port != scheme.defaultPort else {
            throw ValueRejection(
                "has the default port of \(scheme.rawValue)",
                remedy: "Use \(scheme.rawValue)://\(authority[..<colon]). Browsers omit the default port.")
        }
        return (try checkHost(String(authority[..<colon])), port)
    }

    private static func checkHost(_ host: String) throws(ValueRejection) -> String {
        if loopbackHosts.contains(host) { return host }
        guard !host.contains("*") else {
            throw ValueRejection(
                "has a wildcard", remedy: "List each origin. Origins are compared exactly.")
        }
        return try HostName(host).text
    }
}

/// The components of an origin.
private struct Parts {
    let scheme: WebOrigin.Scheme
    let authority: String
    let path: Substring

    init(_ text: String) throws(ValueRejection) {
        guard let mark = text.firstRange(of: "://") else {
            throw ValueRejection(
                "is not a valid origin", remedy: "Use a scheme and host, such as https://app.example.com.")
        }
        let name = text[..<mark.lowerBound]
        guard let scheme = WebOrigin.Scheme(rawValue: name.lowercased()) else {
            throw ValueRejection(
                "has a scheme other than https and http",
                remedy: "Use https:// for web origins. List native applications under mobile.")
        }
        guard !text.utf8.contains(where: \.isUpperCase) else {
            throw ValueRejection("has capital letters", remedy: "Use \(text.lowercased()).")
        }
        self.scheme = scheme
        let rest = text[mark.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        authority = String(rest[..<end])
        path = rest[end...]
    }
}
