// SPDX-License-Identifier: Apache-2.0

import Outbox
import TestSupport
import Testing

struct `Mail addresses` {
    private static let longLabel = String(repeating: "a", count: 63)

    @Test(arguments: [
        "ada@example.com", "ada.lovelace+news@mail.example.co.uk", "!#$%&'*+-/=?^_`{|}~@example.com", "a@b",
        "ada@localhost", "ada@xn--bcher-kva.example", "ADA@Example.COM", "1@2.example",
        String(repeating: "a", count: 64) + "@example.com", "a@\(longLabel).example",
    ])
    func `a mailbox in the dot-atom form is accepted`(_ text: String) throws {
        #expect(try MailAddress(text).text == text)
    }

    @Test(arguments: [
        ("", MailAddressRejection.empty), ("ada", .atSignMismatch), ("a@b@c.example", .atSignMismatch),
        ("@example.com", .localPartMalformed), (".ada@example.com", .localPartMalformed),
        ("ada.@example.com", .localPartMalformed), ("a..b@example.com", .localPartMalformed),
        ("\"ada\"@example.com", .localPartMalformed), ("ada(x)@example.com", .localPartMalformed),
        ("a,b@example.com", .localPartMalformed), ("a:b@example.com", .localPartMalformed),
        ("a;b@example.com", .localPartMalformed), ("<ada@example.com>", .localPartMalformed),
        ("a\\b@example.com", .localPartMalformed),
        (String(repeating: "a", count: 65) + "@example.com", .localPartMalformed),
        ("ada@", .domainMalformed), ("ada@.example", .domainMalformed), ("ada@example.", .domainMalformed),
        ("ada@a..b", .domainMalformed), ("ada@-a.example", .domainMalformed), ("ada@a-.example", .domainMalformed),
        ("ada@[192.0.2.1]", .domainMalformed), ("ada@exa_mple.com", .domainMalformed),
        ("ada@\(longLabel)a.example", .domainMalformed), ("ada@example.com>", .domainMalformed),
        ("ada@192.0.2.1", .domainIsIPAddress), ("ada@bücher.example", .notASCII), ("ädä@example.com", .notASCII),
        ("ada@example.com\u{301}", .notASCII), ("ada @example.com", .spaceOrControl),
        ("ada@example.com ", .spaceOrControl), ("ada@example.com\r\nBcc: eve@example.com", .spaceOrControl),
        ("ada@example.com\n", .spaceOrControl), ("ada\t@example.com", .spaceOrControl),
        ("ada\u{0}@example.com", .spaceOrControl), ("ada@exam\u{7F}ple.com", .spaceOrControl),
        (String(repeating: "a", count: 60) + "@" + String(repeating: "b.", count: 97) + "c", .tooLong),
    ])
    func `other text is rejected with its reason`(_ text: String, reason: MailAddressRejection) {
        #expect(throws: reason) { try MailAddress(text) }
    }

    @Test func `an address of 254 characters is accepted`() throws {
        let text = String(repeating: "a", count: 60) + "@" + String(repeating: "b.", count: 96) + "c"
        #expect(text.utf8.count == 254)
        #expect(try MailAddress(text).text == text)
    }

    @Test func `random text is an address only if it is one word on each side of an at sign`() {
        var generator = SeededGenerator(seed: 1)
        let alphabet = Array("ab1.-_+@@<>\"(),:;[]\\ \r\n\t=?é")
        for _ in 0..<20_000 {
            let text = String(
                (0..<Int.random(in: 1...10, using: &generator)).map { _ in
                    alphabet.randomElement(using: &generator) ?? "a"
                })
            guard (try? MailAddress(text)) != nil else { continue }
            #expect(text.wholeMatch(of: /[ab1\-_+=?]+(\.[ab1\-_+=?]+)*@[ab1\-]+(\.[ab1\-]+)*/) != nil, "\(text)")
        }
    }
}

struct `Mailboxes of senders` {
    @Test(arguments: [
        ("no-reply@example.com", nil), ("Trip Planner <no-reply@example.com>", "Trip Planner"),
        ("<no-reply@example.com>", nil), ("  Bücher & Co.  <no-reply@example.com>", "Bücher & Co."),
        ("Trip<no-reply@example.com>", "Trip"),
    ])
    func `a sender is an address, or a name before it`(_ text: String, name: String?) throws {
        let mailbox = try Mailbox(parsing: text)
        #expect(mailbox.address.text == "no-reply@example.com")
        #expect(mailbox.name == name)
    }

    @Test(arguments: [
        ("", MailAddressRejection.empty), ("Trip Planner", .spaceOrControl),
        ("Trip Planner <no-reply@example.com", .bracketMismatch),
        ("Trip Planner no-reply@example.com>", .bracketMismatch),
        ("Trip <a@example.com> <b@example.com>", .bracketMismatch), ("Trip <<a@example.com>>", .bracketMismatch),
        ("Trip <a@example.com>, eve@example.com", .bracketMismatch), ("Trip <a@example.com> ", .bracketMismatch),
        ("\"Trip\" <a@example.com>", .nameMalformed), ("Trip > x <a@example.com>", .nameMalformed),
        ("Trip\r\nBcc: eve@example.com <a@example.com>", .nameMalformed), ("Trip\n <a@example.com>", .nameMalformed),
        ("Trip\u{2028} <a@example.com>", .nameMalformed), ("Trip <a@example.com\r\n>", .spaceOrControl),
        ("Trip < a@example.com>", .spaceOrControl), ("Trip <>", .empty),
    ])
    func `another form is rejected with its reason`(_ text: String, reason: MailAddressRejection) {
        #expect(throws: reason) { try Mailbox(parsing: text) }
    }
}
