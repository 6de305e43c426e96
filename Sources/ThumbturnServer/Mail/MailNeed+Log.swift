// SPDX-License-Identifier: Apache-2.0

import Configuration
import WireFormats

extension Log {
    /// Says which settings lack mail.
    func warn(of needs: [MailNeed]) {
        for need in needs {
            write(.mailNeeded, fields: ["path": .string(need.path), "reason": .string(need.consequence)])
        }
    }
}
