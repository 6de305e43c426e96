// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import OpenIDProvider
import Testing
import WireFormats

/// The scopes and audiences that clients may request without a user.
@Suite struct ClientGrantTests {
    private static let closed = "https://closed.example.com/"

    private func granted(
        _ scope: String?, audience: String?, client: String = "web"
    ) throws -> [String] {
        let fixture = try ProviderFixture { documents in
            documents += [
                Self.grant("web", audience: ProviderFixture.api, members: ["scope": ["read:notes", "unknown"]]),
                Self.grant("web", audience: ProviderFixture.second, members: ["allow_all_scopes": true]),
                Self.grant("web", audience: Self.closed, members: ["allow_all_scopes": true]),
                ConfigurationDocument(
                    kind: .resourceServer, id: Self.closed,
                    json: [
                        "identifier": .string(Self.closed), "name": "Closed", "scopes": [["value": "read:people"]],
                        "subject_type_authorization": ["client": ["policy": "deny_all"]],
                    ]),
            ]
        }
        return try fixture.scopes(client).grantToClient(.init(scope: scope, audience: audience)).scope
    }

    private static func grant(_ client: String, audience: String, members: JSONObject) -> ConfigurationDocument {
        var json: JSONObject = ["client_id": .string(client), "audience": .string(audience)]
        for member in members.members { json[member.name] = member.value }
        let id = ClientGrant(client: client, audience: audience, scopes: nil).id
        return ConfigurationDocument(kind: .clientGrant, id: id, json: json)
    }

    @Test func `a grant has the scopes that it lists and the API has`() throws {
        #expect(try granted(nil, audience: ProviderFixture.api) == ["read:notes"])
        #expect(try granted("read:notes", audience: ProviderFixture.api) == ["read:notes"])
    }

    @Test func `a grant of all scopes follows the API`() throws {
        #expect(try granted(nil, audience: ProviderFixture.second) == ["read:more", "write:more"])
        #expect(try granted("write:more", audience: ProviderFixture.second) == ["write:more"])
    }

    @Test(arguments: ["write:notes", "unknown", "openid"])
    func `a scope beyond the grant is an error`(scope: String) {
        #expect(throws: OAuthFailure.scopeNotGranted([scope])) {
            try granted("read:notes \(scope)", audience: ProviderFixture.api)
        }
    }

    @Test func `a client without a grant, or for an API that allows none, gets no token`() {
        #expect(throws: OAuthFailure.audienceNotAllowed(ProviderFixture.api)) {
            try granted(nil, audience: ProviderFixture.api, client: "basic")
        }
        #expect(throws: OAuthFailure.audienceNotAllowed(Self.closed)) { try granted(nil, audience: Self.closed) }
    }

    @Test func `the audience is required and must be an API`() {
        #expect(throws: OAuthFailure.parameterMissing("audience")) { try granted(nil, audience: nil) }
        #expect(throws: OAuthFailure.audienceUnknown("https://x.example/")) {
            try granted(nil, audience: "https://x.example/")
        }
    }
}
