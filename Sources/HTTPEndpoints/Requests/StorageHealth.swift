// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX
import WireFormats

/// Remembers when something could last not be stored.
final class StorageHealth: Sendable {
    private static let span: Int64 = 10

    private let last = Locked<Timestamp?>(nil)

    func recordFailure(at time: Timestamp) { last.withLock { $0 = time } }

    /// Something was stored again.
    func recordSuccess() { last.withLock { $0 = nil } }

    func isRecent(at time: Timestamp) -> Bool {
        last.withLock { last in last.map { time.secondsSince1970 - $0.secondsSince1970 < Self.span } ?? false }
    }
}
