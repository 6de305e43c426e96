// SPDX-License-Identifier: Apache-2.0

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
    /// How long the connection lingers after the last response, so that the peer can read it.
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
