// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// `POST /oauth/token`: the members of every grant.
package struct TokenBody: RequestBody {
    package let client: ClientParameters
    package let grantType: String
    package let scope: String?
    package let audience: String?
    package let realm: String?
    package let organization: String?
    package let ceremonySession: String?
    /// The credential's answer, as JSON.
    package let ceremonyResponse: [UInt8]?
    package let refreshToken: String?
    /// What the client says its device can do.
    package let deviceCapability: String?

    package init(_ body: JSONObject) {
        client = ClientParameters(body)
        grantType = body.text("grant_type") ?? ""
        scope = body.text("scope")
        audience = body.text("audience")
        realm = body.text("realm")
        organization = body.text("organization")
        ceremonySession = body.text("auth_session")
        ceremonyResponse = Self.response(body["authn_response"])
        refreshToken = body.text("refresh_token")
        deviceCapability = body.text("device_capability")
    }

    /// Version 1.7 of auth0-auth-js sent the object as a text.
    private static func response(_ value: JSONValue?) -> [UInt8]? {
        switch value {
        case .object: value?.serialized()
        case .string(let text) where !text.isEmpty: Array(text.utf8)
        default: nil
        }
    }

    /// A ceremony and an answer with its certificates.
    package static let byteLimit = 256 << 10

    package static let shape = Shape.object(
        ClientParameters.members + [
            .required("grant_type", .text(upTo: 200)),
            .optional("scope", .text(TextRule(length: 0...2048))),
            .optional("audience", .text(TextRule(length: 0...600)), "The interface that the token is for."),
            .optional("realm", .text(TextRule(length: 0...128)), "The connection, as it was named before."),
            .optional("organization", .text(TextRule(length: 0...64))),
            .optional(
                "auth_session", .text(TextRule(length: 0...CeremonySession.length)),
                "From /passkey/register or /passkey/challenge."),
            .optional(
                "authn_response", .either([.anyObject, .text(TextRule(length: 0...131_072))]),
                "The credential's answer, in the JSON form of WebAuthn."),
            .optional("refresh_token", .text(TextRule(length: 0...512))),
            .optional("device_capability", .text(TextRule(length: 0...200)), "What the device can do with passkeys."),
        ])
}
