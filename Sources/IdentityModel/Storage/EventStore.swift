// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Reads events and sign-ins.
package protocol EventReading {
    /// Lists the most recently written first.
    func list(_ filter: EventFilter, limit: Int) throws -> [AuditEvent]
    /// Lists operators' events after a number, the oldest first, and returns the number of the newest event of any kind.
    func listOperatorEvents(after number: Int64, limit: Int) throws -> (events: [AuditEvent], newest: Int64)
    /// Lists the most recently written first.
    func listSignIns(of user: UserID, limit: Int) throws -> [SignInRecord]
}

extension EventReading {
    /// Lists the most recently written events of a user, or of all users, first.
    package func list(user: UserID?, limit: Int) throws -> [AuditEvent] {
        var filter = EventFilter()
        filter.user = user
        return try list(filter, limit: limit)
    }
}

extension EventStore {
    /// Stores a sign-in without an event. Fails with `notFound` if the account does not exist.
    package func insert(_ signIn: SignInRecord) throws { try insert(signIn, with: nil) }
}

/// Stores events and sign-ins.
package protocol EventStore: EventReading {
    func insert(_ event: AuditEvent) throws
    /// Stores a sign-in together with its event. Fails with `notFound` if the account does not exist.
    func insert(_ signIn: SignInRecord, with event: AuditEvent?) throws
    /// Removes events from before a time, and returns their number.
    func removeEvents(before time: Timestamp, limit: Int) throws -> Int
    /// Removes sign-ins from before a time, and returns their number.
    func removeSignIns(before time: Timestamp, limit: Int) throws -> Int
}
