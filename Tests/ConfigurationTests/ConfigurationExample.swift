// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import WireFormats

/// A complete configuration and ways to change it.
enum ConfigurationExample {
    static let url = WebOrigin(scheme: .https, host: host("login.example.com"), port: nil)

    /// A small public suffix list. The real list has its own tests.
    static let suffixes = PublicSuffixRule { ["com", "net", "co.uk", "github.io"].contains($0) }

    static let fingerprint =
        "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"

    static let secret = "pQ8zkVbN3mX1sT7rW5yU2cF9hJ4gL6dK"

    static func host(_ text: String) -> HostName {
        guard let host = try? HostName(text) else { fatalError("\(text) is no host") }
        return host
    }

    static func file(_ json: JSONValue = .object(full)) -> ConfigurationFile {
        ConfigurationFile(json, suffixes: suffixes)
    }

    static let full: JSONObject = [
        "tenant": [
            "friendly_name": "Example", "default_directory": "Users",
            "thumbturn": ["user_verification": "preferred", "related_origins": ["https://example.net"]],
        ],
        "custom_domains": [
            ["domain": "login.example.com", "relying_party_identifier": "login.example.com"],
            ["domain": "localhost"],
        ],
        "connections": [
            [
                "name": "Users", "strategy": "auth0",
                "options": [
                    "authentication_methods": ["passkey": ["enabled": true], "password": ["enabled": false]],
                    "passkey_options": ["challenge_ui": "both"],
                    "attributes": [
                        "email": ["identifier": ["active": true], "signup": ["status": "required"]],
                        "username": [
                            "identifier": ["active": true], "validation": ["min_length": 3, "max_length": 20],
                        ],
                    ],
                    "precedence": ["username", "email"],
                ],
            ]
        ],
        "organizations": [["name": "acme", "display_name": "Acme"]],
        "clients": [.object(native), .object(web)],
        "resource_servers": [
            [
                "identifier": "https://api.example.com/", "name": "API", "signing_alg": "ES256",
                "token_lifetime": 3600,
                "scopes": [["value": "read:notes", "description": "Read notes"]],
            ]
        ],
    ]

    static var native: JSONObject {
        [
            "client_id": "native-app", "name": "App", "app_type": "native", "token_endpoint_auth_method": "none",
            "grant_types": ["urn:okta:params:oauth:grant-type:webauthn", "refresh_token"],
            "callbacks": ["com.example.app://login.example.com/ios/com.example.app/callback"],
            "mobile": [
                "ios": ["team_id": "9JA89QQLNQ", "app_bundle_identifier": "com.example.app"],
                "android": [
                    "app_package_name": "com.example.app", "sha256_cert_fingerprints": [.string(fingerprint)],
                ],
            ],
            "refresh_token": ["rotation_type": "rotating", "expiration_type": "expiring", "leeway": 10],
        ]
    }

    static var web: JSONObject {
        [
            "client_id": "web-app", "client_secret": .string(secret), "name": "Web", "app_type": "regular_web",
            "token_endpoint_auth_method": "client_secret_post",
            "grant_types": ["authorization_code", "urn:okta:params:oauth:grant-type:webauthn"],
            "callbacks": ["https://login.example.com/callback"], "web_origins": ["https://login.example.com"],
            "allowed_origins": ["http://localhost:3000"], "jwt_configuration": ["alg": "ES256"],
        ]
    }
}

extension ConfigurationExample {
    static func plan(
        _ json: JSONValue, stored: [ConfigurationDocument] = [],
        settings: ConfigurationApplication.Settings = .init(url: url), passkeys: [String: Int] = [:]
    ) -> ConfigurationPlan {
        ConfigurationPlan(file: file(json), stored: stored, settings: settings) { passkeys[$0] ?? 0 }
    }

    /// Returns a different valid configuration for each seed.
    static func variant(_ seed: UInt64) -> JSONObject {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0xBF58_476D_1CE4_E5B9
        let edits: [(String, JSONValue?)] = [
            ("organizations", nil), ("resource_servers", []), ("clients[0].mobile", nil),
            ("tenant.friendly_name", .null),
            ("clients[0].refresh_token.leeway", 0), ("clients[1].allowed_origins", []), ("connections[0].options", nil),
            ("clients[1].client_secret", .string("seed-\(seed)-uY4-of-enough-length-7Qzvw")),
            ("custom_domains[0].relying_party_identifier", "example.com"),
            ("clients[1].thumbturn", ["sign_up_mode": "strict"]),
            ("clients[2]", ["client_id": .string("extra-\(seed)"), "app_type": "spa"]), ("tenant.thumbturn", nil),
        ]
        return edits.reduce(full) { json, edit in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state & 1 == 0 ? json : json.setting(edit.0, to: edit.1)
        }
    }
}
