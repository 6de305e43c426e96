// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The target of a link, a form or an image: an http(s) URL or a path of this server.
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

    package init(_ path: PagePath, parameters: [(name: String, value: String)] = []) {
        var text = path.rawValue
        for (index, parameter) in parameters.enumerated() {
            text += index == 0 ? "?" : "&"
            text += "\(PercentEncoding.encode(parameter.name))=\(PercentEncoding.encode(parameter.value))"
        }
        self.init(unchecked: text)
    }

    /// The file of the page's own asset, in the folder of assets.
    init(asset: Asset, in folder: StaticString) {
        self.init(unchecked: "\(folder)\(asset.name)")
    }

    /// The host, which tells users where a link leads.
    package var host: String? { WebOrigin(of: text)?.host }

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
        guard let colon = url.firstIndex(of: ":") else { return nil }
        let scheme = url[..<colon].lowercased()
        let rest = url[colon...]
        guard scheme == "https" || scheme == "http", rest.hasPrefix("://") else { return nil }
        let authority = rest.dropFirst(3).prefix { !"/?#".contains($0) }
        guard !authority.isEmpty, authority.utf8.allSatisfy(Self.isAllowed) else { return nil }
        let host =
            authority.first == "["
            ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        let port = authority.dropFirst(host.count)
        guard !host.isEmpty, authority.hasPrefix(host), host != "[]", port.isEmpty || Self.isPort(port) else {
            return nil
        }
        description = "\(scheme)://\(authority.lowercased())"
        self.host = host.lowercased()
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && (2...6).contains(text.utf8.count)
            && text.dropFirst().utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
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
