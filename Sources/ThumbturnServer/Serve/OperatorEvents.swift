// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX
import WireFormats

/// Logs each change that operators make with commands while the server runs.
final class OperatorEvents: Sendable {
    private static let batch = 10_000

    private let storage: any Storage
    private let log: Log
    /// The number of the newest event that was read; `nil` before the first read.
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
