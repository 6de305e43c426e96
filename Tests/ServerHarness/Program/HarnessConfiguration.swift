// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The configuration of the trials' servers: a domain, a connection, and one client of each relevant kind.
package struct HarnessConfiguration: Sendable {
    /// A browser application, whose refresh tokens work once.
    package static let web = "web"
    /// A native application. For a minute, a used refresh token gets the same successor again.
    package static let native = "native"
    /// A server application that authenticates with signed assertions.
    package static let service = "service"

    package static let codeGrant = "http://auth0.com/oauth/grant-type/passwordless/otp"

    package static let url = "http://localhost:8080"
    package static let authority = "localhost:8080"
    package static let myAccount = url + "/me/"

    /// In seconds.
    package var ceremonyLifetime = 300
    /// Whether users sign up and in with passwords, too. Their hashes cost little.
    package var hasPasswords = false

    /// Whether users sign up and in with mailed codes, too.
    package var hasCodes = false

    package init(ceremonyLifetime: Int = 300, hasPasswords: Bool = false, hasCodes: Bool = false) {
        self.ceremonyLifetime = ceremonyLifetime
        self.hasPasswords = hasPasswords
        self.hasCodes = hasCodes
    }

    package var json: JSONValue {
        [
            "tenant": [
                "friendly_name": "Trials", "default_directory": "People",
                "thumbturn": .object(settings),
            ],
            "custom_domains": [["domain": "localhost"]],
            "connections": [
                [
                    "name": "People", "strategy": "auth0",
                    "options": [
                        "authentication_methods": [
                            "passkey": ["enabled": true], "password": ["enabled": .bool(hasPasswords)],
                            "email_otp": ["enabled": .bool(hasCodes)],
                        ],
                        "attributes": ["email": ["identifier": ["active": true], "signup": ["status": "required"]]],
                    ],
                ]
            ],
            "clients": .array([
                client(Self.web, type: "spa", leeway: 0, members: [:]),
                client(Self.native, type: "native", leeway: 60, members: [:]),
                client(Self.service, type: "regular_web", leeway: 0, members: Self.signing),
            ]),
            "resource_servers": [
                ["identifier": "urn:fixture:notes", "name": "Notes", "scopes": [["value": "read:notes"]]]
            ],
        ]
    }

    private var settings: JSONObject {
        var settings: JSONObject = ["ceremony_lifetime_seconds": .number(JSONNumber(Int64(ceremonyLifetime)))]
        if hasPasswords { settings["password_hash"] = ["memory_kib": 64, "passes": 1] }
        // Those of the first round are entered after the last one.
        if hasCodes { settings["codes"] = ["lifetime_seconds": 1800] }
        return settings
    }

    private static let signing: JSONObject = [
        "token_endpoint_auth_method": "private_key_jwt",
        "client_authentication_methods": [
            "private_key_jwt": [
                "credentials": [
                    [
                        "credential_type": "public_key", "kid": "1", "alg": "ES256",
                        "pem": .string(ClientKey.shared.pem),
                    ]
                ]
            ]
        ],
    ]

    private func client(_ id: String, type: String, leeway: Int64, members: JSONObject) -> JSONValue {
        var client: JSONObject = [
            "client_id": .string(id), "name": .string(id), "app_type": .string(type),
            "token_endpoint_auth_method": "none", "web_origins": [.string(Self.url)],
            "grant_types": .array(
                ["urn:okta:params:oauth:grant-type:webauthn", "refresh_token"] + (hasPasswords ? ["password"] : [])
                    + (hasCodes ? [.string(Self.codeGrant)] : [])),
            "refresh_token": ["rotation_type": "rotating", "leeway": .number(JSONNumber(leeway))],
        ]
        for member in members.members { client[member.name] = member.value }
        return .object(client)
    }
}
