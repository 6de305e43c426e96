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

        init(_ path: String, _ value: JSONValue, _ message: String, at place: String? = nil) {
            self.path = path
            self.value = value
            self.message = message
            self.place = place
        }

        var testDescription: String { path }
    }

    static let unsafe = [
        Setting("clients[0].compliance_level", "fapi2_sp_pkj_mtls", "not enforced"),
        Setting("clients[0].jwks_uri", "https://example.com/keys", "not fetched"),
        Setting(
            "clients[0].client_authentication_methods", ["tls_client_auth": ["credentials": [["id": "cred_1"]]]],
            "TLS certificate", at: "clients[0].client_authentication_methods.tls_client_auth"),
        Setting(
            "clients[0].client_authentication_methods", ["self_signed_tls_client_auth": ["credentials": []]],
            "TLS certificate", at: "clients[0].client_authentication_methods.self_signed_tls_client_auth"),
        Setting(
            "clients[0].client_authentication_methods", ["private_key_jwt": ["credentials": [["id": "cred_1"]]]],
            "leave it out", at: "clients[0].client_authentication_methods.private_key_jwt.credentials[0].pem"),
        Setting("clients[0].jwt_configuration.alg", "HS256", "hash only"),
        Setting("organizations[0].is_app_entitlement_active", true, "it would admit all"),
        Setting("organizations[0].enabled_connections[0].assign_membership_on_login", false, "everybody"),
        Setting("resource_servers[0].enforce_policies", true, "every scope"),
        Setting("resource_servers[0].authorization_policy", ["policy_id": "apl_1"], "not evaluated"),
        Setting("resource_servers[0].token_encryption", ["format": "compact-nested-jwe"], "not encrypted"),
        Setting("resource_servers[0].consent_policy", "transactional-authorization-with-mfa", "consent"),
        Setting("resource_servers[0].require_consent_non_repudiation", true, "consent"),
        Setting("resource_servers[0].subject_type_authorization.user.policy", "deny_all", "every client"),
        Setting("resource_servers[0].subject_type_authorization.user.policy", "require_client_grant", "every client"),
        Setting("resource_servers[0].proof_of_possession.mechanism", "mtls", "TLS certificate"),
    ]

    @Test func `complete objects are accepted, with one warning for each about what has no effect`() throws {
        let findings = ConfigurationExample.plan(.object(try Auth0Objects.all)).findings
        #expect(findings.problems.map(\.description) == [])
        let warnings = findings.warnings.filter { $0.message.hasPrefix("Without effect here: ") }
        #expect(
            warnings.map(\.path) == [
                "tenant", "custom_domains[0]", "connections[0]", "organizations[0]", "clients[0]",
                "resource_servers[0]",
            ])
    }

    @Test func `the warnings list every member that has no effect, once`() throws {
        let warnings = ConfigurationExample.file(.object(try Auth0Objects.all)).findings.warnings
        for (path, names) in Self.expected {
            let warning = try #require(warnings.first { $0.path == path && $0.message.hasPrefix("Without") })
            #expect(warning.message.hasPrefix("Without effect here: \(names.sorted().joined(separator: ", "))."))
        }
    }

    private static let expected: [(String, [String])] = [
        ("tenant", MembersWithoutEffect.tenant.settings),
        ("custom_domains[0]", MembersWithoutEffect.customDomain.settings),
        (
            "connections[0]",
            MembersWithoutEffect.connection.settings
                + MembersWithoutEffect.connectionOptions.settings.map { "options.\($0)" }
                + MembersWithoutEffect.passwordMethod.settings.map { "options.authentication_methods.password.\($0)" }
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
        ),
        (
            "resource_servers[0]",
            MembersWithoutEffect.resourceServer.settings
                + MembersWithoutEffect.subjectTypes.settings.map { "subject_type_authorization.\($0)" }
        ),
    ]

    @Test(arguments: unsafe)
    func `what would be unsafe to ignore is refused`(setting: Setting) throws {
        let json = try Auth0Objects.all.with(setting.path, setting.value)
        let problems = ConfigurationExample.plan(.object(json)).findings.problems
        try #require(problems.count == 1, "\(problems)")
        #expect(problems[0].path == setting.place ?? setting.path)
        #expect(problems[0].message.contains(setting.message), "\(problems[0])")
    }

    @Test func `a misspelled member is refused all the same`() throws {
        let json = try Auth0Objects.all.with("clients[0].web_origin", [])
        let problems = ConfigurationExample.file(.object(json)).findings.problems
        #expect(problems.map(\.path) == ["clients[0].web_origin"])
    }

    @Test func `empty texts and objects are as good as none`() throws {
        let file = ConfigurationExample.file(.object(try Auth0Objects.all))
        let configuration = try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
        let client = try #require(configuration.clients["example-app"])
        #expect(client.logo == nil)
        #expect(client.devices == DeviceSettings())
        #expect(configuration.tenant.supportPage == nil)
    }

    @Test func `lifetimes are hours with fractions, or minutes`() throws {
        let json = try Auth0Objects.all.with("tenant.session_lifetime_in_minutes", 15)
            .with("tenant.idle_session_lifetime_in_minutes", nil)
        let file = ConfigurationExample.file(.object(json))
        let configuration = try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
        #expect(configuration.tenant.sessionValidFor == 900)
        #expect(configuration.tenant.idleSessionValidFor == 1800)
    }

    @Test func `proof of possession may be required of public clients alone`() throws {
        let file = ConfigurationExample.file(.object(try Auth0Objects.all))
        let configuration = try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
        let server = try #require(configuration.resourceServers["https://api.example.com/"])
        #expect(server.requiresProofOfPossession)
        #expect(server.exemptsConfidentialClients)
    }
}
