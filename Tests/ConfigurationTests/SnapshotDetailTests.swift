// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

struct SnapshotDetailTests {
    private static let host = "login.example.com"

    private func configuration(
        _ json: JSONObject, url: WebOrigin = ConfigurationExample.url
    ) throws -> ConfigurationSnapshot {
        let file = ConfigurationExample.file(.object(json))
        try #require(file.findings.problems == [])
        return try ConfigurationSnapshot(documents: file.documents, url: url)
    }

    private func warnings(_ json: JSONObject) -> [ConfigurationWarning] {
        ConfigurationExample.plan(.object(json)).findings.warnings
    }

    @Test func `an invalid document gives no entity`() {
        var findings = ConfigurationFindings()
        let connection = Connection(json: ["name": "-a", "strategy": "auth0"], at: "connection", findings: &findings)
        #expect(connection == nil)
        #expect(findings.problems.map(\.path) == ["connection.name"])
    }

    @Test func `localhost is not a public suffix`() {
        #expect(ConfigurationExample.suffixes.classify(.localhost) == .ordinary)
        #expect(ConfigurationExample.suffixes.classify(ConfigurationExample.host("intranet")) == .publicSuffix)
    }

    @Test func `an unreadable document fails the whole snapshot`() {
        let document = ConfigurationDocument(kind: .client, id: "a", json: ["client_id": "a", "name": 3])
        #expect(throws: ConfigurationFailure.self) {
            try ConfigurationSnapshot(documents: [document], url: ConfigurationExample.url)
        }
    }

    @Test func `related origins and applications are listed in a stable order`() throws {
        let names = (0..<8).map { "app\($0)" }
        let prints = (0..<8).map { "0\($0)" + ConfigurationExample.fingerprint.dropFirst(2) }
        let clients = names.reversed().map { name -> JSONValue in
            [
                "client_id": .string(name), "app_type": "native", "token_endpoint_auth_method": "none",
                "thumbturn": ["related_origins": [.string("https://\(name).example.net")]],
                "mobile": [
                    "android": [
                        "app_package_name": .string("com.example.\(name)"),
                        "sha256_cert_fingerprints": .array(prints.reversed().map(JSONValue.string)),
                    ]
                ],
            ]
        }
        let configuration = try configuration(["clients": .array(clients)])
        let origins = configuration.relatedOrigins(of: Self.host).map(\.description)
        #expect(origins == names.map { "https://\($0).example.net" })
        let applications = configuration.androidApplications(of: Self.host)
        #expect(applications.map(\.packageName) == names.map { "com.example.\($0)" })
        #expect(applications.first?.fingerprints.map(\.description) == prints)
    }

    @Test(
        arguments: [
            ("native", [:], true), ("native", ["ios": true], true), ("native", ["android": true], false),
            ("native", ["ios": true, "android": true], true), ("spa", [:], false),
        ] as [(String, [String: Bool], Bool)])
    func `a native client can be on Apple platforms unless it has only Android settings`(
        type: String, systems: [String: Bool], isIncluded: Bool
    ) throws {
        var client = ConfigurationExample.native
        let mobile = try #require(client["mobile"]?.objectValue)
        client["app_type"] = .string(type)
        client["mobile"] = .object(JSONObject(mobile.members.filter { systems[$0.name] == true }))
        let json = ConfigurationExample.full.setting("clients[0]", to: .object(client))
            .setting("custom_domains[0].relying_party_identifier", to: "example.com")
        let configuration = try configuration(json)
        let found = try #require(configuration.client("native-app"))
        let party = try #require(configuration.relyingParty(for: found, host: Self.host))
        #expect(party.origins.contains(Origin(rawValue: "https://example.com")) == isIncluded)
    }

    @Test func `a callback names a host only after two slashes`() throws {
        let json = ConfigurationExample.full.setting(
            "clients[0].callbacks", to: ["com.example.app:xxlogin.example.com/cb"])
        #expect(try configuration(json).appleApplicationIDs(of: "localhost").count == 1)
        #expect(try configuration(ConfigurationExample.full).appleApplicationIDs(of: "localhost") == [])
    }

    @Test func `a host that is not served has no API for the user's own account`() throws {
        let configuration = try configuration(ConfigurationExample.full)
        #expect(configuration.resourceServer("https://login.example.net/me/", at: "login.example.net") == nil)
    }

    @Test func `the server's own host is warned about only if it is not served`() throws {
        #expect(try configuration(ConfigurationExample.full).urlWarning == nil)
        let elsewhere = WebOrigin(scheme: .https, host: ConfigurationExample.host("a.example.net"), port: nil)
        let warning = try configuration(ConfigurationExample.full, url: elsewhere).urlWarning
        #expect(warning?.message.contains("a.example.net") == true)
    }

    @Test(arguments: [
        (true, nil, true), (true, false, true), (nil, true, true), (false, true, false), (nil, nil, false),
    ])
    func `on a loopback address the client skips the confirmation, or the tenant for clients that don't say`(
        client: Bool?, tenant: Bool?, isSkipped: Bool
    ) throws {
        let name = "skip_non_verifiable_callback_uri_confirmation_prompt"
        let json = ConfigurationExample.full.setting("clients[0].\(name)", to: client.map(JSONValue.bool))
            .setting("tenant.\(name)", to: tenant.map(JSONValue.bool))
        let id = try #require(json["clients"]?.arrayValue?.first?["client_id"]?.stringValue)
        for (url, isLocal) in [("http://localhost:8080", true), ("https://login.example.com", false)] {
            let configuration = try configuration(json, url: WebOrigin(url))
            let client = try #require(configuration.clients[id])
            #expect(configuration.skipsRedirectConfirmation(for: client) == (isSkipped && isLocal))
            let warned = configuration.developmentWarnings.contains { $0.path == "tenant.\(name)" }
            #expect(warned == (tenant == true && !isLocal))
        }
    }

    @Test func `a server that left a developer's machine has no plain ceremony API, and warns about what stayed`()
        throws
    {
        let local = try WebOrigin("http://localhost:8080")
        let documents = try DefaultConfiguration(url: local).file().documents
        let at = { (url: WebOrigin) in
            try ConfigurationSnapshot(
                documents: documents + [
                    ConfigurationDocument(kind: .customDomain, id: url.host, json: ["domain": .string(url.host)])
                ],
                url: url)
        }
        let home = try ConfigurationSnapshot(documents: documents, url: local)
        #expect(home.ceremonyClient(at: "localhost") != nil && home.developmentWarnings == [])
        let moved = try at(WebOrigin("https://login.example.com"))
        #expect(moved.ceremonyClient(at: "login.example.com") == nil)
        let client = "clients[\(DefaultConfiguration.webClient)]"
        #expect(
            moved.developmentWarnings.map(\.path) == [
                client + ".skip_non_verifiable_callback_uri_confirmation_prompt", client + ".thumbturn.ceremony_api",
            ])
    }

    @Test func `a request without a realm uses the only connection, never one of several`() throws {
        let json = ConfigurationExample.full.setting("connections[1].name", to: "others").setting(
            "tenant.default_directory", to: nil)
        #expect(try configuration(json).connection(nil) == nil)
        #expect(warnings(json).contains { $0.path == "tenant.default_directory" })
        let named = ConfigurationExample.full.setting("connections[1].name", to: "others")
        #expect(!warnings(named).contains { $0.path == "tenant.default_directory" })
        let single = ConfigurationExample.full.setting("tenant.default_directory", to: nil)
        #expect(!warnings(single).contains { $0.path == "tenant.default_directory" })
    }

    @Test func `problems of connections are listed in the order of their names`() {
        let names = ["h", "c", "f", "a", "e", "b", "g", "d"]
        let json = names.enumerated().reduce(ConfigurationExample.full) { json, entry in
            json.setting("connections[\(entry.offset + 1)].name", to: .string(entry.element))
                .setting("connections[\(entry.offset + 1)].enabled_clients", to: ["nobody"])
        }
        let problems = ConfigurationExample.plan(.object(json)).findings.problems
        let listed = problems.map(\.path).filter { $0.hasSuffix(".enabled_clients") }
        #expect(listed == [4, 6, 2, 8, 5, 3, 7, 1].map { "connections[\($0)].enabled_clients" })
    }

    @Test(arguments: ["Users", "con_1", "others"])
    func `an organization admits a connection by its name or by its ID`(_ reference: String) throws {
        let json = ConfigurationExample.full.setting("connections[0].id", to: "con_1")
            .setting("connections[1].name", to: "others")
            .setting("organizations[0].enabled_connections", to: [["connection_id": .string(reference)]])
        let configuration = try configuration(json)
        let users = try #require(configuration.connections["Users"])
        let organization = try #require(configuration.organization("acme"))
        #expect(configuration.allows(users, in: organization) == (reference != "others"))
    }

    @Test(arguments: [
        ("https://api.example.com/", false), ("https://login.example.com/me/", false),
        ("https://nobody.example/", true),
    ])
    func `the audience of a refresh policy is warned about only if no domain has it`(audience: String, isWarned: Bool) {
        let json = ConfigurationExample.full.setting(
            "clients[0].refresh_token.policies", to: [["audience": .string(audience), "scope": ["read:notes"]]])
        #expect(warnings(json).contains { $0.path == "clients[0].refresh_token.policies" } == isWarned)
    }

    @Test func `only clients with the passkey grant are warned about what passkeys need`() {
        let third = ConfigurationExample.full.setting("clients[0].is_first_party", to: false)
        #expect(warnings(third).contains { $0.path == "clients[0].is_first_party" })
        let without = third.setting("clients[0].grant_types", to: ["refresh_token"])
        #expect(!warnings(without).contains { $0.path == "clients[0].is_first_party" })
    }

    @Test func `unresolved references are reported in the order of clients and organizations`() {
        let numbers = Array(0..<8)
        let clients = numbers.reversed().map { number -> JSONValue in
            [
                "client_id": .string("client-\(number)"), "app_type": "spa", "token_endpoint_auth_method": "none",
                "thumbturn": ["domains": ["nowhere.example.com"]],
            ]
        }
        let organizations = numbers.reversed().map { number -> JSONValue in
            ["name": .string("org\(number)"), "enabled_connections": [["connection_id": "X"]]]
        }
        let plan = ConfigurationExample.plan(
            ["clients": .array(clients), "organizations": .array(organizations), "connections": [["name": "C"]]])
        #expect(
            plan.findings.problems.map(\.path)
                == numbers.map { "organizations[\(7 - $0)].enabled_connections" }
                + numbers.map { "clients[\(7 - $0)].thumbturn.domains" })
    }

    // MARK: Members

    @Test func `user verification is preferred where no place requires it`() throws {
        let configuration = try configuration(ConfigurationExample.full)
        let client = try #require(configuration.client("web-app"))
        #expect(configuration.policy(for: client, in: nil).userVerification == .preferred)
    }

    @Test func `one-time codes are a method only where they are enabled`() throws {
        let json = ConfigurationExample.full.setting(
            "connections[0].options.authentication_methods.email_otp", to: ["enabled": true]
        ).setting("connections[0].options.authentication_methods.phone_otp", to: [:])
        let methods = try #require(configuration(json).connections["Users"]).methods
        #expect(methods.isEmailOTPEnabled)
        #expect(!methods.isPhoneOTPEnabled)
        let usual = try #require(configuration(ConfigurationExample.full).connections["Users"]).methods
        #expect(!usual.isEmailOTPEnabled)
    }

    @Test func `identifiers missing from the precedence list follow those it names only if they are active`() throws {
        let json = ConfigurationExample.full.setting("connections[0].options.precedence", to: ["username"])
            .setting("connections[0].options.attributes.phone_number", to: ["identifier": ["active": false]])
        #expect(try configuration(json).connections["Users"]?.identifiers.active == [.username, .email])
    }

    @Test func `the implicit grant is warned about once`() {
        let json = ConfigurationExample.full.setting("clients[0].grant_types", to: ["implicit", "refresh_token"])
        let about = warnings(json).filter { $0.path.hasPrefix("clients[0]") && $0.message.contains("implicit") }
        #expect(about.map(\.path) == ["clients[0].grant_types"])
    }

    @Test(
        arguments: [
            ("infinite_token_lifetime", true, nil, 1_296_000), ("infinite_idle_token_lifetime", true, 2_592_000, nil),
            ("expiration_type", "non-expiring", nil, nil), ("leeway", 10, 2_592_000, 1_296_000),
        ] as [(String, JSONValue, Int?, Int?)])
    func `refresh tokens do not expire if the client wants no expiry`(
        member: String, value: JSONValue, validFor: Int?, idleValidFor: Int?
    ) throws {
        let json = ConfigurationExample.full.setting("clients[0].refresh_token.\(member)", to: value)
        let tokens = try #require(configuration(json).client("native-app")).refreshTokens
        #expect(tokens.tokenLifetime == validFor)
        #expect(tokens.idleTokenLifetime == idleValidFor)
    }

    @Test(
        arguments: [
            ("native", .null, nil, 60, 259_200), ("native", 10, nil, 10, 259_200), ("native", 0, nil, 0, 0),
            ("native", 10, 3600, 10, 3600), ("native", 60, 5, 60, 60), ("spa", .null, nil, 0, 0),
            ("spa", 10, nil, 10, 10), ("spa", 10, 3600, 10, 3600),
        ] as [(String, JSONValue, JSONValue?, Int, Int)])
    func `a native client may repeat a refresh for a minute, and with its key for three days, unless it says otherwise`(
        type: String, leeway: JSONValue, own: JSONValue?, expected: Int, bound: Int
    ) throws {
        var json = ConfigurationExample.full.setting("clients[0].app_type", to: .string(type))
            .setting("clients[0].refresh_token.leeway", to: leeway)
        if let own { json = json.setting("clients[0].thumbturn.bound_refresh_leeway", to: own) }
        let tokens = try #require(configuration(json).client("native-app")).refreshTokens
        #expect(tokens.leeway == expected)
        #expect(tokens.boundLeeway == bound)
    }

    @Test(arguments: [
        ("public_clients", true), ("all_clients", false),
    ])
    func `confidential clients are exempt from proofs only if just public clients are named`(
        scope: String, isExempt: Bool
    ) throws {
        let json = ConfigurationExample.full.setting(
            "resource_servers[0].proof_of_possession", to: ["required": true, "required_for": .string(scope)])
        let server = try #require(configuration(json).resourceServers["https://api.example.com/"])
        #expect(server.requiresProofOfPossession)
        #expect(server.exemptsConfidentialClients == isExempt)
    }
}
