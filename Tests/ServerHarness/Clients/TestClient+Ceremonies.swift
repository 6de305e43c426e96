// SPDX-License-Identifier: Apache-2.0

package import ClientContract
package import SoftwareAuthenticator
import WebAuthnMessages
import WireFormats

extension TestClient {
    package static let everything = """
        openid profile email offline_access read:me:authentication_methods create:me:authentication_methods \
        update:me:authentication_methods delete:me:authentication_methods
        """

    /// Signs up with the device for tokens of the My Account API.
    @discardableResult
    package func signUp() throws -> TokenAnswer {
        try keep(try finish(try create(try beginSignUp())))
    }

    @discardableResult
    package func signIn() throws -> TokenAnswer {
        try keep(try finish(try get(try beginSignIn())))
    }

    package func beginSignUp() throws -> CeremonyAnswer {
        var body = PasskeyRegisterBody(client: credentials)
        body.profile = ["email": address, "name": "Somebody"]
        let request = APIRequest.signUp(body)
        return try send(request).answer(to: request)
    }

    package func beginSignIn() throws -> CeremonyAnswer {
        let request = APIRequest.signIn(PasskeyChallengeBody(client: credentials))
        return try send(request).answer(to: request)
    }

    /// Begins a sign-in with a given assertion of the client that signs.
    package func beginSignIn(asserting assertion: String) throws -> WireResponse {
        try send(.signIn(PasskeyChallengeBody(client: Self.credentials(assertion: assertion))))
    }

    /// Creates a passkey with the device.
    package func create(_ started: CeremonyAnswer, with device: SoftwareAuthenticator? = nil) throws -> Submission {
        let bytes = try (device ?? self.device).create(
            optionsJSON: started.options.serialized(), origin: HarnessConfiguration.url)
        return Submission(session: started.session, response: CredentialResponse(json: bytes))
    }

    /// Uses the device's passkey.
    package func get(
        _ started: CeremonyAnswer, with device: SoftwareAuthenticator? = nil,
        origin: String = HarnessConfiguration.url,
        mutation: ResponseMutation? = nil
    ) throws -> Submission {
        let bytes = try (device ?? self.device).get(
            optionsJSON: started.options.serialized(), origin: origin, mutation: mutation)
        return Submission(session: started.session, response: CredentialResponse(json: bytes))
    }

    /// Sends the submission to the token endpoint.
    package func finish(
        _ submission: Submission, scope: String = everything, audience: String? = HarnessConfiguration.myAccount
    ) throws -> WireResponse {
        try send(
            .tokens(
                TokenBody(
                    client: credentials, grantType: "urn:okta:params:oauth:grant-type:webauthn", scope: scope,
                    audience: audience, ceremonySession: submission.session,
                    credentialResponse: submission.response)))
    }

    @discardableResult
    package func keep(_ response: WireResponse) throws -> TokenAnswer {
        guard response.status == 200, let tokens = response.json.flatMap(TokenAnswer.init) else {
            throw UnexpectedResponse(response, expected: "tokens")
        }
        self.tokens = tokens
        return tokens
    }
}
