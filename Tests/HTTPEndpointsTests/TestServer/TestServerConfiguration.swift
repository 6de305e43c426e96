// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import Foundation
import IdentityModel
import POSIX
import WireFormats

/// A configuration with two brands and a client of every kind.
enum TestServerConfiguration {
    static let secret = "pQ8zkVbN3mX1sT7rW5yU2cF9hJ4gL6dK"
    static let interface = "https://api.brand1.test/"
    static let otherInterface = "https://more.brand1.test/"
    static let closedInterface = "https://people.brand1.test/"
    static let bundle = "test.brand1.app"
    static let fingerprint =
        "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"
    /// The same certificate, as Android writes it into client data.
    static let androidOrigin = "android:apk-key-hash:FG3pg8VzBlDY7rmVLzT8ZBagg0LmHb6oigSWsj_PROU"

    /// Signs the assertions of the client `private-key`.
    static let assertionKey = PrivateKey.generate(.elliptic(.p256))

    static func configuration(_ change: (inout [ConfigurationDocument]) -> Void = { _ in }) throws
        -> ConfigurationSnapshot
    {
        var documents = try domains + connections + interfaces + clients + codeFlowClients
        change(&documents)
        if let known = parsed.withLock({ $0[documents] }) { return known }
        let snapshot = try ConfigurationSnapshot(documents: documents, url: WebOrigin("https://\(TestServer.host)"))
        parsed.withLock { $0[documents] = snapshot }
        return snapshot
    }

    /// Most servers have the same configuration. Reading it took a tenth of these tests' time.
    private static let parsed = Locked<[[ConfigurationDocument]: ConfigurationSnapshot]>([:])

    /// The client of the plain ceremony API.
    static let plainClient = "plain"

    private static var domains: [ConfigurationDocument] {
        [
            ConfigurationDocument(kind: .tenant, id: "tenant", json: ["default_directory": "people"]),
            ConfigurationDocument(
                kind: .customDomain, id: TestServer.host,
                json: [
                    "domain": .string(TestServer.host), "relying_party_identifier": .string(TestServer.relyingPartyID),
                    "thumbturn": ["related_origins": ["https://brand1.example"]],
                ]),
            ConfigurationDocument(
                kind: .customDomain, id: TestServer.otherHost, json: ["domain": .string(TestServer.otherHost)]),
        ]
    }

    private static var connections: [ConfigurationDocument] {
        [
            connection("people", members: ["options": ["attributes": ["email": active("required")]]]),
            connection(
                "names",
                members: [
                    "options": [
                        "attributes": ["username": active("required"), "phone_number": active("optional")],
                        "precedence": ["username", "phone_number"],
                    ]
                ]),
            connection("passwords", members: ["options": ["authentication_methods": ["passkey": ["enabled": false]]]]),
            connection("reserved", members: ["enabled_clients": ["other"]]),
            connection("closed", members: ["options": ["disable_signup": true]]),
            connection("verified", members: ["thumbturn": ["user_verification": "required"]]),
        ]
    }

    private static var interfaces: [ConfigurationDocument] {
        [
            ConfigurationDocument(
                kind: .organization, id: "acme", json: ["name": "acme", "id": "org_acme1", "display_name": "Acme"]),
            ConfigurationDocument(
                kind: .organization, id: "umbrella",
                json: [
                    "name": "umbrella", "id": "org_umbrella1", "enabled_connections": [["connection_id": "names"]],
                ]),
            ConfigurationDocument(
                kind: .resourceServer, id: interface,
                json: [
                    "identifier": .string(interface), "name": "Notes", "token_lifetime": 3600,
                    "scopes": [["value": "read:notes"], ["value": "write:notes"]],
                ]),
            ConfigurationDocument(
                kind: .resourceServer, id: otherInterface,
                json: [
                    "identifier": .string(otherInterface), "name": "More", "signing_alg": "RS256",
                    "scopes": [["value": "read:more"]],
                ]),
            ConfigurationDocument(
                kind: .resourceServer, id: closedInterface,
                json: [
                    "identifier": .string(closedInterface), "name": "People only", "scopes": [["value": "read:people"]],
                    "subject_type_authorization": ["client": ["policy": "deny_all"]],
                ]),
            clientGrant("machine", audience: interface, members: ["scope": ["read:notes"]]),
            clientGrant("machine", audience: otherInterface, members: ["allow_all_scopes": true]),
            clientGrant("machine", audience: closedInterface, members: ["scope": ["read:people"]]),
            clientGrant("public-machine", audience: interface, members: ["scope": ["read:notes"]]),
        ]
    }

    private static var clients: [ConfigurationDocument] {
        get throws {
            [
                client("spa", members: ["app_type": "spa", "web_origins": [.string(TestServer.page)]]),
                client("other", members: ["app_type": "spa", "web_origins": ["https://other.brand1.test"]]),
                client(
                    "no-leeway", members: ["app_type": "spa", "web_origins": [.string(TestServer.page)]], leeway: 0),
                client(
                    "proof-required",
                    members: [
                        "app_type": "spa", "web_origins": [.string(TestServer.page)],
                        "require_proof_of_possession": true,
                    ]),
                client(
                    "allowed-origins", members: ["app_type": "spa", "allowed_origins": ["https://calls.brand1.test"]]),
                client("native", members: ["app_type": "native", "mobile": mobile]),
                client(
                    "native-defaults", members: ["app_type": "native", "web_origins": [.string(TestServer.page)]],
                    leeway: .null),
                client(
                    plainClient,
                    members: [
                        "app_type": "spa",
                        "thumbturn": ["ceremony_api": true, "domains": [.string(TestServer.host)]],
                    ]),
                try confidential("post", method: "client_secret_post"),
                try confidential("basic", method: "client_secret_basic"),
                client(
                    "private-key", members: ["app_type": "regular_web", "client_authentication_methods": assertion]),
                try confidential(
                    "machine", method: "client_secret_post",
                    members: ["app_type": "non_interactive", "grant_types": ["client_credentials"]]),
                client("public-machine", members: ["app_type": "spa", "grant_types": ["client_credentials"]]),
                client("third-party", members: ["app_type": "spa", "is_first_party": false]),
                client("no-passkey-grant", members: ["app_type": "spa", "grant_types": ["refresh_token"]]),
                client("es256", members: ["app_type": "spa", "jwt_configuration": ["alg": "ES256"]]),
                client("eddsa", members: ["app_type": "spa", "jwt_configuration": ["alg": "EdDSA"]]),
                client("organization-required", members: ["app_type": "spa", "organization_usage": "require"]),
                client("organization-optional", members: ["app_type": "spa", "organization_usage": "allow"]),
            ]
        }
    }

    static let mobile: JSONValue = [
        "ios": ["team_id": "9JA89QQLNQ", "app_bundle_identifier": .string(bundle)],
        "android": [
            "app_package_name": .string(bundle), "sha256_cert_fingerprints": [.string(fingerprint)],
        ],
    ]

    static var assertion: JSONValue {
        let text = Data(assertionKey.publicKey.subjectPublicKeyInfo).base64EncodedString()
        let pem = "-----BEGIN PUBLIC KEY-----\n\(text)\n-----END PUBLIC KEY-----\n"
        return ["private_key_jwt": ["credentials": [["kid": "k1", "alg": "ES256", "pem": .string(pem)]]]]
    }

    private static func active(_ status: JSONValue) -> JSONValue {
        ["identifier": ["active": true], "signup": ["status": status]]
    }

    private static func connection(_ name: String, members: JSONObject) -> ConfigurationDocument {
        var json: JSONObject = ["name": .string(name), "strategy": "auth0"]
        json.members += members.members
        return ConfigurationDocument(kind: .connection, id: name, json: json)
    }

    static func confidential(
        _ id: String, method: JSONValue, members: JSONObject = ["app_type": "regular_web"]
    ) throws -> ConfigurationDocument {
        let hash = try ClientSecret(secret).hash().description
        var members = members
        members["token_endpoint_auth_method"] = method
        members["thumbturn"] = ["client_secret_hash": .string(hash)]
        return client(id, members: members)
    }

    private static func clientGrant(
        _ client: String, audience: String, members: JSONObject
    ) -> ConfigurationDocument {
        var members = members
        members["client_id"] = .string(client)
        members["audience"] = .string(audience)
        let grant = ClientGrant(client: client, audience: audience, scopes: nil)
        return ConfigurationDocument(kind: .clientGrant, id: grant.id, json: members)
    }

    static func client(
        _ id: String, members: JSONObject, leeway: JSONValue = 10
    ) -> ConfigurationDocument {
        var json: JSONObject = [
            "client_id": .string(id), "name": .string("The application \(id)"),
            "grant_types": ["urn:okta:params:oauth:grant-type:webauthn", "refresh_token"],
            "refresh_token": ["rotation_type": "rotating", "expiration_type": "expiring", "leeway": leeway],
        ]
        for member in members.members { json[member.name] = member.value }
        return ConfigurationDocument(kind: .client, id: id, json: json)
    }
}
