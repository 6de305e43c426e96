// SPDX-License-Identifier: Apache-2.0

import Configuration
import Testing
import WireFormats

/// The bodies of responses to rejected passwords, as Auth0's SDKs read them.
struct PasswordRejectionTests {
    private func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

    @Test func `a weak password is explained by each rule`() throws {
        let expected = try read(
            #"""
            {
              "name": "PasswordStrengthError", "message": "Password is too weak", "code": "invalid_password",
              "description": {
                "rules": [{
                  "message": "At least %d characters in length", "format": [8], "code": "lengthAtLeast",
                  "verified": false
                }],
                "verified": false
              },
              "policy": "* At least 8 characters in length", "statusCode": 400
            }
            """#)
        #expect(.object(PasswordPolicy().rejection(of: "hello", for: .tooShort)) == expected)
    }

    private static let excellent = {
        var policy = PasswordPolicy()
        policy.minimumLength = 10
        policy.characterTypes = Set(PasswordPolicy.CharacterType.allCases)
        policy.acceptsThreeOfFour = true
        policy.blocksIdenticalCharacters = true
        return policy
    }()

    @Test func `a rule with items says which of them a password meets`() throws {
        let expected = try read(
            #"""
            [
              {
                "message": "At least %d characters in length", "format": [10], "code": "lengthAtLeast",
                "verified": true
              },
              {
                "message": "Contain at least %d of the following %d types of characters:", "format": [3, 4],
                "code": "containsAtLeast", "verified": false,
                "items": [
                  {"message": "lower case letters (a-z)", "code": "lowerCase", "verified": true},
                  {"message": "upper case letters (A-Z)", "code": "upperCase", "verified": false},
                  {"message": "numbers (i.e. 0-9)", "code": "numbers", "verified": true},
                  {"message": "special characters (e.g. !@#$%^&*)", "code": "specialCharacters", "verified": false}
                ]
              },
              {
                "message": "No more than %d identical characters in a row (e.g., \"%s\" not allowed)",
                "format": [2, "aaa"], "code": "identicalChars", "verified": false
              }
            ]
            """#)
        let body = Self.excellent.rejection(of: "helllo1234", for: .composition)
        #expect(body["description"]?["rules"] == expected)
        #expect(body["description"]?["verified"] == false)
    }

    @Test func `the policy is a list in plain text`() {
        #expect(
            Self.excellent.text == """
                * At least 10 characters in length
                * Contain at least 3 of the following 4 types of characters:
                 * lower case letters (a-z)
                 * upper case letters (A-Z)
                 * numbers (i.e. 0-9)
                 * special characters (e.g. !@#$%^&*)
                * No more than 2 identical characters in a row (e.g., "aaa" not allowed)
                """)
    }

    @Test func `other compositions are explained in the same way`() {
        var policy = PasswordPolicy()
        policy.minimumLength = 1
        policy.characterTypes = [.number]
        policy.blocksSequentialCharacters = true
        #expect(policy.rules(for: "").map(\.code) == ["nonEmpty", "shouldContain", "sequentialChars"])
        #expect(
            policy.text == """
                * Non-empty password required
                * Should contain:
                 * numbers (i.e. 0-9)
                * No more than 2 sequential alphanumeric characters (e.g., "abc" not allowed)
                """)
    }

    @Test func `a password that is too long only breaks the rule that says so`() {
        let body = Self.excellent.rejection(of: String(repeating: "a", count: 257), for: .tooLong)
        #expect(
            body["description"]?["rules"] == [
                [
                    "message": "Maximum password length exceeded", "format": [256], "code": "maxLength",
                    "verified": false,
                ]
            ])
        #expect(body["policy"] == .string(Self.excellent.text))
    }

    @Test(
        arguments: [
            (.common, "PasswordDictionaryError", "Password is too common"),
            (.personal, "PasswordNoUserInfoError", "Password contains user information"),
            (.reused, "PasswordHistoryError", "Password has previously been used"),
        ] as [(PasswordFault, String, String)])
    func `other faults have a name and a description for users`(fault: PasswordFault, name: String, message: String) {
        let body = PasswordPolicy().rejection(of: "qwfpbjlu", for: fault)
        #expect(body.members.map(\.name) == ["name", "message", "code", "description", "statusCode"])
        #expect(body["name"] == .string(name))
        #expect(body["message"] == .string(message))
        #expect(body["code"] == "invalid_password")
        #expect(body["description"]?.stringValue?.isEmpty == false)
        #expect(body["statusCode"] == 400)
    }
}
