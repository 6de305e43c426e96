// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import SignIn
import Testing

@Suite("Identifiers")
struct IdentifierReadingTests {
    @Test("addresses are compared without regard to case, and kept as they were written")
    func email() throws {
        let identifier = try IdentifierReading.read("Somebody@Example.ORG", as: .email)
        #expect(identifier.value == "Somebody@Example.ORG")
        #expect(identifier.normalized == "somebody@example.org")
        #expect(!identifier.isVerified)
    }

    @Test(
        "what is no address is refused",
        arguments: [
            "", "a", "@example.org", "a@", "a@b", "a@b@example.org", "a b@example.org", "a@exa mple.org", "a@-x.org",
            "a@x-.org", "a@x..org", "a@x_y.org", "a@x!.org", "a@.org", "ä@example.org", "a\u{0}@example.org",
            "a@example.org\n",
            String(repeating: "a", count: 65) + "@example.org", "a@" + String(repeating: "b.", count: 130) + "org",
        ])
    func badEmail(_ text: String) {
        #expect(throws: IdentifierReading.Rejection.emailMalformed) { try IdentifierReading.read(text, as: .email) }
    }

    @Test("numbers are E.164", arguments: ["+491701234567", "+12025550123"])
    func phoneNumber(_ text: String) throws {
        #expect(try IdentifierReading.read(text, as: .phoneNumber).normalized == text)
    }

    @Test(
        "what is no number is refused",
        arguments: [
            "", "+", "491701234567", "+0170123456", "+49 170 123", "+4917012345678901", "+49170123456a", "+123456",
        ])
    func badPhoneNumber(_ text: String) {
        #expect(throws: IdentifierReading.Rejection.phoneNumberMalformed) {
            try IdentifierReading.read(text, as: .phoneNumber)
        }
    }

    @Test("user names are compared without regard to case")
    func username() throws {
        #expect(try IdentifierReading.read("Some_Body", as: .username).normalized == "some_body")
    }

    @Test("user names have a length, which the connection may set")
    func usernameLength() throws {
        #expect(throws: IdentifierReading.Rejection.usernameLength(allowed: 1...15)) {
            try IdentifierReading.read(String(repeating: "a", count: 16), as: .username)
        }
        var shape = IdentifierRules.UserNameShape()
        shape.length = 3...20
        #expect(throws: IdentifierReading.Rejection.usernameLength(allowed: 3...20)) {
            try IdentifierReading.read("ab", as: .username, userName: shape)
        }
    }

    @Test(
        "user names are nobody's address or telephone number, unless the connection allows it",
        arguments: [("ada@example.org", Identifier.Kind.email), ("+491701234567", .phoneNumber)])
    func usernameOfAnotherKind(_ text: String, _ kind: Identifier.Kind) throws {
        #expect(throws: IdentifierReading.Rejection.usernameLooksLike(kind)) {
            try IdentifierReading.read(text, as: .username)
        }
        var shape = IdentifierRules.UserNameShape()
        shape.allowsEmailShape = kind == .email
        shape.allowsPhoneShape = kind == .phoneNumber
        #expect(try IdentifierReading.read(text, as: .username, userName: shape).value == text)
    }

    @Test(
        "user names have no blanks and nothing that looks like something else",
        arguments: ["a b", "a/b", "ä", "a\u{200B}"])
    func usernameCharacters(_ text: String) {
        #expect(throws: IdentifierReading.Rejection.usernameCharacters) {
            try IdentifierReading.read(text, as: .username)
        }
    }
}
