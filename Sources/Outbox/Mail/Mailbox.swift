// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// A mail address, and the name that mail programs show instead of it.
package struct Mailbox: Hashable, Sendable {
    package let name: String?
    package let address: MailAddress

    package init(name: String?, address: MailAddress) throws(MailAddressRejection) {
        guard name?.hasControls != true else { throw .nameMalformed }
        self.name = name.flatMap { $0.isEmpty ? nil : $0 }
        self.address = address
    }

    /// Reads `Name <address>` or `address`. The name has no quotation marks, because they would be shown.
    package init(parsing text: String) throws(MailAddressRejection) {
        guard let open = text.firstIndex(of: "<") else {
            guard !text.contains(">"), !text.contains("\"") else { throw .bracketMismatch }
            try self.init(name: nil, address: MailAddress(text))
            return
        }
        let rest = text[text.index(after: open)...]
        guard rest.last == ">", !rest.dropLast().contains(where: { $0 == "<" || $0 == ">" }) else {
            throw .bracketMismatch
        }
        let name = text[..<open]
        guard !name.contains(where: { $0 == ">" || $0 == "\"" }) else { throw .nameMalformed }
        try self.init(name: name.trimmingSpaces, address: MailAddress(String(rest.dropLast())))
    }

    /// The value of a header, which begins at that column.
    func headerValue(after start: Int) -> String {
        guard let name else { return address.text }
        let phrase = EncodedText.quoted(name, after: start) ?? EncodedText.encoded(name, after: start)
        let lastLine = phrase.utf8.reversed().prefix { $0 != UInt8(ascii: "\n") }.count
        let column = phrase.utf8.count == lastLine ? start + lastLine : lastLine
        let fits = column + address.text.utf8.count + 3 <= HeaderField.lineLength
        return "\(phrase)\(fits ? " " : "\r\n ")<\(address)>"
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        var rest = drop { $0 == " " }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
