// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import Testing
import WireFormats

/// Objects of Auth0's Management API are accepted as they are.
struct Auth0ObjectTests {
    /// A setting that has no meaning here and would be unsafe to ignore.
    struct Setting: Sendable, CustomTestStringConvertible {
        let path: String
        let value: JSONValue
        let message: String
        var place: String?

        init(_ path: String, to value: JSONValue, message: String, at place: String? = nil) {
            self.path = path
            self.value = value
            self.message = message
            self.place = place
        }

        var testDescription: String { path }
    }

    static let unsafe = [
        Setting("clients[0].compliance_level", to: "fapi2_sp_pkj_mtls", message: "not enforced"),
        Setting("clients[0].signed_request_object.required", to: true, message: "not supported"),
        Setting("clients[0].jwks_uri", to: "https://example.com/keys", message: "not fetched"),
        Setting(
            "clients[0].client_authentication_methods", to: ["tls_client_auth": ["credentials": [["id": "cred_1"]]]],
            message: "TLS certificate", at: "clients[0].client_authentication_methods.tls_client_auth"),
        Setting(
            "clients[0].client_authentication_methods", to: ["self_signed_tls_client_auth": ["credentials": []]],
            message: "TLS certificate", at: "clients[0].client_authentication_methods.self_signed_tls_client_auth"),
        Setting(
            "clients[0].client_authentication_methods", to: ["private_key_jwt": ["credentials": [["id": "cred_1"]]]],
            message: "omit it", at: "clients[0].client_authentication_methods.private_key_jwt.credentials[0].pem"),
        Setting("clients[0].jwt_configuration.alg", to: "HS256", message: "hash only"),
        Setting("organizations[0].is_app_entitlement_active", to: true, message: "would be allowed"),
        Setting("organizations[0].enabled_connections[0].assign_membership_on_login", to: false, message: "Every user"),
        Setting("resource_servers[0].enforce_policies", to: true, message: "every scope"),
        Setting("resource_servers[0].authorization_policy", to: ["policy_id": "apl_1"], message: "not evaluated"),
        Setting("resource_servers[0].token_encryption", to: ["format": "compact-nested-jwe"], message: "not encrypted"),
        Setting("resource_servers[0].consent_policy", to: "transactional-authorization-with-mfa", message: "consent"),
        Setting("resource_servers[0].require_consent_non_repudiation", to: true, message: "consent"),
        Setting("resource_servers[0].subject_type_authorization.user.policy", to: "deny_all", message: "Every client"),
        Setting(
            "resource_servers[0].subject_type_authorization.user.policy", to: "require_client_grant",
            message: "Every client"),
        Setting("client_grants[0].subject_type", to: "user", message: "Tokens of users"),
        Setting("client_grants[0].organization_usage", to: "require", message: "don't name an organization"),
        Setting("client_grants[0].default_for", to: "third_party_clients", message: "for one client"),
        Setting("resource_servers[0].proof_of_possession.mechanism", to: "mtls", message: "TLS certificate"),
    ]

    @Test func `complete objects are accepted with one warning each about members without effect`() throws {
        let findings = ConfigurationExample.plan(.object(try Auth0Objects.all)).findings
        #expect(findings.problems.map(\.description) == [])
        let warnings = findings.warnings.filter { $0.message.hasPrefix("No effect here: ") }
        #expect(
            warnings.map(\.path) == [
                "tenant", "custom_domains[0]", "connections[0]", "organizations[0]", "clients[0]",
                "resource_servers[0]", "client_grants[0]",
            ])
    }

    @Test func `the warnings list every member that has no effect once`() throws {
        let warnings = ConfigurationExample.file(.object(try Auth0Objects.all)).findings.warnings
        for (path, names) in Self.expected {
            let warning = try #require(warnings.first { $0.path == path && $0.message.hasPrefix("No effect") })
            #expect(warning.message.hasPrefix("No effect here: \(names.sorted().joined(separator: ", "))."))
        }
    }

    private static let expected: [(String, [String])] = [
        ("tenant", MembersWithoutEffect.tenant.settings + ["flags.allow_legacy_tokeninfo_endpoint"]),
        ("custom_domains[0]", MembersWithoutEffect.customDomain.settings),
        (
            "connections[0]",
            MembersWithoutEffect.connection.settings
                + MembersWithoutEffect.connectionOptions.settings.map { "options.\($0)" }
                + MembersWithoutEffect.olderPasswordPolicy.settings.map { "options.\($0)" }
                + [
                    "options.attributes.email.identifier.default_method",
                    "options.attributes.email.verification_method",
                    "options.attributes.phone_number.identifier.default_method",
                ]
        ),
        (
            "organizations[0]",
            MembersWithoutEffect.organization.settings
                + MembersWithoutEffect.organizationConnection.settings.map { "enabled_connections[].\($0)" }
        ),
        (
            "clients[0]",
            MembersWithoutEffect.client.settings
                + MembersWithoutEffect.clientTokens.settings.map { "jwt_configuration.\($0)" }
                + MembersWithoutEffect.clientLogout.settings.map { "oidc_logout.\($0)" }
                + MembersWithoutEffect.signedRequests.settings.map { "signed_request_object.\($0)" }
        ),
        (
            "resource_servers[0]",
            MembersWithoutEffect.resourceServer.settings
                + MembersWithoutEffect.subjectTypes.settings.map { "subject_type_authorization.\($0)" }
        ),
        ("client_grants[0]", MembersWithoutEffect.clientGrant.settings),
    ]

    @Test(arguments: unsafe)
    func `a member that is unsafe to ignore is rejected`(setting: Setting) throws {
        let json = try Auth0Objects.all.setting(setting.path, to: setting.value)
        let problems = ConfigurationExample.plan(.object(json)).findings.problems
        try #require(problems.count == 1, "\(problems)")
        #expect(problems[0].path == setting.place ?? setting.path)
        #expect(problems[0].message.contains(setting.message), "\(problems[0])")
    }

    @Test func `a misspelled member is rejected`() throws {
        let json = try Auth0Objects.all.setting("clients[0].web_origin", to: [])
        let problems = ConfigurationExample.file(.object(json)).findings.problems
        #expect(problems.map(\.path) == ["clients[0].web_origin"])
    }

    @Test func `empty strings and objects count as absent`() throws {
        let file = ConfigurationExample.file(.object(try Auth0Objects.all))
        let configuration = try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
        let client = try #require(configuration.clients["example-app"])
        #expect(client.logoURI == nil)
        #expect(client.mobile == MobileSettings())
        #expect(configuration.tenant.supportURL == nil)
    }

    @Test func `lifetimes are fractional hours or minutes`() throws {
        let json = try Auth0Objects.all.setting("tenant.session_lifetime_in_minutes", to: 15)
            .setting("tenant.idle_session_lifetime_in_minutes", to: nil)
        let file = ConfigurationExample.file(.object(json))
        let configuration = try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
        #expect(configuration.tenant.sessionLifetime == 900)
        #expect(configuration.tenant.idleSessionLifetime == 1800)
    }

    @Test func `proof of possession can be required of public clients only`() throws {
        let file = ConfigurationExample.file(.object(try Auth0Objects.all))
        let configuration = try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
        let server = try #require(configuration.resourceServers["https://api.example.com/"])
        #expect(server.requiresProofOfPossession)
        #expect(server.exemptsConfidentialClients)
    }
}
