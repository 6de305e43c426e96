// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// What a server has that was started without a configuration: enough to sign up and sign in at its own URL.
///
/// Everything in it is named the same at every start, so that making it again changes nothing.
package struct DefaultConfiguration: Sendable {
    package static let webClient = "thumbturn-web"
    package static let nativeClient = "thumbturn-native"
    package static let connection = "Username-Password-Authentication"
    package static let audience = "urn:thumbturn:sample-api"

    private let host: HostName
    private let url: WebOrigin

    /// The URL's host has to be a name: passkeys can't be bound to an address.
    package init(url: WebOrigin) throws(ValueRejection) {
        host = try HostName(url.host)
        self.url = url
    }

    /// Whether all people, clients and rules that are stored come from here, so that nobody's work is overwritten.
    package static func isNeeded(beside stored: [ConfigurationDocument]) -> Bool {
        stored.allSatisfy { document in
            switch document.kind {
            case .tenant, .connection, .client: document.json["thumbturn"]?["is_generated"] == .bool(true)
            case .organization: false
            case .customDomain, .resourceServer: true
            }
        }
    }

    package var file: ConfigurationFile {
        ConfigurationFile(.object(json), suffixes: PublicSuffixRule { _ in false })
    }

    package var json: JSONObject {
        [
            "tenant": [
                "friendly_name": "Thumbturn", "default_directory": .string(Self.connection), "thumbturn": Self.mark,
            ],
            "custom_domains": [["domain": .string(host.text)]],
            "connections": [
                [
                    "name": .string(Self.connection), "strategy": "auth0",
                    "options": [
                        "authentication_methods": ["passkey": ["enabled": true], "password": ["enabled": false]],
                        "attributes": ["email": ["identifier": ["active": true], "signup": ["status": "required"]]],
                        "precedence": ["email"],
                    ],
                    "thumbturn": Self.mark,
                ]
            ],
            "clients": [
                client(
                    Self.webClient, name: "Sample web application", type: "spa",
                    ["web_origins": .array(sites.map { .string("\($0)") })]),
                client(Self.nativeClient, name: "Sample native application", type: "native", [:]),
            ],
            "resource_servers": [Self.sampleInterface],
        ]
    }

    /// Says what was made, and how to have something else.
    package var explanation: String {
        """
        No configuration was given, so this was made for \(url):
          domain      \(host), which passkeys are bound to
          connection  \(Self.connection), people sign up with an e-mail address and a passkey
          clients     \(Self.webClient) (in browsers, at \(sites.map(\.description).joined(separator: " and ")))
                      \(Self.nativeClient) (on devices; add its identifiers under mobile)
          API         \(Self.audience)
        To have your own, write a file and start with --config FILE.
        """
    }

    private static let sampleInterface: JSONValue = [
        "identifier": .string(audience), "name": "Sample API",
        "scopes": [
            ["value": "read:sample", "description": "Read samples"],
            ["value": "write:sample", "description": "Write samples"],
        ],
    ]

    private static let mark: JSONValue = ["is_generated": true]

    /// Where the sample runs: at the server itself, and on a developer's machine if the server does.
    private var sites: [WebOrigin] {
        url.isLoopback ? [url, WebOrigin(scheme: .http, host: host, port: 3000)] : [url]
    }

    private func client(_ id: String, name: String, type: String, _ members: JSONObject) -> JSONValue {
        var client: JSONObject = [
            "client_id": .string(id), "name": .string(name), "app_type": .string(type),
            "token_endpoint_auth_method": "none", "is_first_party": true, "oidc_conformant": true,
            "grant_types": .array(GrantType.offered.map { .string($0.rawValue) }),
            "refresh_token": [
                "rotation_type": "rotating", "expiration_type": "expiring", "leeway": 10, "token_lifetime": 2_592_000,
                "idle_token_lifetime": 1_296_000,
            ],
        ]
        client.members += members.members
        client["thumbturn"] = Self.mark
        return .object(client)
    }
}
