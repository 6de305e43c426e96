// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import SignIn
import Testing
import WireFormats

/// The connection of the account that owns a new server.
struct OwnersConnectionTests {
    private static let names = (10..<60).map { "staff-\($0)" }

    private func connection(among documents: [ConfigurationDocument]) throws -> String? {
        try SignInFixture { $0 += documents }.configuration.ownersConnection?.name
    }

    private func document(_ name: String, isPasskeyEnabled: Bool = true) -> ConfigurationDocument {
        var json: JSONObject = ["name": .string(name), "strategy": "auth0"]
        if !isPasskeyEnabled { json["options"] = ["authentication_methods": ["passkey": ["enabled": false]]] }
        return ConfigurationDocument(kind: .connection, id: name, json: json)
    }

    @Test func `the only connection is the owner's`() throws {
        #expect(try connection(among: []) == "people")
    }

    @Test func `of several connections without a default, the first by name is the owner's`() throws {
        #expect(try connection(among: Self.names.map { document($0) }) == "people")
        #expect(try connection(among: (Self.names + ["admins"]).map { document($0) }) == "admins")
    }

    @Test func `a connection without passkeys is not the owner's`() throws {
        let documents = [document("admins", isPasskeyEnabled: false), document("staff")]
        #expect(try connection(among: documents) == "people")
    }
}
