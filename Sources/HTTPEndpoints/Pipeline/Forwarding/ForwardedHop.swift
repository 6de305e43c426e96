// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import WireFormats

/// One hop of a request, as the proxy at its end reports it. Nothing in it is trusted yet.
struct ForwardedHop: Hashable {
    /// The sender of the request to that proxy.
    var node: String?
    var scheme: String?
    var host: String?

    var isSilent: Bool { node == nil && scheme == nil && host == nil }

    /// `nil` if the node is hidden, unknown or malformed.
    var address: PeerAddress? { node.flatMap { Self.address($0[...]) } }

    /// Reads the hops, farthest first. The three fields are lists of equal length, or proxies overwrite the last two.
    static func xForwarded(_ headers: HTTPFields) -> [ForwardedHop] {
        let nodes = FieldList.members(of: headers.values(for: "X-Forwarded-For"))
        let schemes = FieldList.members(of: headers.values(for: "X-Forwarded-Proto"))
        let hosts = FieldList.members(of: headers.values(for: "X-Forwarded-Host"))
        let value = { (list: [String], index: Int) in
            list.count == nodes.count ? list.dropFirst(index).first : list.last
        }
        guard !nodes.isEmpty else { return [ForwardedHop(scheme: schemes.last, host: hosts.last)] }
        return nodes.enumerated().map { index, node in
            ForwardedHop(node: node, scheme: value(schemes, index), host: value(hosts, index))
        }
    }

    // MARK: Addresses

    /// An address of version 4, or of version 6 with or without brackets, and a port unless it would be ambiguous.
    private static func address(_ text: Substring) -> PeerAddress? {
        let host: Substring
        let rest: Substring
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[..<end].dropFirst()
            rest = text[end...].dropFirst()
            guard host.contains(":") else { return nil }
        } else {
            let colon = text.firstIndex(of: ":") ?? text.endIndex
            let isVersion6 = text[colon...].dropFirst().contains(":")
            host = isVersion6 ? text : text[..<colon]
            rest = isVersion6 ? "" : text[colon...]
        }
        // The stricter reader decides. The other accepts a zone, which has a meaning on another machine only.
        guard rest.isEmpty || isPort(rest), let address = IPAddress(String(host)) else { return nil }
        return PeerAddress(address.description)
    }

    /// A number, or a name that hides it (RFC 7239, section 6).
    private static func isPort(_ text: Substring) -> Bool {
        let port = text.dropFirst().utf8
        if port.first == UInt8(ascii: "_") { return port.count > 1 && port.allSatisfy(\.isInHiddenName) }
        return (1...5).contains(port.count) && port.allSatisfy(\.isDigit)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isInHiddenName: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || ".-_".utf8.contains(self)
    }
}
