// SPDX-License-Identifier: Apache-2.0

/// How long each part of an exchange may take from its beginning, however busy the peer seems.
package struct Deadlines: Hashable, Sendable {
    /// The handshake of TLS.
    package var handshake = Duration.seconds(10)
    /// A head from its first byte; for the first request, from the connection's beginning.
    package var head = Duration.seconds(10)
    /// A body from the end of its head.
    package var body = Duration.seconds(20)
    /// The handler, which gets canceled.
    package var handler = Duration.seconds(30)
    /// The writing of a response.
    package var write = Duration.seconds(30)
    /// The time between two requests.
    package var idle = Duration.seconds(60)
    /// How long a peer is listened to after the last response, so that it can read that response.
    package var linger = Duration.seconds(2)

    package init() {}
}

extension Duration {
    /// Rounded down, at least one.
    var milliseconds: UInt64 {
        let (seconds, attoseconds) = components
        // A year is as good as for ever.
        return UInt64(clamping: max(1, min(max(seconds, 0), 31_536_000) * 1000 + attoseconds / 1_000_000_000_000_000))
    }
}
