// SPDX-License-Identifier: Apache-2.0

/// Where a server listens and what it puts up with.
package struct HTTPServerConfiguration: Sendable {
    package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
        /// A numerical IPv4 or IPv6 address; `::` is every address of both kinds.
        package var host: String
        /// 0 for one that the system chooses.
        package var port: UInt16
        /// Whether TLS is spoken there.
        package var isSecure: Bool

        package init(host: String, port: UInt16, isSecure: Bool = false) {
            self.host = host
            self.port = port
            self.isSecure = isSecure
        }

        /// As in URLs: an IPv6 address stands in brackets.
        package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    }

    package var addresses: [ListenAddress]
    /// Event loops, each with a thread; nil for one per processor.
    package var loops: Int?
    package var limits = RequestLimits()
    /// How large the body of this request may be; nil for the limit of all. At 0 a body is not read: the handler gets the
    /// request without it, and the connection is closed after the answer.
    package var bodyLimit: @Sendable (RequestHead) -> Int? = { _ in nil }
    package var allowedHosts = AllowedHosts.any
    package var deadlines = Deadlines()
    /// When there are as many, the connection that has been idle for the longest makes room for the next.
    package var maximumConnections = 10_000
    /// From one IPv4 address or one /64 of IPv6.
    package var maximumConnectionsPerPeer = 256
    /// What is kept of all requests whose bodies have not come whole, or which wait or are handled.
    package var maximumBufferedBytes = 64 << 20
    /// The share of it of one IPv4 address or one /64 of IPv6.
    package var maximumBufferedBytesPerPeer = 8 << 20
    /// Peers without a limit of their own, such as a proxy.
    package var isExemptFromPeerLimit: @Sendable (PeerAddress) -> Bool = { _ in false }
    /// What is answered when the server itself refuses a request. It is called once for each refusal.
    package var errorResponder: @Sendable (ServerErrorContext, ConnectionFacts) -> HTTPResponse = ServerErrorContext
        .plainText
    /// Needed where an address is secure. A client gets the first certificate that names the host it asks for, or else
    /// the first of all.
    package var tls: [TLSConfiguration] = []
    /// The hosts that the certificates have to name.
    package var certifiedHosts: [String] = []
    /// How long session tickets are sealed under the same keys.
    package var ticketKeyLifetime = Duration.seconds(3600)

    package init(addresses: [ListenAddress]) {
        self.addresses = addresses
    }
}
