// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import Testing
import WireFormats

/// What is wrong with a password. Each case breaks one rule.
struct PasswordPolicyTests {
    private static let ada = {
        var owner = PasswordOwner(identifiers: [
            Identifier(kind: .email, value: "ada.lovelace@example.com", normalized: "ada.lovelace@example.com"),
            Identifier(kind: .phoneNumber, value: "+491701234567", normalized: "+491701234567"),
        ])
        owner.profile.name = "Ada King-Noel"
        owner.profile.nickname = "enchantress"
        owner.metadata = ["first": "Augusta", "pet": "Puff", "age": 36]
        return owner
    }()

    private func faults(of password: String, _ change: (inout PasswordPolicy) -> Void = { _ in }) -> [PasswordFault] {
        var policy = PasswordPolicy()
        change(&policy)
        return policy.faults(of: password, for: Self.ada)
    }

    // MARK: Length

    @Test func `a password of the least and of the greatest length is accepted`() {
        #expect(faults(of: "qwfpbjlu") == [])
        #expect(faults(of: String(repeating: "q", count: 256)) == [])
    }

    @Test(arguments: ["", "qwfpbjl"])
    func `a password with fewer characters is too short`(password: String) {
        #expect(faults(of: password) == [.tooShort])
    }

    @Test func `an empty password is too short at every level`() {
        #expect(faults(of: "") { $0.minimumLength = 1 } == [.tooShort])
        #expect(faults(of: "q") { $0.minimumLength = 1 } == [])
    }

    @Test func `a length is a number of Unicode scalars`() {
        #expect(faults(of: String(repeating: "ä", count: 8)) == [])
        #expect(faults(of: String(repeating: "🔑", count: 256)) == [])
        // One character on the screen, of two scalars.
        #expect(faults(of: String(repeating: "a\u{308}", count: 4)) == [])
    }

    @Test func `nothing else is said about a password that is too long`() {
        let faults = faults(of: String(repeating: "a", count: 257)) {
            $0.characterTypes = [.number]
            $0.blocksIdenticalCharacters = true
        }
        #expect(faults == [.tooLong])
    }

    // MARK: Composition

    @Test(
        arguments: [
            ("QWFPBJLU", .lowercase), ("qwfpbjlu", .uppercase), ("qwfpbjlu", .number), ("qwfpbjlu", .special),
            ("ÄÖÜßäöüé", .lowercase), ("ÄÖÜßäöüé", .uppercase), ("٠١٢٣٤٥٦٧", .number), ("qwfpbjl§", .special),
            ("qwfpbjl\t", .special),
        ] as [(String, PasswordPolicy.CharacterType)])
    func `a type of characters that a password lacks is missed`(password: String, type: PasswordPolicy.CharacterType) {
        #expect(faults(of: password) { $0.characterTypes = [type] } == [.composition])
    }

    @Test(
        arguments: [
            ("QWFPBJLa", .lowercase), ("QWFPBJLz", .lowercase), ("qwfpbjlA", .uppercase), ("qwfpbjlZ", .uppercase),
            ("qwfpbjl0", .number), ("qwfpbjl9", .number), ("qwfpbjl ", .special), ("qwfpbjl~", .special),
            ("qwfpbjl@", .special), ("qwfpbjl`", .special),
        ] as [(String, PasswordPolicy.CharacterType)])
    func `one character of a type is enough`(password: String, type: PasswordPolicy.CharacterType) {
        #expect(faults(of: password) { $0.characterTypes = [type] } == [])
    }

    @Test(arguments: [
        ("Qwfpbjl7", true, false), ("qwfpbj7!", true, false), ("Qwfpbj7!", true, true), ("qwfpbjl7", false, false),
    ])
    func `three of four types are enough only where the policy says so`(
        password: String, isAcceptedWithThree: Bool, isAcceptedWithAll: Bool
    ) {
        let all = Set(PasswordPolicy.CharacterType.allCases)
        for (acceptsThree, isAccepted) in [(true, isAcceptedWithThree), (false, isAcceptedWithAll)] {
            let faults = faults(of: password) {
                $0.characterTypes = all
                $0.acceptsThreeOfFour = acceptsThree
            }
            #expect(faults == (isAccepted ? [] : [.composition]))
        }
    }

    @Test(arguments: [
        ("qwffpbjl", true), ("qwfffbjl", false), ("fffwqpbj", false), ("qwpbjfff", false), ("qfwfpfbj", true),
    ])
    func `three identical characters in a row are one too many, where they are blocked`(
        password: String, isAccepted: Bool
    ) {
        #expect(faults(of: password) { $0.blocksIdenticalCharacters = true } == (isAccepted ? [] : [.composition]))
        #expect(faults(of: password) == [])
    }

    @Test(arguments: [
        ("qwabpbjl", true), ("qwabcbjl", false), ("qwcbabjl", false), ("qw123bjl", false), ("qw987bjl", false),
        ("qwXYZbjl", false), ("qwababjl", true), ("qwaBcbjl", true), ("qw/01bjl", true), ("qw!\"#bjl", true),
        ("qwfpb246", true), ("qw-789-j", false), ("qwfäåæbj", true),
    ])
    func `three sequential letters or digits are one too many, where they are blocked`(
        password: String, isAccepted: Bool
    ) {
        #expect(faults(of: password) { $0.blocksSequentialCharacters = true } == (isAccepted ? [] : [.composition]))
        #expect(faults(of: password) == [])
    }

    // MARK: Common and personal

    @Test(arguments: [("Acme2026!", true), ("aCME2026!", true), ("Acme2026!x", false)])
    func `a password from the operator's list is common, in any case`(password: String, isCommon: Bool) {
        #expect(faults(of: password) { $0.commonPasswords = [FoldedText("acme2026!")] } == (isCommon ? [.common] : []))
    }

    @Test(arguments: [
        "ada.lovelace@example.com", "ADA.Lovelace@Example.com", "ada.lovelace", "lovelace1815", "xlovelacex",
        "example.com", "01701234567",
    ])
    func `a password of which more than half is part of an identifier is personal`(password: String) {
        #expect(faults(of: password) == [.personal])
    }

    @Test func `half of a password may be part of an identifier`() {
        #expect(faults(of: "lovejkqz") == [])
        #expect(faults(of: "lovelkqz") == [.personal])
    }

    @Test func `an identifier within a long password is accepted`() {
        #expect(faults(of: "ada.lovelace@example.com wrote the first program") == [])
    }

    @Test(arguments: [
        "enchantress", "xxENCHANTRESSxxyyzzqqjjkkvv", "in the court of the king", "ada and babbage 1842",
        "augusta county road", "mail ada.lovelace to babbage",
    ])
    func `a word of the profile makes a password personal, if profile data is blocked`(password: String) {
        #expect(faults(of: password) { $0.personalFields = PersonalField.usual } == [.personal])
        #expect(faults(of: password) == [])
    }

    @Test func `only the listed fields count`() {
        let fields = ["user_metadata.pet", "family_name", "user_metadata.age"].compactMap(PersonalField.init)
        #expect(faults(of: "huff and puff and blow") { $0.personalFields = fields } == [.personal])
        #expect(faults(of: "in the court of the king") { $0.personalFields = fields } == [])
        #expect(faults(of: "thirty-six is 36 in digits") { $0.personalFields = fields } == [])
    }

    @Test func `words of two characters don't count`() {
        var owner = PasswordOwner(identifiers: [])
        owner.profile.name = "Bo Li"
        var policy = PasswordPolicy()
        policy.personalFields = PersonalField.usual
        #expect(policy.faults(of: "boring policies", for: owner) == [])
        #expect(policy.faults(of: "bo li is my name", for: owner) == [.personal])
    }

    @Test(arguments: ["department", "Name", "user_metadata", ""])
    func `a field that users don't have is none`(name: String) {
        #expect(PersonalField(name) == nil)
    }

    @Test func `no more than the beginning of a text is compared`() {
        let limit = FoldedText.limit
        #expect(FoldedText(String(repeating: "a", count: 10_000_000)).characters.count == limit)
        // A capital I with a dot has two characters in lower case.
        #expect(FoldedText(String(repeating: "İ", count: limit)).characters.count == limit)
        let hostile = PasswordOwner(identifiers: [
            Identifier(kind: .username, value: String(repeating: "z", count: limit) + "qwfpbjlu", normalized: "z")
        ])
        #expect(PasswordPolicy().faults(of: "qwfpbjlu", for: hostile) == [])
    }

    @Test func `all faults are listed, the weakness first`() {
        let faults = faults(of: "lovely") {
            $0.characterTypes = [.number]
            $0.commonPasswords = [FoldedText("lovely")]
        }
        #expect(faults == [.tooShort, .composition, .common, .personal])
    }
}
