// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A notice to a client that a session has ended, stored until it is delivered (OpenID Connect Back-Channel Logout
/// 1.0).
package struct LogoutNotice: Hashable, Sendable {
    /// It begins with the time, so that notices of the same time are stored together.
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        package static func random(at time: Timestamp) -> ID {
            ID(rawValue: TimeOrderedID.bytes(at: time).hexadecimal)
        }
    }

    package let id: ID
    package let client: String
    /// The client's URL, as it was configured when the session ended.
    package let url: String
    /// The host of the issuer.
    package let host: String
    package let user: UserID
    /// The session, as the client's tokens name it.
    package let session: BrowserSession.ID
    package let createdAt: Timestamp
    /// The number of attempts that have begun.
    package var attempts = 0
    package var nextAttemptAt: Timestamp

    /// Creates a notice that is due at once.
    package init(
        id: ID, to client: String, at url: String, about session: BrowserSession.ID, of user: UserID, host: String,
        createdAt: Timestamp
    ) {
        self.id = id
        self.client = client
        self.url = url
        self.session = session
        self.user = user
        self.host = host
        self.createdAt = createdAt
        nextAttemptAt = createdAt
    }
}

/// Reads notices that are not delivered.
package protocol LogoutNoticeReading {
    /// Returns the notices whose next attempt is due, the longest due first, without those to some URLs.
    func listDue(at time: Timestamp, except urls: Set<String>, limit: Int) throws -> [LogoutNotice]
    /// Returns the number of notices, due or not.
    func count() throws -> Int
}

/// Changes notices.
package protocol LogoutNoticeStore: LogoutNoticeReading {
    /// Fails with `alreadyExists`.
    func insert(_ notice: LogoutNotice) throws
    /// Counts an attempt, and sets the time of the next. Of several processes that read the same notice one succeeds.
    /// Returns `false` if an attempt has begun since the notice was read, or if the notice was removed.
    func claim(_ notice: LogoutNotice, nextAttemptAt time: Timestamp) throws -> Bool
    /// Does nothing if there is no such notice.
    func remove(_ id: LogoutNotice.ID) throws
}
