// SPDX-License-Identifier: Apache-2.0

/// The listen addresses and limits of an HTTP server.
package struct HTTPServerConfiguration: Sendable {
    package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
        /// A numeric IPv4 or IPv6 address. `::` listens on all IPv4 and IPv6 addresses.
        package var host: String
        /// The port; 0 lets the system choose one.
        package var port: UInt16
        /// Whether connections use TLS.
        package var isSecure: Bool

        package init(host: String, port: UInt16, isSecure: Bool = false) {
            self.host = host
            self.port = port
            self.isSecure = isSecure
        }

        /// The host and port as in a URL, with IPv6 addresses in brackets.
        package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    }

    package var addresses: [ListenAddress]
    /// The number of event loops, each with its own thread. Defaults to one per processor.
    package var loops: Int?
    package var limits = RequestLimits()
    /// Returns the body limit of a request, or `nil` for `limits.body`. If it returns 0, the body is not read: the
    /// handler gets the request without it, and the connection is closed after the response.
    package var bodyLimit: @Sendable (RequestHead) -> Int? = { _ in nil }
    package var allowedHosts = AllowedHosts.any
    package var deadlines = Deadlines()
    /// The maximum number of connections. Beyond it, each new connection replaces the one that has been idle longest.
    package var maximumConnections = 10_000
    /// The maximum number of connections from one IPv4 address or IPv6 /64.
    package var maximumConnectionsPerPeer = 256
    /// The maximum number of bytes buffered for all requests that are incomplete, pipelined or being handled.
    package var maximumBufferedBytes = 64 << 20
    /// The maximum number of bytes buffered for one IPv4 address or IPv6 /64.
    package var maximumBufferedBytesPerPeer = 8 << 20
    /// The maximum number of bytes of responses whose peers don't read them. Beyond it, the connections that have
    /// waited longest are closed. Each loop has its share.
    package var maximumUnsentBytes = 32 << 20
    /// Returns whether the per-peer limits don't apply to a peer, such as a reverse proxy.
    package var isExemptFromPeerLimit: @Sendable (PeerAddress) -> Bool = { _ in false }
    /// Builds the response when the server itself rejects a request. It is called once per rejection.
    package var errorResponder: @Sendable (ServerErrorContext, ConnectionDetails) -> HTTPResponse = ServerErrorContext
        .plainText
    /// The certificates; required if any address is secure. A client gets the first certificate that covers the server
    /// name it requests, or else the first one.
    package var tls: [TLSConfiguration] = []
    /// The hosts that the certificates must cover.
    package var certifiedHosts: [String] = []
    /// The time for which session tickets are encrypted with the same keys.
    package var ticketKeyLifetime = Duration.seconds(3600)

    package init(addresses: [ListenAddress]) {
        self.addresses = addresses
    }
}

/// The maximum sizes of the parts of a request.
package struct RequestLimits: Hashable, Sendable {
    /// The maximum length of the request line, in bytes.
    package var requestLine = 8 << 10
    /// The maximum size of the head in bytes, including the request line and all line ends.
    package var head = 16 << 10
    package var fields = 100
    /// The maximum size of the body in bytes, unless the request has its own limit.
    package var body = 64 << 10
    /// The maximum size of a chunked body's trailers, in bytes.
    package var trailers = 4 << 10

    package init() {}
}

/// The time limits for each phase of a connection. Progress by the peer does not extend them.
package struct Deadlines: Hashable, Sendable {
    /// The TLS handshake.
    package var handshake = Duration.seconds(10)
    /// A request head, from its first byte. The first head is timed from the start of the connection.
    package var head = Duration.seconds(10)
    /// A request body, from the end of its head.
    package var body = Duration.seconds(20)
    /// The handler, which is canceled after this time.
    package var handler = Duration.seconds(30)
    /// Writing a response.
    package var write = Duration.seconds(30)
    /// The idle time between two requests.
    package var idle = Duration.seconds(60)
    /// The time for which the connection lingers after the last response, so that the peer can read it.
    package var linger = Duration.seconds(2)

    package init() {}
}

extension Duration {
    /// The duration in whole milliseconds, at least 1.
    var milliseconds: UInt64 {
        let (seconds, attoseconds) = components
        // Capped at a year to avoid overflow.
        return UInt64(clamping: max(1, min(max(seconds, 0), 31_536_000) * 1000 + attoseconds / 1_000_000_000_000_000))
    }
}
