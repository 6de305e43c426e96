// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// What a client calls itself, for the person to recognize a device by.
enum UserAgent {
    static func readable(_ header: String) -> String {
        TerminalText.safe(header, limit: 256)
    }
}
