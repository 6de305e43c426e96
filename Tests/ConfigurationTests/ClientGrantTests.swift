// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import Testing
import WireFormats

/// The grants of clients for APIs.
struct ClientGrantTests {
    private static let api = "https://api.example.com/"

    private func configuration(_ grant: JSONObject) throws -> (ConfigurationFile, ConfigurationFindings) {
        var json = ConfigurationExample.full
        json["client_grants"] = [.object(grant)]
        return (
            ConfigurationExample.file(.object(json)), ConfigurationExample.plan(.object(json)).findings
        )
    }

    @Test func `a grant is found by exactly its client and its API`() throws {
        let (file, _) = try configuration([
            "client_id": "web-app", "audience": .string(Self.api), "scope": ["read:notes"],
        ])
        let snapshot = try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
        #expect(snapshot.clientGrant(of: "web-app", for: Self.api)?.scopes == ["read:notes"])
        #expect(snapshot.clientGrant(of: "native-app", for: Self.api) == nil)
        #expect(snapshot.clientGrant(of: "web-app", for: "https://api.example.com") == nil)
        #expect(snapshot.clientGrant(of: "web-app https://api.example.com/", for: "") == nil)
    }

    @Test func `without a scope a grant allows none`() throws {
        let (file, _) = try configuration(["client_id": "web-app", "audience": .string(Self.api)])
        let snapshot = try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
        #expect(snapshot.clientGrant(of: "web-app", for: Self.api)?.scopes == [])
    }

    @Test(arguments: [
        ("client_id", "wep-app", "Did you mean web-app?"), ("audience", "https://api.example.com", "Did you mean"),
    ])
    func `a grant for something unknown is rejected`(member: String, value: String, remedy: String) throws {
        var grant: JSONObject = ["client_id": "web-app", "audience": .string(Self.api)]
        grant[member] = .string(value)
        let problems = try configuration(grant).1.problems
        #expect(problems.map(\.path) == ["client_grants[0].\(member)"])
        #expect(problems.first?.remedy.contains(remedy) == true, "\(problems)")
    }

    @Test func `problems of grants are reported in the order of their clients`() {
        let numbers = Array(0..<8)
        let grants = numbers.reversed().map { number -> JSONValue in
            ["client_id": .string("unknown-\(number)"), "audience": .string(Self.api)]
        }
        var json = ConfigurationExample.full
        json["client_grants"] = .array(grants)
        let problems = ConfigurationExample.plan(.object(json)).findings.problems
        #expect(problems.map(\.path) == numbers.map { "client_grants[\(7 - $0)].client_id" })
    }

    @Test func `an unknown scope and a client without the grant type are warned about`() throws {
        let warnings = try configuration([
            "client_id": "web-app", "audience": .string(Self.api), "scope": ["read:note"],
        ]).1.warnings
        #expect(warnings.contains { $0.path == "client_grants[0].scope" && $0.message.contains("read:note") })
        #expect(warnings.contains { $0.path == "client_grants[0]" && $0.message.contains("client_credentials") })
    }

    @Test func `a client with the grant type is not warned about`() {
        var json = ConfigurationExample.full.setting("clients[1].grant_types", to: ["client_credentials"])
        json["client_grants"] = [["client_id": "web-app", "audience": .string(Self.api)]]
        let findings = ConfigurationExample.plan(.object(json)).findings
        #expect(findings.problems.isEmpty && !findings.warnings.contains { $0.path == "client_grants[0]" })
    }

    @Test func `two grants of a client for one API are duplicates`() throws {
        var json = ConfigurationExample.full
        let grant: JSONValue = ["client_id": "web-app", "audience": .string(Self.api)]
        json["client_grants"] = [grant, grant]
        let problems = ConfigurationExample.file(.object(json)).findings.problems
        #expect(problems.map(\.path) == ["client_grants[1]"])
    }
}
