// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WireFormats

/// The mark of a request from `thumbturn doctor`, which reads the master key of the server that it asks.
///
/// It lets its sender see how the server sees the request, and nothing else.
package struct InspectionMark: Sendable {
    /// The seconds for which a mark is good, before and after its time: those of a request on one machine.
    private static let tolerance: Int64 = 300

    private let key: AEADKey

    package init(master: MasterKey) {
        key = master.sealingKey(for: .inspections)
    }

    /// Returns a mark for a request at a time.
    package func text(at time: Timestamp) -> String {
        Base64URL.encode(key.seal(Array("\(time)".utf8)))
    }

    package func isValid(_ text: String, at time: Timestamp) -> Bool {
        guard text.utf8.count < 256, let sealed = Base64URL.decode(text), let opened = key.open(sealed),
            let made = Timestamp(String(decoding: opened, as: UTF8.self))
        else { return false }
        return abs(made.secondsSince1970 - time.secondsSince1970) <= Self.tolerance
    }
}
