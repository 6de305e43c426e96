// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WireFormats

/// A mail as it is transmitted (RFC 5322), with the same text twice, plain and as HTML.
///
/// The bytes depend on nothing but the values, so that a repeated attempt sends the same message.
package struct MailMessage: Hashable, Sendable {
    /// What the recipient reads.
    package struct Body: Hashable, Sendable {
        package let text: String
        package let html: String
        /// The tag of the language (RFC 5646).
        package let language: String

        package init(text: String, html: String, language: String) {
            self.text = text
            self.html = html
            self.language = language
        }
    }

    package let id: MessageID
    package let date: Timestamp
    package let from: Mailbox
    package let to: MailAddress
    package let subject: String
    package let body: Body

    package init(
        id: MessageID, date: Timestamp, from: Mailbox, to: MailAddress, subject: String, body: Body
    ) throws(MailMessageRejection) {
        guard !subject.isEmpty else { throw .subjectEmpty }
        guard !subject.hasControls else { throw .subjectControl }
        guard body.language.isLanguageTag else { throw .languageMalformed }
        self.id = id
        self.date = date
        self.from = from
        self.to = to
        self.subject = subject
        self.body = body
    }

    /// The message with its header, each line of which ends with CRLF.
    package var bytes: [UInt8] {
        let plain = part("text/plain", QuotedPrintable.encode(body.text))
        let html = part("text/html", QuotedPrintable.encode(body.html))
        return header.flatMap(\.bytes) + Array("\r\n".utf8) + plain + html + Array("--\(boundary)--\r\n".utf8)
    }

    private var header: [HeaderField] {
        [
            .date(date), .sender(from), HeaderField("To", to.text), .subject(subject),
            HeaderField("Message-ID", id.description), HeaderField("MIME-Version", "1.0"),
            HeaderField("Content-Language", body.language),
            // RFC 3834, section 5, and what Exchange obeys instead.
            HeaderField("Auto-Submitted", "auto-generated"), HeaderField("X-Auto-Response-Suppress", "All"),
            HeaderField("Content-Type", "multipart/alternative;\r\n boundary=\"\(boundary)\""),
        ]
    }

    /// No part contains it: in quoted-printable, two digits or the end of a line follow each `=`.
    private var boundary: String {
        let digest = DigestAlgorithm.sha256.hash(Array(id.description.utf8))
        return "=_\(Base64URL.encode(Array(digest.prefix(18))))"
    }

    private func part(_ type: StaticString, _ content: [UInt8]) -> [UInt8] {
        let head = """
            --\(boundary)\r
            Content-Type: \(type); charset=utf-8\r
            Content-Transfer-Encoding: quoted-printable\r
            \r

            """
        return Array(head.utf8) + content + Array("\r\n".utf8)
    }
}

/// The reason why no message can be made of some values.
package enum MailMessageRejection: Error, Hashable, Sendable {
    case subjectEmpty
    case subjectControl
    case languageMalformed
    case messageIDMalformed
}

extension MailMessageRejection: CustomStringConvertible {
    package var description: String {
        switch self {
        case .subjectEmpty: "The subject of the mail is empty."
        case .subjectControl: "The subject of the mail has a control character or the end of a line."
        case .languageMalformed: "The language of the mail is no tag such as en."
        case .messageIDMalformed: "The id or the host of the mail has other characters than an address may have."
        }
    }
}

extension String {
    fileprivate var isLanguageTag: Bool {
        let tags = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return tags.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(\.isAlphanumeric) } && utf8.count <= 35
    }
}
