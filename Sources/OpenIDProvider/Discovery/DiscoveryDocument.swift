// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
package import JOSE
package import WireFormats

/// The metadata of the provider (OpenID Connect Discovery, section 3; RFC 8414, section 2).
package struct DiscoveryDocument: Sendable {
    private let issuer: Issuer
    private let algorithms: [JWSAlgorithm]
    private let grantTypes: [GrantType]

    /// Takes the algorithms of tokens that clients and APIs verify, and the grant types that the server runs.
    package init(issuer: Issuer, algorithms: [JWSAlgorithm], grantTypes: [GrantType]) {
        self.issuer = issuer
        self.algorithms = algorithms
        self.grantTypes = grantTypes
    }

    package var json: JSONObject {
        var document: JSONObject = ["issuer": .string(issuer.url)]
        let paths = issuer.paths
        for (name, path) in [
            ("authorization_endpoint", paths.authorization), ("token_endpoint", paths.token),
            ("userinfo_endpoint", paths.userInfo), ("jwks_uri", paths.keys), ("revocation_endpoint", paths.revocation),
            ("end_session_endpoint", paths.endSession),
            ("pushed_authorization_request_endpoint", paths.pushedAuthorization),
        ] {
            document[name] = path.map { .string(issuer.url + $0) }
        }
        for (name, values) in lists {
            document[name] = .array(values.map(JSONValue.string))
        }
        document["claims_parameter_supported"] = false
        document["request_parameter_supported"] = false
        document["request_uri_parameter_supported"] = false
        return document
    }

    private static let protocolClaims = [
        "iss", "sub", "aud", "exp", "iat", "auth_time", "amr", "acr", "azp", "nonce", "org_id", "org_name",
    ]

    private var lists: [(String, [String])] {
        let hasAuthorization = issuer.paths.authorization != nil
        let methods = ClientAuthentication.Method.allCases.map(\.rawValue)
        return [
            ("scopes_supported", StandardScope.published),
            // Both members are required, even without an authorization endpoint.
            ("response_types_supported", hasAuthorization ? ["code"] : []),
            ("subject_types_supported", ["public"]),
            ("grant_types_supported", grantTypes.map(\.rawValue)),
            ("id_token_signing_alg_values_supported", algorithms.map(\.name)),
            ("dpop_signing_alg_values_supported", ProofVerification.algorithms.map(\.name)),
            ("token_endpoint_auth_methods_supported", methods),
            ("token_endpoint_auth_signing_alg_values_supported", ["RS256", "RS384", "PS256", "ES256", "EdDSA"]),
            ("revocation_endpoint_auth_methods_supported", methods),
            ("acr_values_supported", ["phr", "phrh"]),
            (
                "claims_supported",
                Self.protocolClaims + ["email"] + StandardScope.claims
            ),
        ] + (hasAuthorization ? [("code_challenge_methods_supported", ["S256"])] : [])
    }
}
