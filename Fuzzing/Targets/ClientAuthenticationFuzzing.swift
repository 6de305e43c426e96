// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import OpenIDProvider
import WireFormats

extension FuzzTarget {
    /// Lines: id, secret, type of assertion, assertion, header. No client is authenticated without its secret or key.
    static let clientAuthentication = FuzzTarget(
        name: "client-authentication", accepts: ["no credential", "a secret", "an assertion"]
    ) { bytes in
        let lines = bytes.split(separator: 0x0A, maxSplits: 4, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        var parameters = PresentedClient.Parameters()
        parameters.id = lines.first
        parameters.secret = lines.dropFirst().first
        parameters.assertionType = lines.dropFirst(2).first
        parameters.assertion = lines.dropFirst(3).first
        guard let presented = try? PresentedClient(parameters, authorization: lines.dropFirst(4).first) else { return }
        switch presented.credential {
        case .none: accepted("no credential")
        case .secret: accepted("a secret")
        case .assertion: accepted("an assertion")
        }
        require(presented.id?.isEmpty != true, "a client has an id")
        for client in confidential {
            let verification = ClientVerification(issuer: issuer)
            let verdict = try? verification.verify(presented.credential, of: client, at: time)
            require(verdict == nil, "no client is authenticated without its secret")
        }
    }

    static let time = Timestamp(secondsSince1970: 1_800_000_000)

    private static let issuer = Issuer(
        host: "login.example.com", in: directory,
        paths: ProviderPaths(token: "oauth/token", userInfo: "userinfo", keys: "jwks", revocation: "oauth/revoke"))
    private static let confidential = directory.clients.values.sorted { $0.id < $1.id }

    private static let directory: ConfigurationSnapshot = {
        let pem = """
            -----BEGIN PUBLIC KEY-----
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54W
            K84zV2sxXs7LtkBoN79R9Q==
            -----END PUBLIC KEY-----
            """
        let secret = ClientSecretHash.unguessable
        let documents: [ConfigurationDocument] = [
            client("post", members: ["token_endpoint_auth_method": "client_secret_post", "thumbturn": secret]),
            client("basic", members: ["token_endpoint_auth_method": "client_secret_basic", "thumbturn": secret]),
            client(
                "keys",
                members: [
                    "client_authentication_methods": [
                        "private_key_jwt": ["credentials": [["kid": "k1", "alg": "ES256", "pem": .string(pem)]]]
                    ]
                ]),
        ]
        guard let url = try? WebOrigin("https://login.example.com"),
            let directory = try? ConfigurationSnapshot(documents: documents, url: url), directory.clients.count == 3
        else { fatalError("the configuration is valid") }
        return directory
    }()

    private static func client(_ id: String, members: JSONObject) -> ConfigurationDocument {
        var json: JSONObject = ["client_id": .string(id), "app_type": "regular_web"]
        json.members += members.members
        return ConfigurationDocument(kind: .client, id: id, json: json)
    }
}

extension ClientSecretHash {
    /// The hash of a random secret that is not kept.
    fileprivate static var unguessable: JSONValue {
        guard let secret = try? ClientSecret(Base64URL.encode(Randomness.bytes(32))) else {
            fatalError("a random secret is valid")
        }
        return ["client_secret_hash": .string(secret.hash().description)]
    }
}
