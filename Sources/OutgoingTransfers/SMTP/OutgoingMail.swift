// SPDX-License-Identifier: Apache-2.0

/// A finished message for one recipient.
package struct OutgoingMail: Hashable, Sendable {
    package let sender: EnvelopeAddress
    package let recipient: EnvelopeAddress
    /// The header and the body (RFC 5322). Lines that begin with a dot are as they are: they are escaped on the way.
    package let message: [UInt8]

    package init(
        from sender: EnvelopeAddress, to recipient: EnvelopeAddress, message: [UInt8]
    ) throws(OutgoingMailRejection) {
        try Self.check(message)
        self.sender = sender
        self.recipient = recipient
        self.message = message
    }

    /// The most bytes of a line, without its end (RFC 5321, section 4.5.3.1.6).
    private static let lineLimit = 998

    private static func check(_ message: [UInt8]) throws(OutgoingMailRejection) {
        guard !message.isEmpty else { throw .empty }
        var lineLength = 0
        var isAfterCR = false
        for byte in message {
            switch (byte, isAfterCR) {
            case (0x0A, true): (lineLength, isAfterCR) = (0, false)
            case (_, true), (0x0A, false): throw .bareLineBreak
            case (0x0D, false): isAfterCR = true
            case (0x00, false): throw .zeroByte
            case (0x80..., false): throw .notASCII
            case (_, false):
                lineLength += 1
                if lineLength > lineLimit { throw .lineTooLong }
            }
        }
        guard !isAfterCR else { throw .bareLineBreak }
        guard lineLength == 0 else { throw .unfinishedLine }
    }
}

/// Why bytes are not sent as a message.
package enum OutgoingMailRejection: Error, Hashable, Sendable {
    case empty
    /// A CR without an LF after it, or an LF without a CR before it: some servers take it for the end of a line, and what
    /// follows for the end of the message.
    case bareLineBreak
    case zeroByte
    /// libcurl does not announce 8-bit messages (`BODY=8BITMIME`), so that relays may reject or spoil them.
    case notASCII
    case lineTooLong
    /// The last line has no CRLF.
    case unfinishedLine
}
