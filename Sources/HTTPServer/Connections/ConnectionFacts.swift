// SPDX-License-Identifier: Apache-2.0

/// What is known of the connection that a request came on.
package struct ConnectionFacts: Hashable, Sendable {
    /// Who is at the other end, which may be a proxy.
    package var peer: PeerAddress
    /// Whether it is encrypted up to this server.
    package var isSecure: Bool
    /// Counts the connections of one server, from 1 on.
    package var number: UInt64

    package init(peer: PeerAddress, isSecure: Bool = false, number: UInt64 = 0) {
        self.peer = peer
        self.isSecure = isSecure
        self.number = number
    }
}
