// SPDX-License-Identifier: Apache-2.0

/// Finds what happened.
package protocol EventReading {
    /// The newest first.
    func list(user: UserID?, limit: Int) throws -> [AuditEvent]
    /// The newest first.
    func listSignIns(of user: UserID, limit: Int) throws -> [SignInRecord]
}

/// Records what happens.
package protocol EventStore: EventReading {
    func insert(_ event: AuditEvent) throws
    func insert(_ signIn: SignInRecord) throws
}
