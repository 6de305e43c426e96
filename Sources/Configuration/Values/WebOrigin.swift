// SPDX-License-Identifier: Apache-2.0

package import WebAuthnVerification
import WireFormats

/// A web origin as browsers write it: scheme, host, and the port if it is not the scheme's own. Plain HTTP is for this
/// machine only.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    package enum Scheme: String, Sendable {
        case https
        case http

        package var defaultPort: UInt16 { self == .https ? 443 : 80 }
    }

    package let scheme: Scheme
    /// A name, or an address of this machine.
    package let host: String
    /// `nil` where it is the scheme's own.
    package let port: UInt16?

    /// Reads an origin and nothing beside it.
    package init(_ text: String) throws(ValueRejection) {
        let parts = try Parts(text)
        guard parts.path.isEmpty else {
            throw ValueRejection("goes on after the host", remedy: "Write \(text.dropLast(parts.path.count)) alone.")
        }
        guard !parts.authority.contains("@") else {
            throw ValueRejection("names a user", remedy: "Write scheme and host alone.")
        }
        (host, port) = try Self.readHost(parts.authority, scheme: parts.scheme)
        scheme = parts.scheme
        guard scheme == .https || isLoopback else {
            throw ValueRejection(
                "is plain HTTP", remedy: "Use https; plain http is for localhost, 127.0.0.1 and [::1] only.")
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

    /// The same scheme and port at another host.
    package func at(_ host: String) -> WebOrigin {
        WebOrigin(scheme: scheme, host: host, port: port)
    }

    package var isLoopback: Bool { Self.loopbackHosts.contains(host) }

    package var origin: Origin { Origin(rawValue: description) }

    package var description: String { "\(scheme.rawValue)://\(host)" + (port.map { ":\($0)" } ?? "") }

    private static let loopbackHosts = ["localhost", "127.0.0.1", "[::1]"]

    private static func readHost(_ authority: String, scheme: Scheme) throws(ValueRejection) -> (String, UInt16?) {
        // The colons inside of brackets are an address's.
        let start =
            authority.hasPrefix("[") ? authority.firstIndex(of: "]") ?? authority.endIndex : authority.startIndex
        guard let colon = authority[start...].firstIndex(of: ":") else { return (try checkHost(authority), nil) }
        let digits = authority[authority.index(after: colon)...]
        guard let port = UInt16(digits), port > 0, String(port) == digits else {
            throw ValueRejection("has no valid port", remedy: "Write a port from 1 to 65535, or none.")
        }
        guard port != scheme.defaultPort else {
            throw ValueRejection(
                "names the port that \(scheme.rawValue) has anyway",
                remedy: "Browsers leave it out; write \(scheme.rawValue)://\(authority[..<colon]).")
        }
        return (try checkHost(String(authority[..<colon])), port)
    }

    private static func checkHost(_ host: String) throws(ValueRejection) -> String {
        if loopbackHosts.contains(host) { return host }
        guard !host.contains("*") else {
            throw ValueRejection(
                "has a wildcard", remedy: "List each origin; a response must come from exactly one of them.")
        }
        return try HostName(host).text
    }
}

/// An origin taken apart.
private struct Parts {
    let scheme: WebOrigin.Scheme
    let authority: String
    let path: Substring

    init(_ text: String) throws(ValueRejection) {
        guard let mark = text.firstRange(of: "://") else {
            throw ValueRejection("is no origin", remedy: "Write scheme and host, such as https://app.example.com.")
        }
        let name = text[..<mark.lowerBound]
        guard let scheme = WebOrigin.Scheme(rawValue: name.lowercased()) else {
            throw ValueRejection(
                "has a scheme that is neither https nor http",
                remedy: "Web origins begin with https://; native applications are listed under mobile.")
        }
        guard !text.utf8.contains(where: \.isUpperCase) else {
            throw ValueRejection("has capital letters", remedy: "Write it as browsers do: \(text.lowercased()).")
        }
        self.scheme = scheme
        let rest = text[mark.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        authority = String(rest[..<end])
        path = rest[end...]
    }
}
