// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension PasswordPolicy {
    /// Reads a connection's policy in Auth0's newer dialect or, if it is absent, in the older one.
    init(from options: inout ConfigurationMembers) {
        self.init()
        let isNewer = options.objectWithMembers("password_options") { read(from: &$0) } != nil
        if isNewer { options.accept(.olderPasswordPolicy) } else { readOlder(from: &options) }
    }

    // MARK: The newer dialect

    private enum CharacterTypeRule: String, CaseIterable {
        case all
        case threeOfFour = "three_of_four"
    }

    private enum Permission: String, CaseIterable {
        case allow
        case block
    }

    private enum LongPassword: String, CaseIterable {
        case truncate
        case error
    }

    private mutating func read(from members: inout ConfigurationMembers) {
        members.object("complexity") { readComplexity(from: &$0) }
        members.object("dictionary") { dictionary in
            readDictionary("custom", ifOn: "active", from: &dictionary)
            dictionary.accept(.passwordDictionary)
        }
        members.object("history") { readHistory(ifOn: "active", from: &$0) }
        members.object("profile_data") { readFields(from: &$0) }
    }

    private mutating func readComplexity(from members: inout ConfigurationMembers) {
        minimumLength = members.integer("min_length", in: 1...72, of: "characters") ?? minimumLength
        characterTypes = Set(members.words("character_types") ?? [])
        let rule: CharacterTypeRule? = members.word("character_type_rule")
        acceptsThreeOfFour = rule == .threeOfFour
        if acceptsThreeOfFour, characterTypes.count < CharacterType.allCases.count {
            members.reject(
                "character_type_rule", message: "Three of four types need all four in character_types.",
                remedy: "List lowercase, uppercase, number and special there, or remove the rule.")
        }
        blocksIdenticalCharacters = Self.isBlocked("identical_characters", in: &members)
        blocksSequentialCharacters = Self.isBlocked("sequential_characters", in: &members)
        // A password is never cut here. Of one that is longer than Auth0's 72 bytes, all characters count.
        let long: LongPassword? = members.word("max_length_exceeded")
        if long == .truncate { members.noteUnused("max_length_exceeded") }
    }

    private static func isBlocked(_ name: String, in members: inout ConfigurationMembers) -> Bool {
        let permission: Permission? = members.word(name)
        return permission == .block
    }

    private mutating func readFields(from members: inout ConfigurationMembers) {
        let isActive = members.bool("active") ?? false
        let names = members.texts("blocked_fields", count: 12, length: 100)
        guard isActive else { return }
        guard let names else {
            personalFields = PersonalField.usual
            return
        }
        for name in names {
            if let field = PersonalField(name) {
                personalFields.append(field)
            } else {
                members.noteUnused("blocked_fields (\(TerminalText.safe(name)))")
            }
        }
    }

    // MARK: The older dialect

    private enum Level: String, CaseIterable {
        case none
        case low
        case fair
        case good
        case excellent
    }

    private mutating func readOlder(from options: inout ConfigurationMembers) {
        if let level: Level = options.word("passwordPolicy") { apply(level) }
        options.object("password_complexity_options") { complexity in
            minimumLength = complexity.integer("min_length", in: 1...128, of: "characters") ?? minimumLength
        }
        options.object("password_dictionary") { readDictionary("dictionary", ifOn: "enable", from: &$0) }
        options.object("password_history") { readHistory(ifOn: "enable", from: &$0) }
        options.object("password_no_personal_info") { information in
            if information.bool("enable") ?? false { personalFields = PersonalField.usual }
        }
    }

    private mutating func apply(_ level: Level) {
        switch level {
        case .none: minimumLength = 1
        case .low: minimumLength = 6
        case .fair: characterTypes = [.lowercase, .uppercase, .number]
        case .good, .excellent:
            characterTypes = Set(CharacterType.allCases)
            acceptsThreeOfFour = true
        }
        if level == .excellent {
            minimumLength = 10
            blocksIdenticalCharacters = true
        }
    }

    // MARK: Both

    private mutating func readDictionary(
        _ name: String, ifOn flag: String, from members: inout ConfigurationMembers
    ) {
        let isActive = members.bool(flag) ?? false
        let passwords = members.texts(name, count: 200, length: 50) ?? []
        if isActive { commonPasswords = Set(passwords.map { FoldedText($0) }) }
    }

    private mutating func readHistory(ifOn flag: String, from members: inout ConfigurationMembers) {
        let isActive = members.bool(flag) ?? false
        let size = members.integer("size", in: 0...24, of: "passwords") ?? 5
        if isActive { historySize = size }
    }
}
