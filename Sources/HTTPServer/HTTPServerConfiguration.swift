// SPDX-License-Identifier: Apache-2.0

/// Where a server listens and what it puts up with.
package struct HTTPServerConfiguration: Sendable {
    package struct ListenAddress: Hashable, Sendable {
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
    }

    package var addresses: [ListenAddress]
    /// Event loops, each with a thread; nil for one per processor.
    package var loops: Int?
    package var limits = RequestLimits()
    /// How large the body of this request may be; nil for the limit of all.
    package var bodyLimit: @Sendable (RequestHead) -> Int? = { _ in nil }
    package var allowedHosts = AllowedHosts.any
    package var deadlines = Deadlines()
    package var maximumConnections = 10_000
    /// From one IPv4 address or one /64 of IPv6.
    package var maximumConnectionsPerPeer = 256
    /// Peers without a limit of their own, such as a proxy.
    package var isExemptFromPeerLimit: @Sendable (PeerAddress) -> Bool = { _ in false }
    /// What is answered when the server itself refuses a request.
    package var errorResponder: @Sendable (ErrorAnswer) -> HTTPResponse = ErrorAnswer.plainText
    /// Needed where an address is secure.
    package var tls: TLSConfiguration?

    package init(addresses: [ListenAddress]) {
        self.addresses = addresses
    }
}
