// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The record of a sign-in.
package struct SignInRecord: Hashable, Sendable {
    package var user: UserID
    package var client: String
    /// The authentication method, such as `passkey`.
    package var method: String
    /// The ways in that the user took.
    package var ways: [WayReference] = []
    /// The passkey support of the device, if the client reported it.
    package var deviceCapability: String?
    package var signedInAt: Timestamp

    package init(user: UserID, client: String, method: String, signedInAt: Timestamp) {
        self.user = user
        self.client = client
        self.method = method
        self.signedInAt = signedInAt
    }
}

/// Reads audit events and sign-ins.
package protocol EventReading {
    /// Returns events, newest first.
    func list(_ filter: EventFilter, limit: Int) throws -> [AuditEvent]
    /// Returns the operators' events after an event number, oldest first, and the number of the newest event of any
    /// kind.
    func listOperatorEvents(after number: Int64, limit: Int) throws -> (events: [AuditEvent], newest: Int64)
    /// Returns the sign-ins of an account, newest first.
    func listSignIns(of user: UserID, limit: Int) throws -> [SignInRecord]
}

extension EventReading {
    /// Returns the events of an account, or of all accounts, newest first.
    package func list(user: UserID?, limit: Int) throws -> [AuditEvent] {
        var filter = EventFilter()
        filter.user = user
        return try list(filter, limit: limit)
    }
}

extension EventStore {
    /// Stores a sign-in without an event.
    package func insert(_ signIn: SignInRecord) throws { try insert(signIn, with: nil) }
}

/// Stores audit events and sign-ins.
package protocol EventStore: EventReading {
    func insert(_ event: AuditEvent) throws
    /// Stores a sign-in with its event. The same transaction has found or stored the account.
    func insert(_ signIn: SignInRecord, with event: AuditEvent?) throws
    /// Removes events from before a time and returns how many were removed.
    func removeEvents(before time: Timestamp, limit: Int) throws -> Int
    /// Removes sign-ins of an account, whose events stay, and returns how many were removed.
    func removeSignIns(of user: UserID, limit: Int) throws -> Int
    /// Removes sign-ins from before a time and returns how many were removed.
    func removeSignIns(before time: Timestamp, limit: Int) throws -> Int
}
