// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import JOSE
import OpenIDProvider
import TestStorage
import Testing
import WireFormats

@Suite struct ClientVerificationTests {
    static let now = ProviderFixture.start
    static let assertionType = PresentedClient.assertionType

    let key = PrivateKey.generate(.elliptic(.p256))

    private func parameters(
        id: String? = nil, secret: String? = nil, type: String? = nil, assertion: String? = nil
    ) -> PresentedClient.Parameters {
        var parameters = PresentedClient.Parameters()
        parameters.id = id
        parameters.secret = secret
        parameters.assertionType = type
        parameters.assertion = assertion
        return parameters
    }

    private func basic(_ text: String) -> String {
        "Basic " + Base64.encode([UInt8](text.utf8))
    }

    private func read(
        _ parameters: PresentedClient.Parameters, header: String? = nil
    ) -> Result<PresentedClient, ClientRejection> {
        do throws(OAuthFailure) {
            return .success(try PresentedClient(parameters, authorization: header))
        } catch {
            guard case .clientNotAuthenticated(let rejection) = error else {
                Issue.record("another failure: \(error)")
                return .failure(.headerMalformed)
            }
            return .failure(rejection)
        }
    }

    private func rejection(
        _ credential: PresentedClient.Credential, of client: Client, at time: Timestamp = now
    ) throws -> ClientRejection? {
        let verification = try ClientVerification(issuer: ProviderFixture().issuer())
        do throws(OAuthFailure) {
            _ = try verification.verify(credential, of: client, at: time)
            return nil
        } catch {
            guard case .clientNotAuthenticated(let rejection) = error else { throw error }
            return rejection
        }
    }

    // MARK: Reading

    @Test func `client credentials are read from the body, and empty parameters are ignored`() throws {
        #expect(try read(parameters()).get().id == nil)
        #expect(try read(parameters(id: "app")).get().credential == .none)
        #expect(
            try read(parameters(id: "web", secret: "s")).get().credential == .secret("s"))
        #expect(try read(parameters(id: "app", secret: "")).get().credential == .none)
        #expect(try read(parameters(id: ""), header: nil).get().id == nil)
        #expect(try read(parameters(id: "app", type: "", assertion: "")).get().credential == .none)
        #expect(try read(parameters(id: "app", type: "")).get().credential == .none)
        #expect(try read(parameters(id: "app", assertion: "")).get().credential == .none)
        #expect(try read(parameters(id: "app"), header: "Bearer x").get().credential == .none)
        #expect(try read(parameters(id: "app"), header: "DPoP x").get().credential == .none)
    }

    @Test(arguments: [
        ("web:secret", "web", "secret", nil), ("a%3Ab:c+d%2B", "a:b", "c d+", "c+d%2B"),
        ("web:a:b", "web", "a:b", nil), ("web:", "web", "", nil), ("w%C3%A9b:s", "w\u{E9}b", "s", nil),
    ])
    func `a Basic header is form-decoded`(text: String, id: String, secret: String, literal: String?) throws {
        let presented = try read(parameters(), header: basic(text)).get()
        #expect(presented.id == id)
        #expect(presented.credential == .secret(secret, literal: literal))
    }

    @Test(arguments: [
        "Basic", "Basic ", "Basic !!", "basic d2Vi", "Basic OnM=", "Basic d2ViOiUy", "Basic d2ViOiVGRg==",
    ])
    func `a malformed header is rejected`(header: String) {
        #expect(read(parameters(), header: header) == .failure(.headerMalformed))
    }

    @Test func `several authentication methods in one request are rejected`() {
        let assertion = parameters(id: "web", type: Self.assertionType, assertion: "a.b.c")
        #expect(read(parameters(id: "web", secret: "s"), header: basic("web:s")) == .failure(.severalMethods))
        #expect(read(assertion, header: basic("web:s")) == .failure(.severalMethods))
        var both = assertion
        both.secret = "s"
        #expect(read(both) == .failure(.severalMethods))
        #expect(read(parameters(id: "app"), header: basic("web:s")) == .failure(.identifiersDiffer))
    }

    @Test func `an assertion needs its type`() {
        #expect(read(parameters(assertion: "a.b.c")) == .failure(.assertionTypeMissing))
        #expect(read(parameters(type: Self.assertionType)) == .failure(.assertionMissing))
        #expect(read(parameters(type: "saml", assertion: "a.b.c")) == .failure(.assertionTypeUnknown))
    }

    @Test func `the client ID is read from the assertion's subject`() throws {
        let text = assertion()
        let presented = try read(parameters(type: Self.assertionType, assertion: text)).get()
        #expect(presented.id == "signing")
        #expect(presented.credential == .assertion(text))
    }

    // MARK: Methods

    @Test(arguments: ["app", "web", "basic", "signing"])
    func `a client can use only its own authentication method`(id: String) throws {
        let client = try id == "signing" ? signingClient() : ProviderFixture().client(id)
        let credentials: [(PresentedClient.Credential, Set<ClientAuthentication.Method>)] = [
            (.none, [.none]), (.secret(ProviderFixture.secret), [.secretInBody, .secretInHeader]),
            (.assertion(assertion()), [.privateKeyJWT]),
        ]
        for (credential, methods) in credentials {
            let own = client.authentication.method
            let expected: ClientRejection? = methods.contains(own) ? nil : .methodNotAllowed(expected: own.rawValue)
            #expect(try rejection(credential, of: client) == expected)
        }
    }

    @Test(arguments: ["", "x", ProviderFixture.secret + "x", String(ProviderFixture.secret.dropLast())])
    func `a wrong secret is rejected`(secret: String) throws {
        let client = try ProviderFixture().client("web")
        #expect(try rejection(.secret(secret), of: client) == .secretMismatch)
    }

    @Test(arguments: [
        "web:no+secret/that%20is:long-enough-for-us", "web:no%2Bsecret%2Fthat%2520is%3Along-enough-for-us",
    ])
    func `a secret in a header matches with and without form encoding`(text: String) throws {
        let client = try ProviderFixture.client(
            "web", with: ["thumbturn": [:], "client_secret": "no+secret/that%20is:long-enough-for-us"])
        let presented = try read(parameters(), header: basic(text)).get()
        #expect(try rejection(presented.credential, of: client) == nil)
    }

    @Test func `a client without a stored secret can't authenticate`() throws {
        let client = try ProviderFixture.client("web", with: ["thumbturn": [:]])
        #expect(try rejection(.secret(""), of: client) == .secretMismatch)
    }

    @Test func `an unknown client is rejected`() throws {
        let verification = try ClientVerification(issuer: ProviderFixture().issuer())
        #expect(throws: OAuthFailure.clientUnknown) { try verification.verify(.none, of: nil, at: Self.now) }
    }

    // MARK: Assertions

    private func signingClient(
        _ algorithm: String = "ES256", id: String? = "k1", expiresAt: Timestamp? = nil
    ) throws -> Client {
        let pem = """
            -----BEGIN PUBLIC KEY-----
            \(Base64.encode(key.publicKey.subjectPublicKeyInfo))
            -----END PUBLIC KEY-----
            """
        var credential: JSONObject = ["credential_type": "public_key", "pem": .string(pem), "alg": .string(algorithm)]
        credential["kid"] = id.map(JSONValue.string)
        credential["expires_at"] = expiresAt.map { .string($0.description) }
        return try ProviderFixture.client([
            "client_id": "signing",
            "client_authentication_methods": ["private_key_jwt": ["credentials": [.object(credential)]]],
        ])
    }

    private func assertion(
        _ changes: JSONObject = [:], header: JSONObject = ["kid": "k1"], key: PrivateKey? = nil,
        algorithm: JWSAlgorithm = .es256
    ) -> String {
        let now = Self.now.secondsSince1970
        var claims: JSONObject = [
            "iss": "signing", "sub": "signing", "aud": "https://login.example.com/", "jti": "1",
            "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 60)),
        ]
        for member in changes.members { claims[member.name] = member.value == .null ? nil : member.value }
        return CompactJWS.signed(
            payload: JSONValue.object(claims).serialized(), header: header, key: key ?? self.key, algorithm: algorithm)
    }

    private func time(_ seconds: Int64) -> JSONValue {
        .number(JSONNumber(Self.now.secondsSince1970 + seconds))
    }

    private func verdict(_ changes: JSONObject) throws -> ClientRejection? {
        try rejection(.assertion(assertion(changes)), of: signingClient())
    }

    @Test func `the claims of an assertion are checked`() throws {
        #expect(try verdict([:]) == nil)
        for wrong: JSONValue in ["app", "Signing", .null, ["signing"]] {
            #expect(try verdict(["iss": wrong]) == .assertionIssuerMismatch)
            #expect(try verdict(["sub": wrong]) == .assertionSubjectMismatch)
        }
        for wrong: JSONValue in ["", .null, 7, ["a"]] where wrong != .null {
            #expect(try verdict(["jti": wrong]) == .assertionIdentifierMissing)
        }
        #expect(try verdict(["jti": .null]) == .assertionIdentifierMissing)
    }

    @Test func `the audience of an assertion is the issuer or the token endpoint only`() throws {
        let issuer: JSONValue = "https://login.example.com/"
        let endpoint: JSONValue = "https://login.example.com/oauth/token"
        for good in [issuer, endpoint, [issuer], [issuer, endpoint]] as [JSONValue] {
            #expect(try verdict(["aud": good]) == nil)
        }
        for wrong: JSONValue in [
            "https://login.example.com", "https://login.example.net/", [issuer, "https://other.example/"], [], .null, 1,
        ] {
            #expect(try verdict(["aud": wrong]) == .assertionAudienceMismatch)
        }
    }

    @Test func `an assertion must be recent and short-lived`() throws {
        #expect(try verdict(["exp": time(0)]) == .assertionExpired)
        #expect(try verdict(["exp": time(1)]) == nil)
        #expect(try verdict(["exp": time(360)]) == nil)
        #expect(try verdict(["exp": time(361)]) == .assertionValidTooLong)
        #expect(try verdict(["exp": .null]) == .assertionMalformed)
        #expect(try verdict(["exp": "1"]) == .assertionMalformed)
        #expect(try verdict(["iat": .null]) == nil)
        #expect(try verdict(["iat": "1"]) == .assertionMalformed)
        #expect(try verdict(["iat": time(60)]) == nil)
        #expect(try verdict(["iat": time(61)]) == .assertionNotYetValid)
        #expect(try verdict(["nbf": time(61)]) == .assertionNotYetValid)
        #expect(try verdict(["iat": time(-360)]) == nil)
        #expect(try verdict(["iat": time(-361)]) == .assertionTooOld)
    }

    @Test func `the algorithm is that of the key`() throws {
        let client = try signingClient()
        let rsa = PrivateKey.generate(.rsa(bits: 2048))
        #expect(
            try rejection(.assertion(assertion(key: rsa, algorithm: .rs256)), of: client) == .assertionAlgorithmMismatch
        )
        let other = PrivateKey.generate(.elliptic(.p256))
        #expect(try rejection(.assertion(assertion(key: other)), of: client) == .assertionSignatureInvalid)
        #expect(try rejection(.assertion(assertion(header: ["kid": "k2"])), of: client) == .assertionKeyUnknown)
        #expect(try rejection(.assertion(assertion(header: [:])), of: client) == nil)
        #expect(try rejection(.assertion(assertion()), of: signingClient(id: nil)) == nil)
        #expect(try rejection(.assertion(assertion()), of: signingClient(expiresAt: Self.now)) == .assertionKeyExpired)
        let later = Timestamp(secondsSince1970: Self.now.secondsSince1970 + 1)
        #expect(try rejection(.assertion(assertion()), of: signingClient(expiresAt: later)) == nil)
        #expect(try rejection(.assertion("a.b.c"), of: client) == .assertionMalformed)
        let header = Base64URL.encode([UInt8](#"{"alg":"none"}"#.utf8))
        let unsigned = "\(header).\(assertion().split(separator: ".")[1])."
        #expect(try rejection(.assertion(unsigned), of: client) == .assertionAlgorithmMismatch)
    }

    @Test func `an assertion has at most 8192 bytes`() throws {
        #expect(try verdict(["pad": .string(String(repeating: "a", count: 5000))]) == nil)
        #expect(try verdict(["pad": .string(String(repeating: "a", count: 8000))]) == .assertionMalformed)
    }

    @Test func `a client without an assertion writes nothing`() async throws {
        try await withStorage { storage in
            let counting = InstrumentedStorage(storage)
            let verification = try ClientVerification(issuer: ProviderFixture().issuer())
            let client = try verification.verify(.none, of: ProviderFixture().client("app"), at: Self.now)
            try await client.consumeAssertion(in: counting)
            #expect(counting.transactions == 0)
        }
    }

    @Test func `an assertion works once`() async throws {
        try await withStorage { storage in
            let verification = try ClientVerification(issuer: ProviderFixture().issuer())
            let client = try signingClient()
            let first = try verification.verify(.assertion(assertion()), of: client, at: Self.now)
            try await first.consumeAssertion(in: storage)
            let again = try verification.verify(.assertion(assertion()), of: client, at: Self.now)
            let failure = await failure { try await again.consumeAssertion(in: storage) }
            #expect(failure == .clientNotAuthenticated(.assertionReplayed))
            let next = try verification.verify(.assertion(assertion(["jti": "2"])), of: client, at: Self.now)
            try await next.consumeAssertion(in: storage)
            // A minute longer than it is good for.
            #expect(next.assertion?.expiresAt.secondsSince1970 == Self.now.secondsSince1970 + 120)
        }
    }

    @Test func `malformed requests are invalid_request, and other failures invalid_client`() {
        #expect(OAuthFailure.clientNotAuthenticated(.severalMethods).error == "invalid_request")
        #expect(OAuthFailure.clientNotAuthenticated(.secretMismatch).error == "invalid_client")
        #expect(OAuthFailure.clientUnknown.error == "invalid_client")
    }
}
