// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import JOSE
import OpenIDProvider
import Testing
import WireFormats

/// A host with clients that use the authorization endpoint.
struct AuthorizationFixture {
    static let callback = "https://app.example.com/callback"
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    /// The challenge of the verifier (RFC 7636, appendix B).
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    let provider: ProviderFixture
    let keys: HostKeys

    init() async throws {
        provider = try ProviderFixture { $0 += Self.documents }
        keys = try await ProviderFixture.keys()
    }

    var validation: AuthorizationValidation {
        AuthorizationValidation(configuration: provider.configuration, issuer: provider.issuer(), keys: keys)
    }

    /// The parameters of a valid request of a client, with changes. An empty text removes a parameter.
    static func parameters(
        _ changes: KeyValuePairs<String, String> = [:], client: String = "spa"
    ) throws -> AuthorizationParameters {
        var pairs: [(String, String)] = [
            ("response_type", "code"), ("client_id", client), ("redirect_uri", callback), ("state", "s-1"),
            ("scope", "openid"), ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ]
        for (name, value) in changes {
            pairs.removeAll { $0.0 == name }
            pairs.append((name, value))
        }
        return try AuthorizationParameters(pairs.map { .init(name: $0.0, value: $0.1) })
    }

    func request(
        _ changes: KeyValuePairs<String, String> = [:], client: String = "spa"
    ) throws -> AuthorizationRequest {
        try validation.validate(Self.parameters(changes, client: client))
    }

    /// Returns why a request is rejected, or `nil` if it is accepted.
    func rejection(
        _ changes: KeyValuePairs<String, String> = [:], client: String = "spa"
    ) throws -> AuthorizationRejection? {
        rejection(of: try Self.parameters(changes, client: client))
    }

    func rejection(of parameters: AuthorizationParameters) -> AuthorizationRejection? {
        do throws(AuthorizationRejection) {
            _ = try validation.validate(parameters)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the error that is sent to the client.
    func error(
        _ changes: KeyValuePairs<String, String> = [:], client: String = "spa"
    ) throws -> AuthorizationError? {
        guard case .response(let error, _)? = try rejection(changes, client: client) else { return nil }
        return error
    }

    /// Returns the error that is shown on a page.
    func pageError(
        _ changes: KeyValuePairs<String, String> = [:], client: String = "spa"
    ) throws -> AuthorizationPageError? {
        guard case .page(let error)? = try rejection(changes, client: client) else { return nil }
        return error
    }

    /// Signs claims as an ID token of the host, except for the changes.
    func idToken(_ changes: JSONObject = [:], type: String = "JWT") throws -> String {
        var claims: JSONObject = [
            "iss": "https://login.example.com/", "sub": "auth0|1", "aud": "spa", "sid": "session-1",
            "iat": 1_600_000_000, "exp": 1_600_000_600,
        ]
        for member in changes.members { claims[member.name] = member.value }
        let key = try keys.signingKey(.rs256)
        return CompactJWS.signed(
            payload: JSONValue.object(claims).serialized(), header: ["typ": .string(type), "kid": .string(key.id)],
            key: key.privateKey, algorithm: .rs256)
    }

    private static let documents: [ConfigurationDocument] = [
        client(
            "spa",
            members: [
                "app_type": "spa", "token_endpoint_auth_method": "none",
                "callbacks": ["https://app.example.com/callback", "http://127.0.0.1/cb", "com.example.app:/cb"],
                "web_origins": ["https://app.example.com"], "organization_usage": "allow",
                "allowed_logout_urls": ["https://app.example.com/bye?x=1", "https://app.example.com/bye"],
            ]),
        client(
            "backend",
            members: [
                "app_type": "regular_web", "token_endpoint_auth_method": "client_secret_post",
                "callbacks": [.string(callback)],
            ]),
        client(
            "partner",
            members: [
                "app_type": "regular_web", "token_endpoint_auth_method": "client_secret_post",
                "callbacks": [.string(callback)], "is_first_party": false,
            ]),
        client(
            "pushing",
            members: [
                "app_type": "regular_web", "token_endpoint_auth_method": "client_secret_post",
                "callbacks": [.string(callback)], "require_pushed_authorization_requests": true,
            ]),
        client(
            "organized",
            members: [
                "app_type": "regular_web", "token_endpoint_auth_method": "client_secret_post",
                "callbacks": [.string(callback)], "organization_usage": "require",
            ]),
        client(
            "installed",
            members: [
                "app_type": "native", "token_endpoint_auth_method": "client_secret_post",
                "callbacks": [.string(callback)],
            ]),
        client(
            "secretless",
            members: [
                "app_type": "regular_web", "token_endpoint_auth_method": "none", "callbacks": [.string(callback)],
            ]),
        client(
            "partly-organized",
            members: [
                "app_type": "regular_web", "token_endpoint_auth_method": "client_secret_post",
                "callbacks": [.string(callback)], "organization_usage": "allow",
            ]),
        client(
            "elsewhere",
            members: [
                "app_type": "regular_web", "token_endpoint_auth_method": "client_secret_post",
                "callbacks": [.string(callback)], "thumbturn": ["domains": ["login.example.net"]],
            ]),
        client(
            "machine",
            members: [
                "app_type": "non_interactive", "callbacks": [.string(callback)], "grant_types": ["client_credentials"],
            ]),
        ConfigurationDocument(
            kind: .connection, id: "Staff",
            json: ["name": "Staff", "strategy": "auth0", "enabled_clients": ["backend", "partly-organized"]]),
        ConfigurationDocument(
            kind: .organization, id: "lab",
            json: ["name": "lab", "enabled_connections": [["connection_id": "Staff"]]]),
        ConfigurationDocument(
            kind: .tenant, id: Tenant.onlyID,
            json: ["default_directory": "Users", "allowed_logout_urls": ["https://www.example.com/"]]),
    ]

    private static func client(_ id: String, members: JSONObject) -> ConfigurationDocument {
        var json: JSONObject = [
            "client_id": .string(id), "name": .string(id), "grant_types": ["authorization_code", "refresh_token"],
        ]
        for member in members.members { json[member.name] = member.value }
        return ConfigurationDocument(kind: .client, id: id, json: json)
    }
}
