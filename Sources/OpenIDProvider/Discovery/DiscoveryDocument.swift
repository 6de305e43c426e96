// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
package import JOSE
import SignIn
package import WireFormats

/// The metadata of the provider (OpenID Connect Discovery, section 3; RFC 8414, section 2).
///
/// It names the endpoints whose paths the `Issuer` has.
package struct DiscoveryDocument: Sendable {
    private let issuer: Issuer
    private let algorithms: [JWSAlgorithm]
    private let grantTypes: [GrantType]
    private let languages: [String]

    /// Takes the algorithms of ID tokens, the grant types that the server runs, and the languages
    /// of its pages.
    package init(
        issuer: Issuer, algorithms: [JWSAlgorithm], grantTypes: [GrantType], languages: [String] = []
    ) {
        self.issuer = issuer
        self.algorithms = algorithms
        self.grantTypes = grantTypes
        self.languages = languages
    }

    package var json: JSONObject {
        var document: JSONObject = ["issuer": .string(issuer.url)]
        let paths = issuer.paths
        for (name, path) in [
            ("authorization_endpoint", paths.authorization), ("token_endpoint", paths.token),
            ("userinfo_endpoint", paths.userInfo), ("jwks_uri", paths.keys), ("revocation_endpoint", paths.revocation),
            ("end_session_endpoint", paths.endSession),
            ("pushed_authorization_request_endpoint", paths.pushedAuthorization),
            ("device_authorization_endpoint", paths.deviceAuthorization),
        ] {
            document[name] = path.map { .string(issuer.url + $0) }
        }
        for (name, values) in lists {
            document[name] = .array(values.map(JSONValue.string))
        }
        for (name, isSupported) in abilities {
            document[name] = .bool(isSupported)
        }
        return document
    }

    /// The features that the server has or lacks. Some members have the default `true`, so they are written even
    /// without an authorization endpoint.
    private var abilities: [(String, Bool)] {
        let hasAuthorization = issuer.paths.authorization != nil
        var abilities = [
            ("claims_parameter_supported", hasAuthorization), ("request_parameter_supported", false),
            // A request_uri of the endpoint of pushed requests needs no announcement (RFC 9126, section 5).
            ("request_uri_parameter_supported", false),
        ]
        if hasAuthorization {
            abilities.append(("require_request_uri_registration", false))
            abilities.append(("authorization_response_iss_parameter_supported", true))
        }
        if issuer.paths.sendsLogoutTokens {
            abilities.append(("backchannel_logout_supported", true))
            abilities.append(("backchannel_logout_session_supported", true))
        }
        return abilities
    }

    private static let protocolClaims = [
        "iss", "sub", "aud", "exp", "iat", "auth_time", "amr", "acr", "azp", "nonce", "org_id", "org_name",
    ]

    private var lists: [(String, [String])] {
        let methods = ClientAuthentication.Method.allCases.map(\.rawValue)
        return [
            ("scopes_supported", StandardScope.published),
            // Both members are required, even without an authorization endpoint.
            ("response_types_supported", issuer.paths.authorization == nil ? [] : ["code"]),
            ("subject_types_supported", ["public"]),
            ("grant_types_supported", grantTypes.map(\.rawValue)),
            ("id_token_signing_alg_values_supported", algorithms.map(\.name)),
            ("dpop_signing_alg_values_supported", ProofVerification.algorithms.map(\.name)),
            ("token_endpoint_auth_methods_supported", methods),
            ("token_endpoint_auth_signing_alg_values_supported", ClientAuthentication.assertionAlgorithms),
            ("revocation_endpoint_auth_methods_supported", methods),
            ("acr_values_supported", WayReference.Kind.allCases.compactMap(\.contextClass)),
            (
                "claims_supported",
                Self.protocolClaims + (issuer.paths.authorization == nil ? [] : ["sid"]) + ["email"]
                    + StandardScope.claims
            ),
        ] + authorizationLists
    }

    private var authorizationLists: [(String, [String])] {
        guard issuer.paths.authorization != nil else { return [] }
        let lists = [
            ("code_challenge_methods_supported", [CodeChallenge.method]),
            ("response_modes_supported", ResponseMode.allCases.map(\.rawValue)),
            ("prompt_values_supported", AuthorizationRequest.Prompt.allCases.map(\.rawValue)),
            ("display_values_supported", AuthorizationRequest.Display.allCases.map(\.rawValue)),
            ("claim_types_supported", ["normal"]),
        ]
        return lists + (languages.isEmpty ? [] : [("ui_locales_supported", languages)])
    }
}
