// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import SignIn
import Testing

struct IdentifierReadingTests {
    @Test func `email addresses are compared without case and stored as written`() throws {
        let identifier = try IdentifierReading.read("Somebody@Example.ORG", as: .email)
        #expect(identifier.value == "Somebody@Example.ORG")
        #expect(identifier.normalized == "somebody@example.org")
        #expect(!identifier.isVerified)
    }

    @Test(arguments: [
        "", "a", "@example.org", "a@", "a@b", "a@b@example.org", "a b@example.org", "a@exa mple.org", "a@-x.org",
        "a@x-.org", "a@x..org", "a@x_y.org", "a@x!.org", "a@.org", "ä@example.org", "a\u{0}@example.org",
        "a@example.org\n",
        String(repeating: "a", count: 65) + "@example.org", "a@" + String(repeating: "b.", count: 130) + "org",
    ])
    func `a malformed email address is rejected`(_ text: String) {
        #expect(throws: IdentifierReading.Rejection.emailMalformed) { try IdentifierReading.read(text, as: .email) }
    }

    @Test(arguments: ["+491701234567", "+12025550123"])
    func `phone numbers are in E.164 format`(_ text: String) throws {
        #expect(try IdentifierReading.read(text, as: .phoneNumber).normalized == text)
    }

    @Test(arguments: [
        "", "+", "491701234567", "+0170123456", "+49 170 123", "+4917012345678901", "+49170123456a", "+123456",
    ])
    func `a malformed phone number is rejected`(_ text: String) {
        #expect(throws: IdentifierReading.Rejection.phoneNumberMalformed) {
            try IdentifierReading.read(text, as: .phoneNumber)
        }
    }

    @Test func `usernames are compared without case`() throws {
        #expect(try IdentifierReading.read("Some_Body", as: .username).normalized == "some_body")
    }

    @Test func `a username has a length that the connection can set`() throws {
        #expect(throws: IdentifierReading.Rejection.usernameLength(allowed: 1...15)) {
            try IdentifierReading.read(String(repeating: "a", count: 16), as: .username)
        }
        var shape = IdentifierRules.UserNameShape()
        shape.length = 3...20
        #expect(throws: IdentifierReading.Rejection.usernameLength(allowed: 3...20)) {
            try IdentifierReading.read("ab", as: .username, userName: shape)
        }
    }

    @Test(arguments: [("ada@example.org", Identifier.Kind.email), ("+491701234567", .phoneNumber)])
    func `a username can't be an email address or phone number unless the connection allows it`(
        _ text: String, looksLike kind: Identifier.Kind
    ) throws {
        #expect(throws: IdentifierReading.Rejection.usernameLooksLike(kind)) {
            try IdentifierReading.read(text, as: .username)
        }
        var shape = IdentifierRules.UserNameShape()
        shape.allowsEmailShape = kind == .email
        shape.allowsPhoneShape = kind == .phoneNumber
        #expect(try IdentifierReading.read(text, as: .username, userName: shape).value == text)
    }

    @Test(arguments: ["a b", "a/b", "ä", "a\u{200B}"])
    func `a username has no whitespace and no confusable characters`(_ text: String) {
        #expect(throws: IdentifierReading.Rejection.usernameCharacters) {
            try IdentifierReading.read(text, as: .username)
        }
    }
}
