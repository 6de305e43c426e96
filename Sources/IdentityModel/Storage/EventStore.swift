// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Finds what happened.
package protocol EventReading {
    /// Those written last come first.
    func list(_ filter: EventFilter, limit: Int) throws -> [AuditEvent]
    /// What operators did after the event of that number, the oldest first, with the number of the newest event of all.
    func listOperatorEvents(after number: Int64, limit: Int) throws -> (events: [AuditEvent], newest: Int64)
    /// Those written last come first.
    func listSignIns(of user: UserID, limit: Int) throws -> [SignInRecord]
}

extension EventReading {
    /// Those written last come first; of everybody where no account is named.
    package func list(user: UserID?, limit: Int) throws -> [AuditEvent] {
        var filter = EventFilter()
        filter.user = user
        return try list(filter, limit: limit)
    }
}

extension EventStore {
    /// Records a sign-in without an event. Fails with `notFound` if the account is not there.
    package func insert(_ signIn: SignInRecord) throws { try insert(signIn, with: nil) }
}

/// Records what happens.
package protocol EventStore: EventReading {
    func insert(_ event: AuditEvent) throws
    /// Records a sign-in together with its event. Fails with `notFound` if the account is not there.
    func insert(_ signIn: SignInRecord, with event: AuditEvent?) throws
    /// Removes events that happened before; returns how many went.
    func removeEvents(before time: Timestamp, limit: Int) throws -> Int
    /// Removes sign-ins that happened before; returns how many went.
    func removeSignIns(before time: Timestamp, limit: Int) throws -> Int
}
