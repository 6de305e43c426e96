// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import Testing
import WireFormats

struct PlanDetailTests {
    private static let numbers = Array(0..<8)

    /// Several domains with a relying party each, or one for all.
    private static func domains(_ relyingParty: (Int) -> String) -> JSONValue {
        .array(
            numbers.map { number in
                [
                    "domain": .string("d\(number).example.com"),
                    "relying_party_identifier": .string(relyingParty(number)),
                ]
            })
    }

    private func plan(
        _ json: JSONValue, stored: [ConfigurationDocument] = [], isPruning: Bool = false, passkeys: [String: Int] = [:]
    ) -> ConfigurationPlan {
        var settings = ConfigurationApplication.Settings(url: ConfigurationExample.url)
        settings.isPruning = isPruning
        return ConfigurationExample.plan(json, stored: stored, settings: settings, passkeys: passkeys)
    }

    @Test func `orphaned passkeys are listed in the order of their hosts`() {
        let stored = plan(["custom_domains": Self.domains { "d\($0).example.com" }]).documents
        let passkeys = Dictionary(uniqueKeysWithValues: Self.numbers.map { ("d\($0).example.com", $0 + 1) })
        let changed = plan(["custom_domains": Self.domains { _ in "example.com" }], stored: stored, passkeys: passkeys)
        #expect(changed.orphanedPasskeys.map(\.host) == Self.numbers.map { "d\($0).example.com" })
        #expect(changed.orphanedPasskeys.map(\.count) == Self.numbers.map { $0 + 1 })
    }

    @Test func `a domain that keeps its relying party orphans nothing`() {
        let json = JSONValue.object(ConfigurationExample.full)
        let stored = plan(json).documents
        #expect(plan(json, stored: stored, passkeys: ["login.example.com": 7]).orphanedPasskeys == [])
    }

    @Test func `a removed domain orphans nothing while another has its relying party`() {
        let stored = plan(["custom_domains": Self.domains { _ in "example.com" }]).documents
        let rest: JSONValue = [
            "custom_domains": [["domain": "d0.example.com", "relying_party_identifier": "example.com"]]
        ]
        let pruned = plan(rest, stored: stored, isPruning: true, passkeys: ["example.com": 7])
        #expect(pruned.documents.count == 1)
        #expect(pruned.orphanedPasskeys == [])
    }

    @Test func `a relying party without passkeys, or an empty store, orphans nothing`() {
        let stored = plan(.object(ConfigurationExample.full)).documents
        let changed: JSONValue = .object(
            ConfigurationExample.full.setting("custom_domains[0].relying_party_identifier", to: "example.com"))
        #expect(plan(changed, stored: stored).orphanedPasskeys == [])
        #expect(plan(changed, passkeys: ["login.example.com": 7]).orphanedPasskeys == [])
    }

    @Test(arguments: [
        "client_secret_post", "client_secret_basic",
    ])
    func `clients without a required secret are rejected in the order of their IDs`(method: String) {
        let clients = Self.numbers.reversed().map { number -> JSONValue in
            [
                "client_id": .string("client-\(number)"), "app_type": "regular_web",
                "token_endpoint_auth_method": .string(method),
            ]
        }
        let problems = plan(["clients": .array(clients)]).findings.problems
        #expect(problems.map(\.path) == Self.numbers.map { "clients[\(7 - $0)].client_secret" })
    }

    @Test func `a new member is listed by its path`() {
        let stored = plan(.object(ConfigurationExample.full)).documents
        let json = ConfigurationExample.full.setting("organizations[0].metadata", to: ["a": "b"])
        #expect(plan(.object(json), stored: stored).lines.contains("~ organizations[\"acme\"]: metadata"))
    }

    @Test func `a null member is not stored`() throws {
        let json = ConfigurationExample.full.setting("clients[0].logo_uri", to: .null)
        let client = try #require(plan(.object(json)).documents.first { $0.id == "native-app" })
        #expect(client.json["logo_uri"] == nil)
    }

    @Test(
        arguments: [([:], false), (["a": "b"], true), ([], false), (["a"], true), ("", false), ("a", true)]
            as [(JSONValue, Bool)])
    func `an empty value causes no warning about its effect`(metadata: JSONValue, isMentioned: Bool) {
        // Whatever its type, which is a problem of its own.
        let json = ConfigurationExample.full.setting("clients[0].client_metadata", to: metadata)
        let mentions = plan(.object(json)).findings.warnings.contains { $0.message.contains("client_metadata") }
        #expect(mentions == isMentioned)
    }

    @Test func `the server's own members are added only to a client with a secret`() throws {
        let documents = plan(.object(ConfigurationExample.full)).documents.filter { $0.kind == .client }
        let own = documents.filter { $0.json["thumbturn"] != nil }
        #expect(own.map(\.id) == ["web-app"])
    }

    @Test func `a secret belongs to a client, and to nothing else of the same name`() throws {
        let json = ConfigurationExample.full.setting("connections[1].name", to: "web-app")
        let changes = plan(.object(json)).changes.filter { $0.key.id == "web-app" }
        #expect(changes.first { $0.key.kind == .client }?.isSecretChanged == true)
        #expect(try #require(changes.first { $0.key.kind == .connection }).isSecretChanged == nil)
    }

    @Test func `the default configuration is not applied again after its entities were changed`() throws {
        let url = WebOrigin(scheme: .http, host: ConfigurationExample.host("localhost"), port: 8080)
        var documents = plan(.object(try DefaultConfiguration(url: url).json)).documents
        let index = try #require(documents.firstIndex { $0.kind == .client })
        documents[index].json["thumbturn"] = nil
        #expect(!DefaultConfiguration.isNeeded(beside: documents))
    }
}
