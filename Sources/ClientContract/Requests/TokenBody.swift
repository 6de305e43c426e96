// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WireFormats

/// `POST /oauth/token`, with the members of every grant. It is a class because the grant keeps it.
package final class TokenBody: Sendable {
    package let client: ClientParameters
    package let grantType: String
    package let scope: String?
    package let audience: String?
    /// The name of the audience in RFC 8707.
    package let resource: String?
    package let realm: String?
    package let organization: String?
    package let ceremonySession: String?
    package let credentialResponse: CredentialResponse?
    /// The identifier that the user entered to select the account.
    package let loginHint: String?
    /// The name and the password of a user.
    package let username: String?
    package let password: String?
    package let refreshToken: String?
    package let code: String?
    package let redirectURI: String?
    package let codeVerifier: String?
    /// The challenge of the authorization request that a login ticket is asked for.
    package let codeChallenge: String?
    package let codeChallengeMethod: String?
    package let deviceCode: String?
    /// The passkey support of the device, as the client reports it.
    package let deviceCapability: String?
    /// The profile of a sign-up that began without identifiers. Forms have it as text.
    package let profile: JSONValue?
    /// The code of a sign-in that was sent to the user.
    package let oneTimeCode: String?
    /// The codes of a sign-up by the identifiers that they prove, `email` or `phone`.
    package let verification: [String: String]
    /// What the key of a device has signed.
    package let assertion: String?

    package init(
        client: ClientParameters, grantType: String, scope: String? = nil, audience: String? = nil,
        realm: String? = nil, organization: String? = nil, ceremonySession: String? = nil,
        credentialResponse: CredentialResponse? = nil, loginHint: String? = nil, refreshToken: String? = nil,
        code: String? = nil, redirectURI: String? = nil, codeVerifier: String? = nil, deviceCapability: String? = nil,
        profile: [String: String]? = nil, username: String? = nil, password: String? = nil,
        oneTimeCode: String? = nil, verification: [String: String] = [:], assertion: String? = nil
    ) {
        self.client = client
        self.grantType = grantType
        self.scope = scope
        self.audience = audience
        self.realm = realm
        self.organization = organization
        self.ceremonySession = ceremonySession
        self.credentialResponse = credentialResponse
        self.loginHint = loginHint
        self.username = username
        self.password = password
        self.refreshToken = refreshToken
        self.code = code
        self.redirectURI = redirectURI
        self.codeVerifier = codeVerifier
        self.deviceCapability = deviceCapability
        self.profile = profile.map { .object(PasskeyRegisterBody.json(of: $0)) }
        self.oneTimeCode = oneTimeCode
        self.verification = verification
        self.assertion = assertion
        (resource, codeChallenge, codeChallengeMethod, deviceCode) = (nil, nil, nil, nil)
    }

    package init(_ body: JSONObject) {
        client = ClientParameters(body)
        grantType = body.text("grant_type") ?? ""
        scope = body.text("scope")
        audience = body.text("audience")
        resource = body.text("resource")
        realm = body.text("realm")
        organization = body.text("organization")
        ceremonySession = body.text("auth_session")
        credentialResponse = Self.response(body["authn_response"])
        loginHint = body.text("login_hint")
        username = body.text("username")
        password = body.text("password")
        refreshToken = body.text("refresh_token")
        code = body.text("code")
        redirectURI = body.text("redirect_uri")
        codeVerifier = body.text("code_verifier")
        codeChallenge = body.text("code_challenge")
        codeChallengeMethod = body.text("code_challenge_method")
        deviceCode = body.text("device_code")
        deviceCapability = body.text("device_capability")
        profile = body["user_profile"]
        oneTimeCode = body.text("otp")
        verification = (body["verification"]?.objectValue?.members ?? []).reduce(into: [:]) { codes, member in
            codes[member.name] = member.value.stringValue
        }
        assertion = body.text("assertion")
    }

    package var json: JSONObject {
        var body = client.json
        body.append(grantType, as: "grant_type")
        body.append(scope, as: "scope")
        body.append(audience, as: "audience")
        body.append(resource, as: "resource")
        body.append(realm, as: "realm")
        body.append(organization, as: "organization")
        body.append(ceremonySession, as: "auth_session")
        body.append(credentialResponse?.json.map(JSONValue.object), as: "authn_response")
        body.append(loginHint, as: "login_hint")
        body.append(username, as: "username")
        body.append(password, as: "password")
        body.append(refreshToken, as: "refresh_token")
        body.append(code, as: "code")
        body.append(redirectURI, as: "redirect_uri")
        body.append(codeVerifier, as: "code_verifier")
        body.append(codeChallenge, as: "code_challenge")
        body.append(codeChallengeMethod, as: "code_challenge_method")
        body.append(deviceCode, as: "device_code")
        body.append(deviceCapability, as: "device_capability")
        body.append(profile, as: "user_profile")
        body.append(oneTimeCode, as: "otp")
        if !verification.isEmpty { body.append(.object(Self.json(of: verification)), as: "verification") }
        body.append(assertion, as: "assertion")
        return body
    }

    private static func json(of verification: [String: String]) -> JSONObject {
        var codes = JSONObject()
        for (name, code) in verification.sorted(by: { $0.key < $1.key }) { codes.append(code, as: name) }
        return codes
    }

    /// Version 1.7 of auth0-auth-js sends the object as a string.
    private static func response(_ value: JSONValue?) -> CredentialResponse? {
        switch value {
        case .object(let object): CredentialResponse(object)
        case .string(let text) where !text.isEmpty: CredentialResponse(json: Array(text.utf8))
        default: nil
        }
    }
}

/// `POST /oauth/revoke`.
package struct RevocationBody: Sendable {
    package let client: ClientParameters
    package let token: String

    package init(client: ClientParameters, token: String) {
        self.client = client
        self.token = token
    }

    package init(_ body: JSONObject) {
        client = ClientParameters(body)
        token = body.text("token") ?? ""
    }

    package var json: JSONObject {
        var body = client.json
        body.append(token, as: "token")
        return body
    }
}
