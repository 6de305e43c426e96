// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import Testing
import WireFormats

/// Which connections accept passwords.
struct PasswordAcceptanceTests {
    private static let realmGrant = JSONValue.string(GrantType.passwordRealm.rawValue)

    private func accepts(_ json: JSONObject) throws -> Bool {
        let file = ConfigurationExample.file(.object(json))
        try #require(file.findings.problems == [])
        let configuration = try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
        return configuration.acceptsPasswords(in: try #require(configuration.connections["Users"]))
    }

    /// A connection that says nothing about passwords, and a client with other grants.
    private static func silent(grants: JSONValue) -> JSONObject {
        ConfigurationExample.full
            .setting("connections[0].options.authentication_methods", to: ["passkey": ["enabled": true]])
            .setting("clients[0].grant_types", to: grants)
    }

    @Test func `a connection that says nothing accepts none without a client that sends them`() throws {
        #expect(try !accepts(Self.silent(grants: ["refresh_token"])))
    }

    @Test(arguments: ["password", realmGrant])
    func `a connection that says nothing accepts them for a client with a password grant`(grant: JSONValue) throws {
        #expect(try accepts(Self.silent(grants: [grant])))
    }

    @Test(arguments: [true, false])
    func `what a connection says counts, whatever its clients have`(isEnabled: Bool) throws {
        for grants in [["refresh_token"], [Self.realmGrant]] as [JSONValue] {
            let json = Self.silent(grants: grants).setting(
                "connections[0].options.authentication_methods.password", to: ["enabled": .bool(isEnabled)])
            #expect(try accepts(json) == isEnabled)
        }
    }

    @Test func `behavior without a switch says nothing`() throws {
        let json = Self.silent(grants: ["refresh_token"]).setting(
            "connections[0].options.authentication_methods.password", to: ["api_behavior": "optional"])
        #expect(try !accepts(json))
    }

    @Test func `a client that may not use the connection does not count`() throws {
        let json = Self.silent(grants: [Self.realmGrant]).setting("connections[0].enabled_clients", to: ["web-app"])
        #expect(try !accepts(json))
    }

    @Test(arguments: [("password", false), (realmGrant, true)])
    func `a grant without a realm only counts for the default directory`(grant: JSONValue, isAccepted: Bool) throws {
        let json = Self.silent(grants: [grant]).setting("connections[1].name", to: "others")
            .setting("tenant.default_directory", to: "others")
        #expect(try accepts(json) == isAccepted)
    }

    @Test func `a grant without a realm counts for the only connection`() throws {
        #expect(try accepts(Self.silent(grants: ["password"]).setting("tenant.default_directory", to: nil)))
    }

    @Test func `password grants cause no warning`() {
        let grants: JSONValue = ["password", Self.realmGrant]
        let findings = ConfigurationExample.file(.object(Self.silent(grants: grants))).findings
        #expect(findings.problems == [])
        #expect(findings.warnings.filter { $0.message.contains("grant_types") } == [])
    }

    @Test(arguments: ["http://localhost:8080", "https://login.example.com"])
    func `the default configuration has no passwords`(url: String) throws {
        let url = try WebOrigin(url)
        let documents = try DefaultConfiguration(url: url).file().documents
        let configuration = try ConfigurationSnapshot(documents: documents, url: url)
        #expect(configuration.connections.values.allSatisfy { !configuration.acceptsPasswords(in: $0) })
        #expect(configuration.clients.values.allSatisfy { !$0.grantTypes.contains(where: \.hasPassword) })
    }
}
