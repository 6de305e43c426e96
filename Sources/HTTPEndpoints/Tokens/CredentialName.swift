// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The credential that an answer claims to be of, before anything is believed: what attempts are counted by.
enum CredentialName {
    static func of(_ response: [UInt8]) -> String? {
        (try? JSONReader.read(response))?["id"]?.stringValue
    }
}
