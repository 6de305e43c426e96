// SPDX-License-Identifier: Apache-2.0

/// A set of accounts, and what identifies and admits the people in it. Requests call it a realm.
package struct Connection: ConfigurationNoun {
    package static let kind = ConfigurationDocument.Kind.connection

    package var id: String { name }
    package var name: String
    /// What the Management API calls it.
    package var managementID: String
    package var displayName: String?
    /// The clients that may use it; `nil` for all.
    package var clients: Set<String>?
    package var methods = AuthenticationMethods()
    package var passkeyOptions = PasskeyOptions()
    package var identifiers = IdentifierRules()
    package var isSignUpDisabled = false
    package var policy = CeremonyPolicyMembers()

    package init(name: String) {
        self.name = name
        managementID = StableID.make("con", from: name)
    }

    package init(from members: inout ConfigurationMembers) {
        name = members.required("name", Self.readName) ?? ""
        managementID = members.text("id", upTo: 64) ?? StableID.make("con", from: name)
        displayName = members.text("display_name")
        let strategy = members.text("strategy")
        if let strategy, strategy != "auth0" {
            members.refuse(
                "strategy", "There are no connections of the strategy \(strategy).",
                remedy: "Write auth0: accounts are kept in this server's own storage.")
        }
        clients = members.parsedList("enabled_clients") { $0 }.map(Set.init)
        members.object("options") { options in
            readOptions(&options)
        }
        members.object("thumbturn") { own in
            policy = CeremonyPolicyMembers(from: &own)
            own.skip("is_generated")
        }
        members.skip("realms")
        members.ignore(
            "is_domain_connection", "show_as_button", "metadata", "provisioning_ticket_url", "authentication",
            "connected_accounts", "cross_app_access_requesting_app")
    }

    private mutating func readOptions(_ options: inout ConfigurationMembers) {
        methods = options.object("authentication_methods", AuthenticationMethods.init) ?? methods
        passkeyOptions = options.object("passkey_options", PasskeyOptions.init) ?? passkeyOptions
        identifiers = IdentifierRules(from: &options)
        isSignUpDisabled = options.bool("disable_signup") ?? false
        options.skip("strategy_version")
        options.ignore(
            "mfa", "passwordPolicy", "password_complexity_options", "password_history", "password_no_personal_info",
            "password_dictionary", "password_options", "brute_force_protection", "requires_username", "import_mode",
            "enabledDatabaseCustomization", "customScripts", "custom_scripts", "configuration", "bareConfiguration",
            "disable_self_service_change_password", "gateway_authentication", "non_persistent_attrs", "validation",
            "federated_connections_access_tokens", "custom_password_hash", "set_user_root_attributes",
            "enable_script_context", "email", "api_enable_users", "upstream_params")
    }

    private static func readName(_ text: String) throws(ValueRejection) -> String {
        let isName = text.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
        guard isName, (1...128).contains(text.utf8.count), !text.hasPrefix("-"), !text.hasSuffix("-") else {
            throw ValueRejection(
                "is no connection's name",
                remedy: "Write up to 128 letters, digits and hyphens, no hyphen at either end.")
        }
        return text
    }
}

/// By what means people of a connection may sign in.
package struct AuthenticationMethods: Hashable, Sendable {
    package var isPasskeyEnabled = true
    package var isPasswordEnabled = true
    package var isEmailCodeEnabled = false
    package var isPhoneCodeEnabled = false

    package init() {}

    init(from members: inout ConfigurationMembers) {
        isPasskeyEnabled = members.object("passkey") { $0.bool("enabled") ?? true } ?? true
        isPasswordEnabled =
            members.object("password") { password in
                password.ignore("api_behavior", "signup_behavior")
                return password.bool("enabled") ?? true
            } ?? true
        isEmailCodeEnabled = members.object("email_otp") { $0.bool("enabled") ?? false } ?? false
        isPhoneCodeEnabled = members.object("phone_otp") { $0.bool("enabled") ?? false } ?? false
    }
}

/// How pages offer passkeys.
package struct PasskeyOptions: Hashable, Sendable {
    package enum ChallengeInterface: String, CaseIterable, Sendable {
        case both
        case autofill
        case button
    }

    package var challengeInterface = ChallengeInterface.both
    package var isProgressiveEnrollmentEnabled = true
    package var isLocalEnrollmentEnabled = true

    package init() {}

    init(from members: inout ConfigurationMembers) {
        challengeInterface = members.word("challenge_ui") ?? .both
        isProgressiveEnrollmentEnabled = members.bool("progressive_enrollment_enabled") ?? true
        isLocalEnrollmentEnabled = members.bool("local_enrollment_enabled") ?? true
    }
}
