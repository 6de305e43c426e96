// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// A line, or several folded ones, of a message's header.
struct HeaderField {
    /// The length of a line with an encoded word (RFC 2047, section 2), which is short enough for all others.
    static let lineLength = 76

    let name: StaticString
    let value: String

    init(_ name: StaticString, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The column at which the value of a header begins.
    static func column(after name: StaticString) -> Int { name.utf8CodeUnitCount + 2 }

    var bytes: [UInt8] { Array("\(name): \(value)\r\n".utf8) }
}

extension HeaderField {
    static func date(_ time: Timestamp) -> HeaderField { HeaderField("Date", MailDate(time).description) }

    static func sender(_ mailbox: Mailbox) -> HeaderField {
        HeaderField("From", mailbox.headerValue(after: column(after: "From")))
    }

    static func subject(_ text: String) -> HeaderField {
        HeaderField("Subject", EncodedText.unstructured(text, after: column(after: "Subject")))
    }
}
