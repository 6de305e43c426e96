// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The last start of a server. Other processes learn from it where the server is.
package struct ServerStart: Hashable, Sendable {
    /// The URL of the server. All hosts have its scheme and port.
    package let url: String
    /// The version of the program.
    package let version: String
    package let startedAt: Timestamp
    /// Whether it sends mail; `nil` if a version that doesn't record it was started.
    package let sendsMail: Bool?
    /// The same for text messages.
    package let sendsMessages: Bool?

    package init(
        url: String, version: String, startedAt: Timestamp, sendsMail: Bool? = nil, sendsMessages: Bool? = nil
    ) {
        self.url = url
        self.version = version
        self.startedAt = startedAt
        self.sendsMail = sendsMail
        self.sendsMessages = sendsMessages
    }
}

/// Reads the last start of a server.
package protocol ServerStartReading {
    /// Returns `nil` if no server has been started.
    func find() throws -> ServerStart?
}

/// Records the starts of servers.
package protocol ServerStartStore: ServerStartReading {
    /// Replaces the recorded start.
    func put(_ start: ServerStart) throws
}
