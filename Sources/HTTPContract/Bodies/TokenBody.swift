// SPDX-License-Identifier: Apache-2.0

package import ClientContract
import WireFormats

/// `POST /oauth/token`, with the members of every grant.
extension TokenBody: RequestBody {
    /// The profile of a sign-up that began without identifiers. It is not validated before, because other requests may
    /// have anything in its place.
    package func signUpProfile() throws(BodyRejection) -> PasskeyRegisterBody {
        var members = JSONObject()
        // Forms have it as text.
        members["user_profile"] = profile?.stringValue.flatMap { try? JSONReader.read(Array($0.utf8)) } ?? profile
        let problems = PasskeyRegisterBody.shape.problems(in: .object(members))
        guard problems.isEmpty else { throw .shape(problems) }
        return PasskeyRegisterBody(members)
    }

    /// A session and a response with its certificates.
    package static let byteLimit = 256 << 10

    package static let shape = Shape.object(
        ClientParameters.members + [
            .required("grant_type", as: .string(upTo: 200)),
            .optional("scope", as: .string(StringRule(length: 0...2048))),
            .optional(
                "audience", as: .string(StringRule(length: 0...600)),
                description: "The identifier of the API that the access token is for."),
            .optional(
                "resource", as: .string(StringRule(length: 0...600)),
                description: "The audience of a client's own token, if it is an absolute URI (RFC 8707)."),
            .optional(
                "realm", as: .string(StringRule(length: 0...128)),
                description: "The connection given when the ceremony began."),
            .optional("organization", as: .string(StringRule(length: 0...64))),
            .optional(
                "auth_session", as: .string(StringRule(length: 0...CeremonySession.length)),
                description: "From /passkey/register, /passkey/challenge, /otp/challenge or /device-keys/…."),
            .optional(
                "authn_response", as: .anyOf([.anyObject, .string(StringRule(length: 0...131_072))]),
                description: "The credential's response, in WebAuthn's JSON form."),
            .optional(
                "login_hint", as: .string(StringRule(length: 0...320)),
                description: "An identifier that the user entered. A passkey of another account is rejected."),
            .optional(
                "user_profile",
                as: .anyOf([PasskeyRegisterBody.profileShape, .anyObject, .string(StringRule(length: 0...131_072))]),
                description: "Completes the profile of a sign-up that began with identifiers_at_finish."),
            .optional(
                "username", as: .string(StringRule(length: 0...320)),
                description: "The identifier of a user who signs in with a password."),
            .optional("password", as: .string(StringRule(length: 0...1024))),
            .optional(
                "otp", as: .string(StringRule(length: 0...64)), description: "The code that was sent to the user."),
            .optional(
                "verification", as: .anyOf([verificationShape, .string(StringRule(length: 0...512))]),
                description: "The codes that prove the addresses of a sign-up, as verification_required says."),
            .optional(
                "assertion", as: .string(StringRule(length: 0...16_384)),
                description: "A JWT of a device key, for the challenge of auth_session. The guide has its claims."),
            .optional("refresh_token", as: .string(StringRule(length: 0...512))),
            .optional(
                "code", as: .string(StringRule(length: 0...512)), description: "The code from the redirect URI."),
            .optional(
                "redirect_uri", as: .string(StringRule(length: 0...2048)),
                description: "The redirect URI of the authorization request."),
            .optional("code_verifier", as: .string(StringRule(length: 0...256))),
            .optional(
                "code_challenge", as: .string(StringRule(length: 0...256)),
                description: "Asks for a login_ticket for the authorization request with this challenge."),
            .optional("code_challenge_method", as: .string(StringRule(length: 0...64))),
            .optional(
                "device_code", as: .string(StringRule(length: 0...512)), description: "From /oauth/device/code."),
            .optional(
                "device_capability", as: .string(StringRule(length: 0...200)),
                description: "The passkey support of the device."),
        ])
}

extension TokenBody {
    /// The codes of a sign-up by what they prove.
    package static let verificationShape = Shape.object([
        .optional("email", as: .string(StringRule(length: 0...64))),
        .optional("phone", as: .string(StringRule(length: 0...64))),
    ])
}

/// `POST /oauth/revoke`.
extension RevocationBody: RequestBody {
    package static let shape = Shape.object(
        ClientParameters.members + [
            .required(
                "token", as: .string(StringRule(length: 1...16_384)),
                description: "A refresh token. Its whole family is revoked."),
            .optional("token_type_hint", as: .string(StringRule(length: 0...64))),
        ])
}

/// The client identification and credentials in a body.
extension ClientParameters {
    static let members: [Member] = [
        .optional("client_id", as: .string(StringRule(length: 0...128)), description: "The client's identifier."),
        .optional(
            "client_secret", as: .string(StringRule(length: 0...512)),
            description: "The secret of a confidential client."),
        .optional("client_assertion_type", as: .string(StringRule(length: 0...128))),
        .optional(
            "client_assertion", as: .string(StringRule(length: 0...8192)),
            description: "A JWT signed with the client's key (RFC 7523)."),
    ]
}
