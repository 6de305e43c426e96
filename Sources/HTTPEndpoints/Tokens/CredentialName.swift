// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The credential that an answer claims to be of, before anything is believed: what attempts are counted by.
enum CredentialName {
    /// One name for all the spellings of an id that the reader of answers takes.
    static func of(_ response: [UInt8]) -> String? {
        guard let text = (try? JSONReader.read(response))?["id"]?.stringValue else { return nil }
        let end = text.utf8.lastIndex { $0 != UInt8(ascii: "=") }
        return end.map { String(text[...$0]) }
    }
}
