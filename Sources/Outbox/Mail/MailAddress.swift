// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The address of one mailbox. Whatever stands in `To` or `From` has passed here.
///
/// It is the dot-atom form of RFC 5322 in ASCII, without quotes and comments. No server delivers to the forms that are
/// missing, and each of them is a way to smuggle a second address.
package struct MailAddress: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) throws(MailAddressRejection) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.limit else { throw .tooLong }
        guard bytes.allSatisfy({ $0 < 0x80 }) else { throw .notASCII }
        guard bytes.allSatisfy(\.isPrintable) else { throw .spaceOrControl }
        let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .atSignMismatch }
        guard parts[0].count <= 64, DotAtom.isValid(parts[0]) else { throw .localPartMalformed }
        guard DomainName.isValid(parts[1]) else { throw .domainMalformed }
        guard !DomainName.endsWithNumber(parts[1]) else { throw .domainIsIPAddress }
        self.text = text
    }

    package var description: String { text }

    /// The longest path of RFC 5321 has 256 bytes, with its angle brackets.
    private static let limit = 254
}

/// The reason why text is no mail address.
package enum MailAddressRejection: Error, Hashable, Sendable {
    case empty
    case tooLong
    case notASCII
    case spaceOrControl
    case atSignMismatch
    case localPartMalformed
    case domainMalformed
    case domainIsIPAddress
    case nameMalformed
    case bracketMismatch
}

extension MailAddressRejection: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "The mail address is empty."
        case .tooLong: "The mail address is longer than 254 characters."
        case .notASCII: "The mail address has characters outside ASCII. Write the domain in its xn-- form."
        case .spaceOrControl: "The mail address has a space or a control character."
        case .atSignMismatch: "A mail address has one @, as in ada@example.com."
        case .localPartMalformed:
            "Before the @ there may be up to 64 letters, digits and !#$%&'*+-/=?^_`{|}~, and single dots between them."
        case .domainMalformed: "After the @ there must be a domain of letters, digits and hyphens, such as example.com."
        case .domainIsIPAddress: "After the @ there must be a domain such as example.com, not an IP address."
        case .nameMalformed: "The name of the sender has a quotation mark, an angle bracket or a control character."
        case .bracketMismatch: "Write the sender as no-reply@example.com or as Name <no-reply@example.com>."
        }
    }
}
