// SPDX-License-Identifier: Apache-2.0

import Configuration
import WireFormats

extension Log {
    /// Says which settings lack mail or text messages.
    func warn(of needs: [SendingNeed]) {
        for need in needs {
            write(
                need.medium == .mail ? .mailNeeded : .messagesNeeded,
                fields: ["path": .string(need.path), "reason": .string(need.consequence)])
        }
    }
}
