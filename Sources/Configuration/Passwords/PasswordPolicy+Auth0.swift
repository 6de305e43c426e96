// SPDX-License-Identifier: Apache-2.0

package import WireFormats

extension PasswordPolicy {
    /// Returns the body of Auth0's response to a request with a password that has a fault. Its status is 400.
    package func rejection(of password: String, for fault: PasswordFault) -> JSONObject {
        var body: JSONObject = [
            "name": .string(fault.name), "message": .string(fault.message), "code": "invalid_password",
        ]
        if let description = fault.description {
            body["description"] = .string(description)
        } else {
            let rules = rules(for: password)
            body["description"] = [
                "rules": .array(rules.map { .object($0.json) }), "verified": .bool(rules.allSatisfy(\.isMet)),
            ]
            body["policy"] = .string(text)
        }
        body["statusCode"] = 400
        return body
    }

    /// The policy as the My Account API describes it to applications.
    package var json: JSONObject {
        let types = CharacterType.allCases.filter(characterTypes.contains).map { JSONValue.string($0.rawValue) }
        let permission = { (isBlocked: Bool) -> JSONValue in isBlocked ? "block" : "allow" }
        return [
            "complexity": [
                "min_length": .number(JSONNumber(Int64(minimumLength))), "character_types": .array(types),
                "character_type_rule": acceptsThreeOfFour ? "three_of_four" : "all",
                "identical_characters": permission(blocksIdenticalCharacters),
                "sequential_characters": permission(blocksSequentialCharacters), "max_length_exceeded": "error",
            ],
            "profile_data": [
                "active": .bool(!personalFields.isEmpty),
                "blocked_fields": .array(personalFields.map { .string($0.name) }),
            ],
            "history": ["active": .bool(historySize > 0), "size": .number(JSONNumber(Int64(historySize)))],
            "dictionary": ["active": .bool(!commonPasswords.isEmpty), "default": "en_100k"],
        ]
    }
}

extension PasswordFault {
    fileprivate var name: String {
        switch self {
        case .tooShort, .tooLong, .composition: "PasswordStrengthError"
        case .common, .breached: "PasswordDictionaryError"
        case .personal: "PasswordNoUserInfoError"
        case .reused: "PasswordHistoryError"
        }
    }

    fileprivate var message: String {
        switch self {
        case .tooShort, .tooLong, .composition: "Password is too weak"
        case .common, .breached: "Password is too common"
        case .personal: "Password contains user information"
        case .reused: "Password has previously been used"
        }
    }

    /// The explanation for users; `nil` for a fault that the rules explain.
    fileprivate var description: String? {
        switch self {
        case .tooShort, .tooLong, .composition: nil
        case .common: "Many people use this password. Choose another one."
        case .breached: "This password was stolen somewhere, and is tried by those who have it. Choose another one."
        case .personal: "This password is too similar to the user's name or address. Choose another one."
        case .reused: "This password was used for the account before. Choose another one."
        }
    }
}
