// SPDX-License-Identifier: Apache-2.0

/// Finds what happened.
package protocol EventReading {
    /// Those written last come first.
    func list(user: UserID?, limit: Int) throws -> [AuditEvent]
    /// Those written last come first.
    func listSignIns(of user: UserID, limit: Int) throws -> [SignInRecord]
}

/// Records what happens.
package protocol EventStore: EventReading {
    func insert(_ event: AuditEvent) throws
    /// Fails with `notFound` if the account is not there.
    func insert(_ signIn: SignInRecord) throws
}
