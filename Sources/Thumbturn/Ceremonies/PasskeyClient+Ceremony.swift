// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import ClientContract
import WebAuthnMessages
import WireFormats

// The three steps of every ceremony: options, response, tokens.

extension PasskeyClient {
    /// A ceremony that the server has begun.
    struct Started: Sendable {
        let answer: CeremonyAnswer
        let relyingPartyID: String

        var session: String { answer.session }
    }

    /// Asks the server for the options of a sign-in.
    func beginSignIn() async throws(PasskeyError) -> (Started, RequestOptions) {
        var body = PasskeyChallengeBody(client: context.client)
        body.realm = context.options.connection
        body.organization = context.options.organization
        let answer = try await send(.signIn(body))
        do {
            let options = try RequestOptions(json: answer.options)
            return (Started(answer: answer, relyingPartyID: options.relyingPartyID ?? context.host), options)
        } catch {
            throw .unexpectedResponse
        }
    }

    /// Asks the server for the options of a sign-up.
    func beginSignUp(_ body: PasskeyRegisterBody) async throws(PasskeyError) -> (Started, CreationOptions) {
        try creation(await send(.signUp(body)))
    }

    func creation(_ answer: CeremonyAnswer) throws(PasskeyError) -> (Started, CreationOptions) {
        do {
            let options = try CreationOptions(json: answer.options)
            return (Started(answer: answer, relyingPartyID: options.relyingPartyID ?? context.host), options)
        } catch {
            throw .unexpectedResponse
        }
    }

    /// Has the device respond with a passkey. If it doesn't, the server learns why.
    @MainActor
    func respond(
        to started: Started, with requests: [ASAuthorizationRequest]?, of kind: DeviceError.Request,
        as presentation: Authorizer.Presentation = .modal
    ) async throws(PasskeyError) -> DeviceResponse {
        let credential = try await credential(for: started, with: requests, of: kind, as: presentation)
        guard case .passkey(let response) = credential else { throw .unexpectedResponse }
        return response
    }

    /// Has the user pick a credential on the device. If there is none, the server learns why.
    @MainActor
    func credential(
        for started: Started, with requests: [ASAuthorizationRequest]?, of kind: DeviceError.Request,
        as presentation: Authorizer.Presentation, offering offer: SignInOffer = .passkeys
    ) async throws(PasskeyError) -> DeviceCredential {
        if let fake = context.options.fake { return try fake.respond(to: kind, offering: offer) }
        guard let requests, let anchor = context.options.anchor() else { throw .notSupported }
        do throws(DeviceError) {
            return try await authorizer.perform(requests, as: presentation, in: anchor)
        } catch {
            let reason = error.passkeyError(of: kind, at: started.relyingPartyID)
            report(error, meaning: reason, in: started)
            throw reason
        }
    }

    /// Signs the user in with what was picked.
    @MainActor
    func finish(
        _ started: Started, with credential: DeviceCredential
    ) async throws(PasskeyError) -> SignInResult {
        switch credential {
        case .passkey(let response): try await finish(started, with: response)
        case .password(let password): try await signIn(with: password)
        }
    }

    /// Exchanges the response for tokens, and begins the session.
    func finish(_ started: Started, with response: DeviceResponse) async throws(PasskeyError) -> SignInResult {
        let (answer, key) = try await tokens(for: started, with: response)
        return try await begin(with: answer, after: response, key: key)
    }

    /// Begins the session of a user whose passkey the server has accepted.
    func begin(
        with answer: TokenAnswer, after response: DeviceResponse, key: ProofKey?
    ) async throws(PasskeyError) -> SignInResult {
        let user = try await keeper.begin(with: answer, for: mainPurpose, key: key)
        await gateKeeper.noteSignIn()
        synchronizeDevice()
        return SignInResult(
            user: user, credentialID: response.credentialID, usedAnotherDevice: response.usedAnotherDevice,
            extensions: response.extensions)
    }

    func tokens(
        for started: Started, with response: DeviceResponse
    ) async throws(PasskeyError) -> (TokenAnswer, ProofKey?) {
        let key = context.options.usesDPoP ? ProofKey() : nil
        return (try await tokens(for: started, with: response, key: key, scope: context.options.scope), key)
    }

    func tokens(
        for started: Started, with response: DeviceResponse, key: ProofKey?, scope: String
    ) async throws(PasskeyError) -> TokenAnswer {
        try await send(.tokens(tokenBody(for: started, with: response, scope: scope)), provingWith: key)
    }

    func tokenBody(
        for started: Started, with response: DeviceResponse, scope: String, newUser: NewUser? = nil,
        codes: [String: String] = [:]
    ) -> TokenBody {
        let options = context.options
        return TokenBody(
            client: context.client, grantType: "urn:okta:params:oauth:grant-type:webauthn", scope: scope,
            audience: options.audience, realm: options.connection, organization: options.organization,
            ceremonySession: started.session, credentialResponse: response.response, profile: newUser?.profile,
            verification: codes)
    }

    /// The purpose of the tokens of a sign-in.
    var mainPurpose: AccessToken.Purpose { AccessToken.Purpose(audience: context.options.audience, scope: nil) }

    /// Sends a request without a token. What the server says about a passkey with a problem goes to the device.
    func send<Answer>(
        _ request: APIRequest<Answer>, provingWith key: ProofKey? = nil
    ) async throws(PasskeyError) -> Answer {
        do throws(Server.Failure) {
            return try await server.send(request, provingWith: key)
        } catch {
            if case .problem(let problem) = error, let signal = problem.signal { await DeviceSignals.send(signal) }
            throw PasskeyError(error)
        }
    }

    /// Reports to the server why a ceremony failed on the device. The caller doesn't wait for it.
    func report(_ error: DeviceError, meaning reason: PasskeyError, in started: Started) {
        guard !context.isAuth0 else { return }
        let body = PasskeyReportBody(
            session: started.session, reason: error.reportReason(of: reason), error: error.name)
        Task { try? await server.send(.report(body)) }
    }
}
