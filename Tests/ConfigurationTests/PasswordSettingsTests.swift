// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import Testing
import WireFormats

/// What a configuration says about passwords, as it is read from a file and from its stored documents.
struct PasswordSettingsTests {
    private static let options = "connections[0].options"

    private func connection(_ json: JSONObject) throws -> Connection {
        let file = ConfigurationExample.file(.object(json))
        try #require(file.findings.problems == [])
        let stored = try file.documents.map { document in
            let json = try JSONReader.read(JSONValue.object(document.json).serialized())
            return ConfigurationDocument(kind: document.kind, id: document.id, json: try #require(json.objectValue))
        }
        let configuration = try ConfigurationSnapshot(documents: stored, url: ConfigurationExample.url)
        return try #require(configuration.connections["Users"])
    }

    private func policy(_ members: JSONObject) throws -> PasswordPolicy {
        let json = members.members.reduce(ConfigurationExample.full) {
            $0.setting("\(Self.options).\($1.name)", to: $1.value)
        }
        return try connection(json).passwordPolicy
    }

    private func expected(_ change: (inout PasswordPolicy) -> Void) -> PasswordPolicy {
        var policy = PasswordPolicy()
        change(&policy)
        return policy
    }

    // MARK: Defaults

    @Test func `a connection that says nothing wants eight characters of any type`() throws {
        let policy = try policy([:])
        #expect(policy == PasswordPolicy())
        #expect(policy.minimumLength == 8)
        #expect(policy.text == "* At least 8 characters in length")
        #expect(policy.historySize == 0)
    }

    @Test(arguments: ["null", "{}", #"{"complexity": {}}"#, #"{"complexity": null}"#])
    func `empty members of the newer dialect change no default`(text: String) throws {
        #expect(try policy(["password_options": JSONReader.read(Array(text.utf8))]) == PasswordPolicy())
    }

    // MARK: The older dialect

    @Test(arguments: [
        ("none", 1, 0, false, false), ("low", 6, 0, false, false), ("fair", 8, 3, false, false),
        ("good", 8, 4, true, false), ("excellent", 10, 4, true, true),
    ])
    func `a level of the older dialect stands for a length and a composition`(
        level: String, length: Int, types: Int, isThreeEnough: Bool, blocksIdentical: Bool
    ) throws {
        let policy = try policy(["passwordPolicy": .string(level)])
        #expect(policy.minimumLength == length)
        #expect(policy.characterTypes.count == types)
        #expect(policy.acceptsThreeOfFour == isThreeEnough)
        #expect(policy.blocksIdenticalCharacters == blocksIdentical)
        #expect(!policy.blocksSequentialCharacters)
    }

    @Test func `the fair level wants no special character`() throws {
        #expect(try policy(["passwordPolicy": "fair"]).characterTypes == [.lowercase, .uppercase, .number])
    }

    @Test func `a length of its own takes the place of the level's, and leaves its composition`() throws {
        let policy = try policy(["passwordPolicy": "excellent", "password_complexity_options": ["min_length": 8]])
        #expect(policy.minimumLength == 8)
        #expect(policy.blocksIdenticalCharacters)
    }

    @Test func `words, history and personal information of the older dialect are read`() throws {
        let policy = try policy([
            "password_dictionary": ["enable": true, "dictionary": ["Acme2026"]],
            "password_history": ["enable": true, "size": 7], "password_no_personal_info": ["enable": true],
        ])
        let expected = expected {
            $0.commonPasswords = [FoldedText("acme2026")]
            $0.historySize = 7
            $0.personalFields = PersonalField.usual
        }
        #expect(policy == expected)
    }

    // MARK: The newer dialect

    @Test func `every member of the newer dialect is read`() throws {
        let policy = try policy([
            "password_options": [
                "complexity": [
                    "min_length": 15, "character_types": ["number", "special"], "character_type_rule": "all",
                    "identical_characters": "block", "sequential_characters": "block", "max_length_exceeded": "error",
                ],
                "dictionary": ["active": true, "default": "en_100k", "custom": ["Acme2026"]],
                "history": ["active": true, "size": 24],
                "profile_data": ["active": true, "blocked_fields": ["family_name", "user_metadata.pet"]],
            ]
        ])
        let expected = expected {
            $0.minimumLength = 15
            $0.characterTypes = [.number, .special]
            $0.blocksIdenticalCharacters = true
            $0.blocksSequentialCharacters = true
            $0.commonPasswords = [FoldedText("ACME2026")]
            $0.historySize = 24
            $0.personalFields = ["family_name", "user_metadata.pet"].compactMap(PersonalField.init)
        }
        #expect(policy == expected)
    }

    @Test func `what is switched off has no effect in either dialect`() throws {
        let newer: JSONObject = [
            "dictionary": ["active": false, "custom": ["Acme2026"]], "history": ["active": false, "size": 24],
            "profile_data": ["active": false, "blocked_fields": ["name"]],
        ]
        #expect(try policy(["password_options": .object(newer)]) == PasswordPolicy())
        let older: JSONObject = [
            "password_dictionary": ["enable": false, "dictionary": ["Acme2026"]],
            "password_history": ["enable": false, "size": 24], "password_no_personal_info": ["enable": false],
        ]
        #expect(try policy(older) == PasswordPolicy())
    }

    @Test func `profile data without a list of fields means those of the older dialect`() throws {
        let policy = try policy(["password_options": ["profile_data": ["active": true]]])
        #expect(policy.personalFields == PersonalField.usual)
    }

    @Test func `history without a size keeps five passwords`() throws {
        #expect(try policy(["password_history": ["enable": true]]).historySize == 5)
        #expect(try policy(["password_options": ["history": ["active": true]]]).historySize == 5)
    }

    @Test func `the newer dialect wins over the whole of the older one, which a warning lists`() throws {
        let json = ConfigurationExample.full
            .setting("\(Self.options).password_options", to: ["history": ["active": true, "size": 2]])
            .setting("\(Self.options).passwordPolicy", to: "excellent")
            .setting("\(Self.options).password_history", to: ["enable": true, "size": 9])
        #expect(try connection(json).passwordPolicy == expected { $0.historySize = 2 })
        let warnings = ConfigurationExample.file(.object(json)).findings.warnings.map(\.message)
        #expect(warnings.contains("No effect here: options.passwordPolicy, options.password_history."))
    }

    @Test func `the policy that applications see is one of the newer dialect`() throws {
        let written = try policy([
            "password_options": [
                "complexity": [
                    "min_length": 12, "character_types": ["lowercase", "uppercase", "number", "special"],
                    "character_type_rule": "three_of_four", "sequential_characters": "block",
                ],
                "history": ["active": true, "size": 3],
                "profile_data": ["active": true, "blocked_fields": ["nickname"]],
            ]
        ])
        #expect(try policy(["password_options": .object(written.json)]) == written)
    }

    @Test func `a truncation, fields that users don't have and a list of Auth0's own are noted`() {
        let json = ConfigurationExample.full.setting(
            "\(Self.options).password_options",
            to: [
                "complexity": ["max_length_exceeded": "truncate"], "dictionary": ["default": "en_10k"],
                "profile_data": ["active": true, "blocked_fields": ["name", "department"]],
            ])
        let warnings = ConfigurationExample.file(.object(json)).findings.warnings
        #expect(
            warnings.filter { $0.path == "connections[0]" }.map(\.message) == [
                "No effect here: options.password_options.complexity.max_length_exceeded, "
                    + "options.password_options.profile_data.blocked_fields (department). "
                    + "No effect yet: options.password_options.dictionary.default."
            ])
    }

    // MARK: The method and the tenant

    @Test func `a connection says what a sign-up through the API needs`() throws {
        let usual = try connection(ConfigurationExample.full)
        #expect(usual.methods.password.apiBehavior == .required)
        #expect(usual.methods.password.signUpBehavior == .allow)
        let json = ConfigurationExample.full
            .setting(
                "\(Self.options).authentication_methods.password",
                to: ["enabled": true, "api_behavior": "optional", "signup_behavior": "block"]
            )
        let connection = try connection(json)
        #expect(connection.methods.password.isEnabled == true)
        #expect(connection.methods.password.apiBehavior == .optional)
        #expect(connection.methods.password.signUpBehavior == .block)
    }

    @Test(arguments: [true, false, nil])
    func `a connection says whether users change their password themselves`(isDisabled: Bool?) throws {
        let json = ConfigurationExample.full.setting(
            "\(Self.options).disable_self_service_change_password", to: isDisabled.map(JSONValue.bool))
        #expect(try connection(json).isPasswordChangeDisabled == (isDisabled ?? false))
        let warnings = ConfigurationExample.file(.object(json)).findings.warnings.map(\.message)
        #expect(!warnings.contains { $0.contains("disable_self_service_change_password") })
    }

    @Test func `a tenant sets the cost of hashes and whether taken identifiers are reported`() throws {
        let usual = try tenant(ConfigurationExample.full)
        #expect(usual.passwordHashCost.memory == 19_456)
        #expect(usual.passwordHashCost.passes == 2)
        #expect(!usual.reportsExistingAccounts)
        let json = ConfigurationExample.full
            .setting("tenant.thumbturn.password_hash", to: ["memory_kib": 65_536, "passes": 3])
            .setting("tenant.flags", to: ["enable_public_signup_user_exists_error": true])
        let tenant = try tenant(json)
        #expect(tenant.passwordHashCost.memory == 65_536)
        #expect(tenant.passwordHashCost.passes == 3)
        #expect(tenant.reportsExistingAccounts)
    }

    private func tenant(_ json: JSONObject) throws -> Tenant {
        let file = ConfigurationExample.file(.object(json))
        return try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url).tenant
    }

    @Test func `other flags of Auth0 are accepted, and noted if they are on`() {
        let json = ConfigurationExample.full.setting(
            "tenant.flags",
            to: [
                "enable_client_connections": false, "enable_sso": true, "enable_public_signup_user_exists_error": true,
            ])
        let findings = ConfigurationExample.file(.object(json)).findings
        #expect(findings.problems == [])
        #expect(findings.warnings.map(\.message).contains("No effect here: flags.enable_sso."))
    }

    // MARK: Bounds

    private static func words(_ count: Int, of length: Int) -> JSONValue {
        .array((0..<count).map { .string("\($0)" + String(repeating: "x", count: length - "\($0)".count)) })
    }

    static let bounds = [
        Boundary("\(options).passwordPolicy", accepted: ["", "none", "excellent"], rejected: ["Good", "strong"]),
        Boundary("\(options).password_complexity_options.min_length", accepted: [1, 128], rejected: [0, 129, "8"]),
        Boundary("\(options).password_history.size", accepted: [0, 24], rejected: [-1, 25]),
        Boundary(
            "\(options).password_dictionary.dictionary", accepted: [[], words(200, of: 50), ["a", "a"]],
            rejected: [words(201, of: 3), words(1, of: 51), [""], [1], "a"]),
        Boundary("\(options).password_no_personal_info.enable", accepted: [true], rejected: ["true"]),
        Boundary("\(options).password_options.complexity.min_length", accepted: [1, 72], rejected: [0, 73]),
        Boundary(
            "\(options).password_options.complexity.character_types", accepted: [[], ["special"]],
            rejected: [["symbol"], ["special", "special"]]),
        Boundary(
            "\(options).password_options.complexity",
            accepted: [
                [
                    "character_types": ["lowercase", "uppercase", "number", "special"],
                    "character_type_rule": "three_of_four",
                ]
            ],
            rejected: [
                ["character_type_rule": "three_of_four"], ["character_type_rule": "any"],
                [
                    "character_types": ["lowercase", "uppercase", "number"],
                    "character_type_rule": "three_of_four",
                ],
            ]),
        Boundary(
            "\(options).password_options.complexity.identical_characters", accepted: ["allow", "block"],
            rejected: ["disallow"]),
        Boundary(
            "\(options).password_options.complexity.sequential_characters", accepted: ["allow", "block"],
            rejected: ["disallow"]),
        Boundary(
            "\(options).password_options.complexity.max_length_exceeded", accepted: ["truncate", "error"],
            rejected: ["allow"]),
        Boundary(
            "\(options).password_options.dictionary.custom", accepted: [words(200, of: 50)],
            rejected: [words(201, of: 3), words(1, of: 51)]),
        Boundary("\(options).password_options.history.size", accepted: [0, 24], rejected: [25]),
        Boundary(
            "\(options).password_options.profile_data.blocked_fields", accepted: [words(12, of: 100)],
            rejected: [words(13, of: 3), words(1, of: 101)]),
        Boundary("\(options).password_options", accepted: [[:]], rejected: [["complexty": [:]], true]),
        Boundary(
            "\(options).authentication_methods.password.api_behavior", accepted: ["required", "optional"],
            rejected: ["none"]),
        Boundary(
            "\(options).authentication_methods.password.signup_behavior", accepted: ["allow", "block"],
            rejected: ["deny"]),
        Boundary("\(options).disable_self_service_change_password", accepted: [true], rejected: [1]),
        Boundary("tenant.flags.enable_public_signup_user_exists_error", accepted: [false], rejected: ["no"]),
        Boundary("tenant.flags", accepted: [[:]], rejected: [[]]),
        Boundary("tenant.thumbturn.password_hash.memory_kib", accepted: [8, 1_048_576], rejected: [7, 1_048_577]),
        Boundary("tenant.thumbturn.password_hash.passes", accepted: [1, 10], rejected: [0, 11]),
        Boundary("tenant.thumbturn.password_hash", accepted: [[:]], rejected: [["lanes": 1]]),
    ]

    @Test(arguments: bounds)
    func `a value within the bounds is accepted`(_ boundary: Boundary) {
        for value in boundary.accepted { #expect(boundary.problems(value) == [], "\(value)") }
    }

    @Test(arguments: bounds)
    func `a value out of bounds is rejected once, at its place`(_ boundary: Boundary) {
        for value in boundary.rejected {
            let problems = boundary.problems(value)
            #expect(problems.count == 1, "\(value): \(problems)")
            #expect(problems.first?.path.hasPrefix(boundary.path) == true, "\(value): \(problems)")
        }
    }
}
