// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import Foundation
import IdentityModel
import JOSE
import OpenIDProvider
import SignIn
import TestStorage
import Testing
import WebAuthnMessages
import WireFormats

/// A provider with clients of every kind, at two hosts.
struct ProviderFixture {
    static let host = "login.example.com"
    static let otherHost = "login.example.net"
    static let start = Timestamp(secondsSince1970: 1_700_000_000)
    static let secret = "pQ8zkVbN3mX1sT7rW5yU2cF9hJ4gL6dK"
    static let api = "https://api.example.com/"
    static let second = "https://second.example.com/"
    static let userInfo = "https://login.example.com/userinfo"
    static let paths = ProviderPaths(
        token: "oauth/token", userInfo: "userinfo", keys: ".well-known/jwks.json", revocation: "oauth/revoke")

    let configuration: ConfigurationSnapshot

    init(_ change: (inout [ConfigurationDocument]) -> Void = { _ in }) throws {
        var documents = try Self.documents()
        change(&documents)
        let host = try HostName(Self.host)
        configuration = try ConfigurationSnapshot(
            documents: documents, url: WebOrigin(scheme: .https, host: host, port: nil))
    }

    func issuer(_ host: String = Self.host) -> Issuer {
        Issuer(host: host, in: configuration, paths: Self.paths)
    }

    func client(_ id: String) throws -> Client {
        try #require(configuration.clients[id])
    }

    /// A client of the fixture with other members.
    static func client(_ id: String, with members: JSONObject) throws -> Client {
        let document = try #require(try documents().first { $0.kind == .client && $0.id == id })
        var json = document.json
        for member in members.members { json[member.name] = member.value }
        return try client(json)
    }

    static func client(_ json: JSONObject) throws -> Client {
        var problems: [ConfigurationProblem] = []
        return try #require(Client(json: .object(json), at: "client", problems: &problems), "\(problems)")
    }

    func scopes(_ client: String) throws -> ScopePolicy {
        ScopePolicy(configuration: configuration, issuer: issuer(), client: try self.client(client))
    }

    /// A grant to the fixture's user, who has signed in with a passkey.
    func grant(_ request: ScopePolicy.Request = .init(), client: String = "app") throws -> TokenGrant {
        TokenGrant(
            user: Self.user(), client: try self.client(client), granted: try scopes(client).grant(request),
            authentication: .passkey(isUserVerified: true, protection: .synced, at: Self.start))
    }

    func issue(_ grant: TokenGrant, keys: HostKeys? = nil) async throws -> IssuedTokens {
        let shared = try await Self.keys()
        return try TokenIssuer(issuer: issuer(), keys: keys ?? shared).issue(grant, at: Self.start)
    }

    static func user(_ id: String = "auth0|000000000000000000000001") -> User {
        guard let handle = UserHandle([UInt8](id.utf8)) else { fatalError("\(id) is too long") }
        var user = User(id: UserID(rawValue: id), connection: "Users", handle: handle, createdAt: start)
        user.identifiers = [Identifier(kind: .email, value: "Ada@example.com", normalized: id + "@example.com")]
        return user
    }

    /// The shared keys, for tests that only use them. Generating keys is slow.
    static func keys() async throws -> HostKeys {
        try await sharedKeys.value
    }

    private static let sharedKeys = Task {
        try await withStorage { storage in
            let ring = KeyRing(testing: storage)
            return try await ring.prepare(host: host, algorithms: [.edDSA], at: start)
        }
    }

    static let tokenRequest = ProofVerification.Request(
        method: "POST", url: "https://\(host)/oauth/token", purpose: .token)

    static func userInfoRequest(token: String) -> ProofVerification.Request {
        ProofVerification.Request(method: "GET", url: userInfo, accessToken: token, purpose: .resource)
    }

    /// A verified proof of possession, by default of a new key.
    static func proof(
        of key: PrivateKey = .generate(.elliptic(.p256)), for request: ProofVerification.Request = tokenRequest
    ) throws -> VerifiedProof {
        var claims: JSONObject = [
            "jti": .string(Base64URL.encode(Randomness.bytes(8))), "htm": .string(request.method),
            "htu": .string(request.url), "iat": .number(JSONNumber(start.secondsSince1970)),
        ]
        claims["ath"] = request.accessToken.map {
            .string(Base64URL.encode(DigestAlgorithm.sha256.hash([UInt8]($0.utf8))))
        }
        let text = CompactJWS.signed(
            payload: JSONValue.object(claims).serialized(),
            header: ["typ": "dpop+jwt", "jwk": .object(try #require(JSONWebKey(key.publicKey)).members)],
            key: key, algorithm: .es256)
        let verification = ProofVerification(
            nonces: ProofNonces(master: master, host: host), noncePolicy: .checkedIfPresent)
        return try #require(try verification.verify([text], for: request, at: start))
    }

    static var master: MasterKey {
        guard let key = MasterKey(bytes: [UInt8](repeating: 7, count: 32)) else { fatalError("32 bytes make a key") }
        return key
    }

    private static func documents() throws -> [ConfigurationDocument] {
        let documents: [(ConfigurationDocument.Kind, String, JSONObject)] = [
            (.customDomain, host, ["domain": .string(host)]),
            (.customDomain, otherHost, ["domain": .string(otherHost)]),
            (.connection, "Users", ["name": "Users", "strategy": "auth0"]),
            (.organization, "acme", ["name": "acme", "id": "org_acme1"]),
            (
                .resourceServer, api,
                [
                    "identifier": .string(api), "name": "API", "token_lifetime": 3600,
                    "scopes": [["value": "read:notes"], ["value": "write:notes"]],
                ]
            ),
            (
                .resourceServer, second,
                [
                    "identifier": .string(second), "name": "Second", "signing_alg": "RS256",
                    "allow_offline_access": false, "scopes": [["value": "read:more"], ["value": "write:more"]],
                ]
            ),
        ]
        return try (documents + publicClients + confidentialClients()).map {
            ConfigurationDocument(kind: $0.0, id: $0.1, json: $0.2)
        }
    }

    private static let publicClients: [(ConfigurationDocument.Kind, String, JSONObject)] = [
        (.client, "app", client("app", members: ["app_type": "native", "token_endpoint_auth_method": "none"])),
        (
            .client, "third-party",
            client(
                "third-party",
                members: ["app_type": "native", "token_endpoint_auth_method": "none", "is_first_party": false])
        ),
        (
            .client, "proof-required",
            client(
                "proof-required",
                members: ["app_type": "spa", "token_endpoint_auth_method": "none", "require_proof_of_possession": true])
        ),
        (
            .client, "no-refresh",
            client(
                "no-refresh", members: ["app_type": "spa", "token_endpoint_auth_method": "none"],
                grants: ["authorization_code"])
        ),
    ]

    private static func confidentialClients() throws -> [(ConfigurationDocument.Kind, String, JSONObject)] {
        let hash = try ClientSecret(secret).hash().description
        return [
            (
                .client, "web",
                client(
                    "web",
                    members: [
                        "app_type": "regular_web", "token_endpoint_auth_method": "client_secret_post",
                        "thumbturn": ["client_secret_hash": .string(hash)], "jwt_configuration": ["alg": "ES256"],
                    ])
            ),
            (
                .client, "basic",
                client(
                    "basic",
                    members: [
                        "token_endpoint_auth_method": "client_secret_basic", "jwt_configuration": ["alg": "EdDSA"],
                        "thumbturn": ["client_secret_hash": .string(hash)],
                    ])
            ),
        ]
    }

    private static func client(
        _ id: String, members: JSONObject,
        grants: [JSONValue] = ["refresh_token", "urn:okta:params:oauth:grant-type:webauthn"]
    ) -> JSONObject {
        var json: JSONObject = ["client_id": .string(id), "name": .string(id), "grant_types": .array(grants)]
        for member in members.members { json[member.name] = member.value }
        return json
    }
}

/// Returns the OAuth failure that a body throws, or `nil`.
func failure(_ body: () async throws -> Void) async -> OAuthFailure? {
    do {
        try await body()
        return nil
    } catch let failure as OAuthFailure {
        return failure
    } catch {
        Issue.record("another failure: \(error)")
        return nil
    }
}
