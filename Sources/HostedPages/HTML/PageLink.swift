// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The target of a link, a form or an image: an http(s) URL, a path of this server, or a mail address.
package struct PageLink: Hashable, Sendable {
    package let text: String

    private init(unchecked text: String) {
        self.text = text
    }

    /// Returns `nil` unless the URL is absolute http(s) with a host, without white space, control characters, quotes or
    /// backslashes.
    package init?(url: String) {
        guard WebOrigin(of: url) != nil, url.utf8.allSatisfy(Self.isAllowed) else { return nil }
        text = url
    }

    /// Returns `nil` unless this is a path on the same origin. Browsers read `//host` and `/\host` as another host.
    package init?(path: String) {
        let bytes = path.utf8
        guard bytes.first == UInt8(ascii: "/"), bytes.dropFirst().first != UInt8(ascii: "/"),
            bytes.allSatisfy(Self.isAllowed)
        else { return nil }
        text = path
    }

    /// Starts a message. Returns `nil` unless the address consists of characters that need no encoding in a `mailto`
    /// URI (RFC 6068, section 2).
    package init?(mail address: String) {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isAllowedInMail) }) else {
            return nil
        }
        text = "mailto:\(address)"
    }

    package init(_ path: PagePath, parameters: [(name: String, value: String)] = []) {
        var text = path.rawValue
        for (index, parameter) in parameters.enumerated() {
            text += index == 0 ? "?" : "&"
            text += "\(PercentEncoding.encode(parameter.name))=\(PercentEncoding.encode(parameter.value))"
        }
        self.init(unchecked: text)
    }

    /// The path of a page's own asset.
    init(asset: Asset) {
        self.init(unchecked: "/assets/\(asset.name)")
    }

    /// The host, which shows users where a link leads.
    package var host: String? { WebOrigin(of: text)?.host }

    /// The destination of a link, for users: a host, or the address of a message.
    var place: String { host ?? String(text.drop { $0 != ":" }.dropFirst()) }

    /// The scheme, host and port of a URL.
    var origin: String { WebOrigin(of: text)?.description ?? "" }

    private static func isAllowedInMail(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || "!$'*+-._~".utf8.contains(byte)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F, UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"): false
        default: true
        }
    }
}

/// The scheme, host and port of an http(s) URL.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    package let description: String
    package let host: String

    /// Returns `nil` unless the URL is absolute http(s) and its authority consists of a host and at most a port. User
    /// information is rejected, because it can look like a host.
    package init?(of url: String) {
        // Bytes instead of characters, because each page reads a URL.
        let bytes = Array(url.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = Self.lowercased(bytes[..<colon])
        guard scheme == "https" || scheme == "http", bytes[colon...].starts(with: "://".utf8) else { return nil }
        let authority = bytes[(colon + 3)...].prefix { !"/?#".utf8.contains($0) }
        guard authority.allSatisfy(Self.isAllowed), let end = Self.endOfHost(in: authority) else { return nil }
        let (host, port) = (authority[..<end], authority[end...])
        guard !host.isEmpty, port.isEmpty || Self.isPort(port) else { return nil }
        description = "\(scheme)://\(Self.lowercased(authority))"
        self.host = Self.lowercased(host)
    }

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
        String(
            decoding: bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self
        )
    }

    /// The host ends before its port. An IPv6 address is in brackets.
    private static func endOfHost(in authority: ArraySlice<UInt8>) -> Int? {
        guard authority.first == UInt8(ascii: "[") else {
            return authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
        }
        guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")), bracket > authority.startIndex + 1 else {
            return nil
        }
        return bracket + 1
    }

    private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.first == UInt8(ascii: ":") && (2...6).contains(bytes.count)
            && bytes.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }
}
