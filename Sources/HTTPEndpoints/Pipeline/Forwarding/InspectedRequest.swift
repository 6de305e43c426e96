// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import OpenIDProvider
import WireFormats

/// A request as the server sees it: whether a proxy passed it on, and what of it arrived.
///
/// `thumbturn doctor` asks for it with a mark that needs the master key, because it has the address of a proxy.
package struct InspectedRequest: Hashable, Sendable {
    /// The field of the request with the mark, and of the response with this value as JSON.
    package static let field = "Thumbturn-Doctor"

    /// The address of the other end of the connection.
    package var peer: String
    /// Whether that is a declared proxy, whose fields are used.
    package var isPeerTrusted: Bool
    /// Whether the client's address was passed on, and whether anything else was.
    package var hasForwardedAddress: Bool
    package var hasForwardedFields: Bool
    /// Whether the client's own connection counts as encrypted.
    package var isSecure: Bool
    /// The host that was asked for, without its port; `nil` if it is malformed.
    package var host: String?

    /// Reads the value of the response's field; `nil` if it isn't one.
    package init?(_ text: String) {
        guard let json = (try? JSONReader.read(Array(text.utf8)))?.objectValue, let peer = json["peer"]?.stringValue,
            PeerAddress(peer) != nil
        else { return nil }
        self.peer = peer
        isPeerTrusted = json["is_peer_trusted"] == true
        hasForwardedAddress = json["has_forwarded_address"] == true
        hasForwardedFields = json["has_forwarded_fields"] == true
        isSecure = json["is_secure"] == true
        host = json["host"]?.stringValue
    }

    var text: String {
        var json: JSONObject = [
            "peer": .string(peer), "is_peer_trusted": .bool(isPeerTrusted),
            "has_forwarded_address": .bool(hasForwardedAddress), "has_forwarded_fields": .bool(hasForwardedFields),
            "is_secure": .bool(isSecure),
        ]
        if let host { json["host"] = .string(host) }
        return String(decoding: JSONValue.object(json).serialized(), as: UTF8.self)
    }
}

extension InspectedRequest {
    /// Returns `nil` unless the request has a valid mark.
    init?(_ incoming: IncomingRequest) {
        let services = incoming.services
        guard let mark = incoming.request.headers[Self.field],
            incoming.hosts.inspectionMark.isValid(mark, at: services.now())
        else { return nil }
        let fields = incoming.request.headers
        let forwarded = fields.values(for: "Forwarded")
        peer = incoming.peer.description
        isPeerTrusted = services.forwarding.isTrusted(incoming.peer)
        hasForwardedAddress =
            fields["X-Forwarded-For"] != nil || forwarded.contains { $0.lowercased().contains("for=") }
        hasForwardedFields =
            hasForwardedAddress || !forwarded.isEmpty || fields["X-Forwarded-Proto"] != nil
            || fields["X-Forwarded-Host"] != nil
        isSecure = incoming.source.isSecure
        host = incoming.source.host?.host
    }
}
