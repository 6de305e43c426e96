// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import WireFormats

extension FuzzTarget {
    /// Lines of header fields. Fields of an untrusted peer have no effect.
    static let forwarding = FuzzTarget(name: "forwarding", accepts: ["an address", "a host", "a scheme"]) { bytes in
        var fields: HTTPFields = ["Host": "login.example.com"]
        for line in bytes.split(separator: 0x0A) {
            let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = String(validating: parts[0], as: UTF8.self),
                let value = String(validating: parts[1].drop { $0 == 0x20 }, as: UTF8.self)
            else { continue }
            fields.append(name, value: value)
        }
        let request = HTTPRequest(head: RequestHead(method: .get, target: "/", headers: fields))
        guard let block = AddressBlock("10.0.0.0/8"), let proxy = PeerAddress("10.0.0.1"),
            let stranger = PeerAddress("192.0.2.9")
        else { fatalError("the addresses are valid") }
        for kind in [Forwarding.Fields.xForwarded, .forwarded, .either] {
            let forwarding = Forwarding(trustedProxies: [block], fields: kind)
            let near = forwarding.source(of: request, over: ConnectionDetails(peer: proxy, isSecure: false))
            require(
                near == forwarding.source(of: request, over: ConnectionDetails(peer: proxy, isSecure: false)),
                "the result is deterministic")
            require(near.client == proxy || fields.count > 1, "the client's address comes from a field")
            if near.client != proxy { accepted("an address") }
            if near.host?.host != "login.example.com" { accepted("a host") }
            if near.isSecure { accepted("a scheme") }
            let far = forwarding.source(of: request, over: ConnectionDetails(peer: stranger, isSecure: false))
            require(far.client == stranger && !far.isSecure, "an untrusted peer can't set the address or scheme")
            require(far.host?.host == "login.example.com", "an untrusted peer can't set the host")
        }
    }
}
