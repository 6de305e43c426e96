// SPDX-License-Identifier: Apache-2.0

/// The properties of the connection that carried a request.
package struct ConnectionFacts: Hashable, Sendable {
    /// The peer's address, which may be that of a proxy.
    package var peer: PeerAddress
    /// Whether the connection uses TLS.
    package var isSecure: Bool
    /// The connection's sequence number, starting at 1.
    package var number: UInt64

    package init(peer: PeerAddress, isSecure: Bool = false, number: UInt64 = 0) {
        self.peer = peer
        self.isSecure = isSecure
        self.number = number
    }
}
