// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// The configuration of a server that was started without one. It allows sign-up and sign-in at the server's own URL.
///
/// Its names are the same at every start, so that applying it again changes nothing.
package struct DefaultConfiguration: Sendable {
    package static let webClient = "thumbturn-web"
    package static let nativeClient = "thumbturn-native"
    package static let connection = "Username-Password-Authentication"
    package static let audience = "urn:thumbturn:sample-api"

    package let host: HostName
    package let url: WebOrigin
    /// The domain that passkeys are bound to; `nil` for the host.
    package let relyingParty: HostName?

    /// Creates the configuration for a URL, whose host must be a name because passkeys can't be bound to an IP address.
    package init(url: WebOrigin, relyingParty: HostName? = nil) throws(ValueRejection) {
        host = try HostName(url.host)
        self.url = url
        self.relyingParty = relyingParty
    }

    /// The domain that a stored configuration binds the passkeys of a URL's host to, if it isn't the host.
    package static func relyingParty(of url: WebOrigin, in stored: [ConfigurationDocument]) -> HostName? {
        let domain = stored.first { $0.kind == .customDomain && $0.id == url.host }
        return domain?.json["relying_party_identifier"]?.stringValue.flatMap { try? HostName($0) }
    }

    /// Whether every stored tenant, connection and client was generated, so that an operator's work is never
    /// overwritten.
    package static func isNeeded(beside stored: [ConfigurationDocument]) -> Bool {
        stored.allSatisfy { document in
            switch document.kind {
            case .tenant, .connection, .client: document.json["thumbturn"]?["is_generated"] == .bool(true)
            case .organization, .clientGrant: false
            case .customDomain, .resourceServer: true
            }
        }
    }

    /// - Parameter suffixes: The domains that passkeys may not be bound to.
    package func file(suffixes: PublicSuffixRule = PublicSuffixRule { _ in false }) -> ConfigurationFile {
        ConfigurationFile(.object(json), suffixes: suffixes)
    }

    package var json: JSONObject {
        [
            "tenant": [
                "friendly_name": "Thumbturn", "default_directory": .string(Self.connection), "thumbturn": Self.mark,
            ],
            "custom_domains": [.object(domain)],
            "connections": [
                [
                    "name": .string(Self.connection), "strategy": "auth0",
                    "options": [
                        "authentication_methods": ["passkey": ["enabled": true], "password": ["enabled": false]],
                        "attributes": .object(identifiers),
                        "precedence": url.isLoopback ? ["email", "username"] : ["email"],
                    ],
                    "thumbturn": Self.mark,
                ]
            ],
            "clients": [
                client(
                    Self.webClient, name: "Sample web application", type: "spa",
                    members: [
                        "web_origins": .array(sites.map { .string("\($0)") }), "callbacks": .array(callbacks),
                        "allowed_logout_urls": .array(callbacks),
                        // On a developer's machine, a page on another port stays signed in after a reload.
                        "skip_non_verifiable_callback_uri_confirmation_prompt": .bool(url.isLoopback),
                    ], ownMembers: ["ceremony_api": true]),
                client(Self.nativeClient, name: "Sample native application", type: "native", members: [:]),
            ],
            "resource_servers": [Self.sampleInterface],
        ]
    }

    private var domain: JSONObject {
        var domain: JSONObject = ["domain": .string(host.text)]
        domain["relying_party_identifier"] = relyingParty.map { .string($0.text) }
        return domain
    }

    /// The identifiers that users sign up with: an email address or, where a developer tries things out, a plain name.
    private var identifiers: JSONObject {
        let active: JSONValue = ["active": true]
        guard url.isLoopback else { return ["email": ["identifier": active, "signup": ["status": "required"]]] }
        return [
            "email": ["identifier": active, "signup": ["status": "optional"]],
            "username": ["identifier": active, "signup": ["status": "optional"]],
        ]
    }

    private static let sampleInterface: JSONValue = [
        "identifier": .string(audience), "name": "Sample API",
        "scopes": [
            ["value": "read:sample", "description": "Read samples"],
            ["value": "write:sample", "description": "Write samples"],
        ],
    ]

    private static let mark: JSONValue = ["is_generated": true]

    /// The origins of the sample application: the server itself and, if it is local, the ports of common development
    /// servers.
    package var sites: [WebOrigin] {
        let others = [3000, 5173].map { WebOrigin(scheme: .http, host: host, port: $0) }
        return url.isLoopback ? [url] + others.filter { $0 != url } : [url]
    }

    /// The redirect URIs of the sample application: this server's first page, and an application on another port.
    private var callbacks: [JSONValue] {
        sites.flatMap { $0 == url ? ["\($0)/"] : ["\($0)", "\($0)/", "\($0)/callback"] }.map(JSONValue.string)
    }

    private func client(
        _ id: String, name: String, type: String, members: JSONObject, ownMembers: JSONObject = JSONObject()
    ) -> JSONValue {
        let leeway = type == "native" ? Int64(RefreshTokenPolicy.nativeLeeway) : 10
        var client: JSONObject = [
            "client_id": .string(id), "name": .string(name), "app_type": .string(type),
            "token_endpoint_auth_method": "none", "is_first_party": true, "oidc_conformant": true,
            "grant_types": .array(
                GrantType.offered.filter { !$0.hasPassword && $0 != .passwordlessOTP && $0 != .jwtBearer }.map {
                    .string($0.rawValue)
                }),
            "refresh_token": [
                "rotation_type": "rotating", "expiration_type": "expiring", "leeway": .number(JSONNumber(leeway)),
                "token_lifetime": 2_592_000, "idle_token_lifetime": 1_296_000,
            ],
        ]
        client.members += members.members
        client["thumbturn"] = .object(
            JSONObject([("is_generated", true)] + ownMembers.members.map { ($0.name, $0.value) }))
        return .object(client)
    }
}
