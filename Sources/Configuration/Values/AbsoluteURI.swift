// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// An absolute URI without a fragment, such as a callback. URIs are compared byte by byte.
package struct AbsoluteURI: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) throws(ValueRejection) {
        guard let colon = text.firstIndex(of: ":"), Self.isScheme(text[..<colon]) else {
            throw ValueRejection(
                "is not an absolute URI", remedy: "Start with a scheme, such as https://app.example.com/callback.")
        }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) }) else {
            throw ValueRejection("contains characters that are invalid in a URI", remedy: "Percent-encode them.")
        }
        guard !text.contains("#") else {
            throw ValueRejection("has a fragment", remedy: "Remove # and everything after it.")
        }
        guard !text.contains("*") else {
            throw ValueRejection("has a wildcard", remedy: "List each URI. URIs are compared exactly.")
        }
        let scheme = text[..<colon].lowercased()
        let rest = text[text.index(after: colon)...]
        guard !["javascript", "data", "vbscript", "blob", "file", "about"].contains(scheme) else {
            throw ValueRejection(
                "has an unsafe scheme", remedy: "Use https or your application's own scheme.")
        }
        guard scheme.hasPrefix("http") ? Self.hasHost(rest) : rest.utf8.count > 0 else {
            throw ValueRejection("has no host", remedy: "Use a complete URI such as https://app.example.com/callback.")
        }
        self.text = text
    }

    /// Whether requests travel unencrypted to another machine.
    package var isPlainHTTP: Bool {
        text.lowercased().hasPrefix("http://")
            && !["http://localhost", "http://127.0.0.1", "http://[::1]"].contains { local in
                text.hasPrefix(local) && (text.dropFirst(local.count).first.map { "/:?".contains($0) } ?? true)
            }
    }

    /// Whether a browser can load the URI: its scheme is http or https.
    package var isWeb: Bool {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        return scheme == "https" || scheme == "http"
    }

    var isHTTPS: Bool { text.prefix { $0 != ":" }.lowercased() == "https" }

    /// The scheme and authority of a web address, such as `https://cdn.example.com`, for a content security policy.
    ///
    /// Returns `nil` for other URIs, and if the authority has a user name or a character that would end the policy's
    /// source.
    package var webOrigin: String? {
        guard isWeb, let mark = text.firstRange(of: "://") else { return nil }
        let authority = text[mark.upperBound...].prefix { !"/?".contains($0) }
        let isSafe = authority.utf8.allSatisfy { $0.isAlphanumeric || ".-:[]".utf8.contains($0) }
        return isSafe ? String(text[..<mark.upperBound]) + authority : nil
    }

    /// Whether a redirect URI in a request is this one.
    ///
    /// It must have the same bytes. If the host is a loopback address, the port may differ, because a native
    /// application listens on a port that the system chooses (RFC 8252, section 7.3). This doesn't hold for
    /// `localhost`, which may resolve to another interface (section 8.3).
    package func matchesRedirect(_ redirect: String) -> Bool {
        if ExactText(text) == ExactText(redirect) { return true }
        guard let own = LoopbackURI(text), let other = LoopbackURI(redirect) else { return false }
        return own == other
    }

    package var description: String { text }

    /// The host; `nil` if there is no authority.
    var host: String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let rest = text[text.index(after: colon)...]
        guard rest.hasPrefix("//") else { return nil }
        let authority = rest.dropFirst(2).prefix { !"/?".contains($0) }
        return authority.split(separator: ":").first.map(String.init)
    }

    /// Validates a scheme (RFC 3986, section 3.1).
    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, first.isLowerCase || first.isUpperCase else { return false }
        return text.utf8.allSatisfy { $0.isAlphanumeric || "+-.".utf8.contains($0) }
    }

    private static func hasHost(_ rest: Substring) -> Bool {
        guard rest.hasPrefix("//"), let first = rest.dropFirst(2).first else { return false }
        return !"/?:@".contains(first)
    }
}

/// A URI at a loopback address, without its port.
private struct LoopbackURI: Hashable {
    let origin: String
    let rest: ExactText

    /// Returns `nil` unless the URI has the scheme `http`, a loopback address, and a valid port or none.
    init?(_ text: String) {
        guard let origin = ["http://127.0.0.1", "http://[::1]"].first(where: { text.utf8.starts(with: $0.utf8) }) else {
            return nil
        }
        var rest = text.utf8.dropFirst(origin.utf8.count)
        if rest.first == UInt8(ascii: ":") {
            let digits = rest.dropFirst().prefix(while: \.isDigit)
            guard digits.first != UInt8(ascii: "0"), UInt16(Substring(digits)) != nil else { return nil }
            rest = rest.dropFirst(digits.count + 1)
        }
        // Anything else would belong to the host.
        guard rest.first.map({ $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }) ?? true else { return nil }
        self.origin = origin
        self.rest = ExactText(String(Substring(rest)))
    }
}
