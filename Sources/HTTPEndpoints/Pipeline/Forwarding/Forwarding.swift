// SPDX-License-Identifier: Apache-2.0

package import HTTPServer
package import WireFormats

/// Finds the client of a request behind trusted proxies.
package struct Forwarding: Sendable {
    /// The fields that the proxies write.
    package enum Fields: String, Sendable {
        /// `X-Forwarded-For`, `-Proto` and `-Host`.
        case xForwarded = "x-forwarded"
        /// `Forwarded` (RFC 7239).
        case forwarded
        /// Not known. Proxies write one family and forward the other unchanged. Where the two contradict each other,
        /// neither is trusted: no client can impersonate another one, but a client that sends the family which the
        /// proxy does not write is taken for the proxy. Naming the family prevents that.
        case either
    }

    private let trustedProxies: [AddressBlock]
    private let fields: Fields

    package init(trustedProxies: [AddressBlock], fields: Fields = .either) {
        self.trustedProxies = trustedProxies
        self.fields = fields
    }

    package func source(of request: HTTPRequest, over connection: ConnectionDetails) -> RequestSource {
        // Fields of other senders are ignored.
        guard isTrusted(connection.peer), let element = element(of: request.headers, peer: connection.peer) else {
            return RequestSource(
                client: connection.peer, isSecure: connection.isSecure, host: request.head.authority)
        }
        return RequestSource(
            client: element.client ?? connection.peer,
            isSecure: element.scheme.map { $0 == "https" } ?? connection.isSecure,
            host: element.host.map { Authority($0) } ?? request.head.authority)
    }

    private func element(of headers: HTTPFields, peer: PeerAddress) -> ForwardedElement? {
        let one = fields == .forwarded ? nil : element(of: ForwardedHop.xForwarded(headers), peer: peer)
        let other = fields == .xForwarded ? nil : element(of: ForwardedHop.forwarded(headers), peer: peer)
        guard let one, let other else { return one ?? other }
        return one.merged(with: other, peer: peer)
    }

    /// Follows the hops back as far as trusted proxies report them. The leftmost of these is the client's own.
    private func element(of hops: [ForwardedHop], peer: PeerAddress) -> ForwardedElement? {
        guard hops.contains(where: { !$0.isSilent }) else { return nil }
        var client = peer
        var outermost = ForwardedHop()
        for hop in hops.reversed() {
            guard isTrusted(client) else { break }
            outermost = hop
            guard let address = hop.address else { break }
            client = address
        }
        let isReported = hops.contains { $0.node != nil }
        return ForwardedElement(
            client: isReported ? client : nil, scheme: outermost.scheme?.lowercased(),
            host: outermost.host?.lowercased())
    }

    func isTrusted(_ address: PeerAddress) -> Bool {
        guard let address = IPAddress(bytes: address.bytes) else { return false }
        return trustedProxies.contains { $0.contains(address) }
    }
}

/// The sender of a request, as far as it can be trusted.
package struct RequestSource: Hashable, Sendable {
    /// The nearest address that is not a trusted proxy's, or the last readable one before it.
    package var client: PeerAddress
    /// Whether the client's own connection is encrypted.
    package var isSecure: Bool
    /// The requested host; `nil` if it is malformed.
    package var host: Authority?
}

/// The values in one family of fields; `nil` where they are absent.
private struct ForwardedElement {
    var client: PeerAddress?
    /// In lower case, like the host.
    var scheme: String?
    var host: String?

    /// A contradiction leaves the proxy itself as the client, a connection that is not secure, and no host.
    func merged(with other: ForwardedElement, peer: PeerAddress) -> ForwardedElement {
        ForwardedElement(
            client: Self.merge(client, with: other.client, otherwise: peer),
            scheme: Self.merge(scheme, with: other.scheme, otherwise: ""),
            host: Self.merge(host, with: other.host, otherwise: ""))
    }

    private static func merge<Value: Equatable>(_ one: Value?, with other: Value?, otherwise: Value) -> Value? {
        guard let one, let other else { return one ?? other }
        return one == other ? one : otherwise
    }
}
