// SPDX-License-Identifier: Apache-2.0

package import SoftwareAuthenticator
package import WireFormats

extension TestClient {
    package static let everything = """
        openid profile email offline_access read:me:authentication_methods create:me:authentication_methods \
        update:me:authentication_methods delete:me:authentication_methods
        """

    /// Signs up with the device for tokens of the My Account API.
    @discardableResult
    package func signUp() throws -> Tokens {
        try keep(try finish(try create(try beginSignUp())))
    }

    @discardableResult
    package func signIn() throws -> Tokens {
        try keep(try finish(try get(try beginSignIn())))
    }

    package func beginSignUp() throws -> StartedCeremony {
        let profile: JSONValue = ["email": .string(address), "name": "Somebody"]
        return try started(
            post("/passkey/register", members: credentials.merging(["user_profile": profile])), status: 200)
    }

    package func beginSignIn() throws -> StartedCeremony {
        try started(post("/passkey/challenge", members: credentials), status: 200)
    }

    /// Creates a passkey with the device.
    package func create(_ started: StartedCeremony, with device: SoftwareAuthenticator? = nil) throws -> Submission {
        let bytes = try (device ?? self.device).create(optionsJSON: started.options, origin: HarnessConfiguration.url)
        return Submission(session: started.session, response: try JSONReader.read(bytes))
    }

    /// Uses the device's passkey.
    package func get(
        _ started: StartedCeremony, with device: SoftwareAuthenticator? = nil,
        origin: String = HarnessConfiguration.url,
        mutation: ResponseMutation? = nil
    ) throws -> Submission {
        let bytes = try (device ?? self.device).get(optionsJSON: started.options, origin: origin, mutation: mutation)
        return Submission(session: started.session, response: try JSONReader.read(bytes))
    }

    /// Sends the submission to the token endpoint.
    package func finish(_ submission: Submission) throws -> WireResponse {
        try post("/oauth/token", members: credentials.merging(Self.grant(of: submission)))
    }

    package static func grant(of submission: Submission) -> JSONObject {
        [
            "grant_type": "urn:okta:params:oauth:grant-type:webauthn", "auth_session": .string(submission.session),
            "authn_response": submission.response, "scope": .string(everything),
            "audience": .string(HarnessConfiguration.myAccount),
        ]
    }

    @discardableResult
    package func keep(_ response: WireResponse) throws -> Tokens {
        let tokens = try Tokens(response)
        self.tokens = tokens
        return tokens
    }

    package func started(_ response: WireResponse, status: Int) throws -> StartedCeremony {
        guard response.status == status, let session = response.text("auth_session"),
            let options = response.json?["authn_params_public_key"]
        else { throw UnexpectedResponse(response, expected: "a ceremony") }
        return StartedCeremony(session: session, options: options.serialized())
    }
}
