// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import WireFormats

/// The clients of the server's pages.
extension TestServerConfiguration {
    static let callback = "https://app.brand1.test/callback"
    static let otherCallback = "https://app.brand1.test/other"
    static let privateUseCallback = "test.brand1.app:/callback"
    static let loopbackCallback = "http://127.0.0.1/callback"
    static let partnerCallback = "https://partner.test/callback?from=brand1"

    /// The grants of a client whose own pages sign users in.
    private static let embeddedGrants: JSONValue = [
        "authorization_code", "refresh_token", "urn:okta:params:oauth:grant-type:webauthn",
    ]
    private static let codeGrant: JSONValue = ["authorization_code", "refresh_token"]

    static var codeFlowClients: [ConfigurationDocument] {
        get throws {
            [
                web("web", callbacks: [callback]),
                web("many", callbacks: [callback, otherCallback]),
                web("other-web", callbacks: [callback]),
                web("partner", callbacks: [partnerCallback], adding: ["is_first_party": false]),
                web("pushed", callbacks: [callback], adding: ["require_pushed_authorization_requests": true]),
                web("team", callbacks: [callback], adding: ["organization_usage": "allow"]),
                web("web-proof", callbacks: [callback], adding: ["require_proof_of_possession": true]),
                web("embedded", callbacks: [callback], adding: ["grant_types": embeddedGrants]),
                web("embedded-twin", callbacks: [callback], adding: ["grant_types": embeddedGrants]),
                web(
                    "embedded-elsewhere", callbacks: [callback],
                    adding: [
                        "grant_types": embeddedGrants, "web_origins": ["https://other.brand1.test"],
                        "allowed_origins": [.string(TestServer.page)],
                    ]),
                web("no-code-grant", callbacks: [callback], adding: ["grant_types": ["refresh_token"]]),
                client(
                    "app",
                    members: [
                        "app_type": "native", "mobile": mobile, "grant_types": codeGrant,
                        "thumbturn": ["domains": [.string(TestServer.host)]],
                        "callbacks": [.string(privateUseCallback), .string(loopbackCallback), .string(callback)],
                    ]),
                client(
                    "television",
                    members: [
                        "app_type": "native",
                        "grant_types": ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
                    ]),
                try confidential("web-post", method: "client_secret_post", members: confidentialMembers),
                try confidential("web-basic", method: "client_secret_basic", members: confidentialMembers),
                client(
                    "web-jwt",
                    members: [
                        "app_type": "regular_web", "grant_types": codeGrant, "callbacks": [.string(callback)],
                        "client_authentication_methods": assertion,
                    ]),
            ]
        }
    }

    private static let confidentialMembers: JSONObject = [
        "app_type": "regular_web", "grant_types": codeGrant, "callbacks": [.string(callback)],
    ]

    private static func web(
        _ id: String, callbacks: [String], adding members: JSONObject = [:]
    ) -> ConfigurationDocument {
        var all: JSONObject = [
            "app_type": "spa", "grant_types": codeGrant, "callbacks": .array(callbacks.map(JSONValue.string)),
            "web_origins": [.string(TestServer.page)],
        ]
        for member in members.members { all[member.name] = member.value }
        return client(id, members: all)
    }
}
