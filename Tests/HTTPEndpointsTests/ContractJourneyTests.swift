// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPEndpoints
import IdentityModel
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WireFormats

/// A client that has only the contract: it sends each request, and reads each answer.
struct ContractJourneyTests {
    private let server: TestServer
    private let device = SoftwareAuthenticator(profile: .iCloudKeychain)
    private let client = ClientParameters(id: "spa")

    init() async throws {
        server = try await TestServer()
    }

    private func send<Answer>(_ request: APIRequest<Answer>, token: String? = nil) async throws -> Answer {
        let message = Message(request).setting("Authorization", to: token.map { "Bearer \($0)" })
        return try await server.send(message).answer(to: request)
    }

    private func created(_ answer: CeremonyAnswer, on device: SoftwareAuthenticator) throws -> CredentialResponse {
        let options = answer.options.serialized()
        return CredentialResponse(json: try device.create(optionsJSON: options, origin: TestServer.page))
    }

    private func tokens(
        _ answer: CeremonyAnswer, _ response: CredentialResponse, audience: String? = nil,
        scope: String = "openid offline_access"
    ) async throws -> TokenAnswer {
        try await send(
            .tokens(
                TokenBody(
                    client: client, grantType: TestClient.grant, scope: scope, audience: audience,
                    ceremonySession: answer.session, credentialResponse: response)))
    }

    private func signUp() async throws -> TokenAnswer {
        var body = PasskeyRegisterBody(client: client)
        body.profile = ["email": "ada@example.org", "name": "Ada"]
        body.metadata = ["plan": "free"]
        let began = try await send(.signUp(body))
        return try await tokens(began, created(began, on: device))
    }

    private func accountToken() async throws -> String {
        let began = try await send(.signIn(PasskeyChallengeBody(client: client)))
        let response = try device.get(optionsJSON: began.options.serialized(), origin: TestServer.page)
        return try await tokens(
            began, CredentialResponse(json: response), audience: "https://\(TestServer.host)/me/",
            scope: TestClient.accountScope
        ).accessToken
    }

    @Test func `tokens are got, refreshed and revoked`() async throws {
        let first = try await signUp()
        #expect(first.tokenType == "Bearer" && first.validFor > 0)
        #expect(first.scope == "openid offline_access" && first.idToken != nil)
        #expect(try await server.users().first?.metadata["plan"] == "free")

        let refresh = { (token: String?) in
            APIRequest.tokens(TokenBody(client: client, grantType: "refresh_token", refreshToken: token))
        }
        let second = try await send(refresh(first.refreshToken))
        let token = try #require(second.refreshToken)
        try await send(.revocation(RevocationBody(client: client, token: token)))
        let failure = await #expect(throws: APIFailure.self) { try await send(refresh(token)) }
        guard case .problem(let problem) = failure else {
            Issue.record("there is no problem")
            return
        }
        #expect(problem.status == 403 && problem.error == "invalid_grant")
        #expect(problem.code == "oauth.refresh-token-unknown" && problem.reference != nil)
    }

    @Test func `a passkey is added, renamed, listed and removed`() async throws {
        _ = try await signUp()
        let token = try await accountToken()
        let other = SoftwareAuthenticator(profile: .googlePasswordManager)
        let began = try await send(.enrollment(AuthenticationMethodCreateBody(type: .passkey)), token: token)
        let body = AuthenticationMethodVerifyBody(
            ceremonySession: began.ceremony.session, credentialResponse: try created(began.ceremony, on: other))
        let added = try await send(.verification(of: began.method, body), token: token)
        let credentials = (device.credentials + other.credentials).map(\.id)
        #expect(added.passkey.credentialID == credentials.last)
        #expect(added.signal?.acceptedCredentialIDs == credentials)

        let id = added.passkey.id
        let renamed = try await send(.update(of: id, AuthenticationMethodUpdateBody(name: "Phone")), token: token)
        #expect(renamed.passkey.name == "Phone" && renamed.passkey.id == id)
        let list = try await send(.passkeys, token: token)
        #expect(list.passkeys.map(\.credentialID) == credentials)
        #expect(list.passkeys.map(\.name) == [nil, "Phone"])
        #expect(list.signal?.name == "ada@example.org" && list.signal?.displayName == "Ada")

        let removed = try await send(.removal(of: id), token: token)
        #expect(removed?.unknownCredential?.credentialID == credentials.last)
    }

    @Test func `a failure on the device is reported`() async throws {
        let began = try await send(.signIn(PasskeyChallengeBody(client: client)))
        try await send(.report(PasskeyReportBody(session: began.session, reason: .canceled, error: "NotAllowedError")))
        #expect(server.notices.last?.fields["reason"] == "canceled")
    }
}
