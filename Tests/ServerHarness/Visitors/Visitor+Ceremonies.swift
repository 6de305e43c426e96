// SPDX-License-Identifier: Apache-2.0

package import SoftwareAuthenticator
package import WireFormats

extension Visitor {
    package static let everything = """
        openid profile email offline_access read:me:authentication_methods create:me:authentication_methods \
        update:me:authentication_methods delete:me:authentication_methods
        """

    /// Signs up with the device, for tokens that are good at the interface to one's own account.
    @discardableResult
    package func signUp() throws -> Tokens {
        try keep(try finish(try create(try beginSignUp())))
    }

    @discardableResult
    package func signIn() throws -> Tokens {
        try keep(try finish(try get(try beginSignIn())))
    }

    package func beginSignUp() throws -> Begun {
        let profile: JSONValue = ["email": .string(address), "name": "Somebody"]
        return try begun(post("/passkey/register", credentials.merging(["user_profile": profile])), status: 200)
    }

    package func beginSignIn() throws -> Begun {
        try begun(post("/passkey/challenge", credentials), status: 200)
    }

    /// The device makes a passkey.
    package func create(_ begun: Begun, with device: SoftwareAuthenticator? = nil) throws -> Answer {
        let bytes = try (device ?? self.device).create(optionsJSON: begun.options, origin: HouseConfiguration.url)
        return Answer(session: begun.session, response: try JSONReader.read(bytes))
    }

    /// The device uses its passkey.
    package func get(
        _ begun: Begun, with device: SoftwareAuthenticator? = nil, origin: String = HouseConfiguration.url,
        tamper: Tamper? = nil
    ) throws -> Answer {
        let bytes = try (device ?? self.device).get(optionsJSON: begun.options, origin: origin, tamper: tamper)
        return Answer(session: begun.session, response: try JSONReader.read(bytes))
    }

    /// Brings the answer to the token endpoint.
    package func finish(_ answer: Answer) throws -> WireResponse {
        try post("/oauth/token", credentials.merging(Self.grant(of: answer)))
    }

    package static func grant(of answer: Answer) -> JSONObject {
        [
            "grant_type": "urn:okta:params:oauth:grant-type:webauthn", "auth_session": .string(answer.session),
            "authn_response": answer.response, "scope": .string(everything),
            "audience": .string(HouseConfiguration.myAccount),
        ]
    }

    @discardableResult
    package func keep(_ response: WireResponse) throws -> Tokens {
        let tokens = try Tokens(response)
        self.tokens = tokens
        return tokens
    }

    package func begun(_ response: WireResponse, status: Int) throws -> Begun {
        guard response.status == status, let session = response.text("auth_session"),
            let options = response.json?["authn_params_public_key"]
        else { throw UnexpectedAnswer("a ceremony", response) }
        return Begun(session: session, options: options.serialized())
    }
}
