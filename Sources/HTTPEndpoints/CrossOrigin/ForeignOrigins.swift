// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX

/// Remembers the origins that browsers were refused for, so that the log names each of them once.
///
/// Anybody can send any origin, so only so many are remembered. A new configuration starts with none: whoever has changed
/// something learns at once whether it helped.
final class ForeignOrigins: Sendable {
    private static let limit = 100
    private static let lengthLimit = 300

    private let seen = Locked<Set<[String]>>([])

    /// Whether the origin is to be told; of an origin and a client the first time only.
    func isNew(_ origin: String, client: String?) -> Bool {
        guard origin.utf8.count <= Self.lengthLimit else { return false }
        return seen.withLock { seen in
            guard seen.count < Self.limit else { return false }
            return seen.insert([origin, client ?? ""]).inserted
        }
    }
}
