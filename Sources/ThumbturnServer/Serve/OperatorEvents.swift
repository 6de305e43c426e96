// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX
import WireFormats

/// Tells the log what operators change with commands while the server runs, each change once.
final class OperatorEvents: Sendable {
    private static let batch = 10_000

    private let storage: any Storage
    private let log: Log
    /// Of the newest event that was looked at; `nil` before the first look.
    private let last = Locked<Int64?>(nil)

    init(_ storage: any Storage, log: Log) {
        self.storage = storage
        self.log = log
    }

    func report() async throws {
        let last = last.withLock { $0 }
        let found = try await storage.read { snapshot in
            try snapshot.events.listOperatorEvents(after: last ?? .max, limit: Self.batch)
        }
        self.last.withLock { $0 = found.newest }
        for event in found.events { log.info(event.kind.rawValue, event.logFields) }
    }
}

extension AuditEvent {
    fileprivate var logFields: JSONObject {
        var fields: JSONObject = ["occurred_at": .string("\(occurredAt)")]
        if let user { fields["user"] = .string(user.rawValue) }
        for member in details.members { fields[member.name] = member.value }
        return fields
    }
}
