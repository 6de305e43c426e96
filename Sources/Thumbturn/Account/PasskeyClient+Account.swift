// SPDX-License-Identifier: Apache-2.0

import ClientContract

extension PasskeyClient {
    private static let accountScope = ["read", "create", "update", "delete"]
        .map { "\($0):me:authentication_methods" }.joined(separator: " ")

    private var accountPurpose: AccessToken.Purpose {
        AccessToken.Purpose(audience: context.accountAudience, scope: Self.accountScope)
    }

    /// Sends a request to the user's own account. If the server wants a newer sign-in for it, the user signs in again,
    /// once.
    func account<Answer>(
        _ request: APIRequest<Answer>, maySignIn: Bool = true
    ) async throws(PasskeyError) -> Answer {
        try await gateKeeper.pass()
        switch try await accountResult(of: request) {
        case .success(let answer): return answer
        case .failure(.problem(let problem)) where problem.error == "insufficient_user_authentication" && maySignIn:
            try await signInAgain()
            return try await accountAnswer(in: accountResult(of: request))
        case .failure(let failure): return try await accountAnswer(in: .failure(failure))
        }
    }

    /// A removed passkey ends the tokens from before, although they have not expired: the request is repeated with a
    /// new one.
    func accountResult<Answer>(
        of request: APIRequest<Answer>, for purpose: AccessToken.Purpose? = nil, isRepeated: Bool = false
    ) async throws(PasskeyError) -> Result<Answer, Server.Failure> {
        let authorization = try await keeper.authorization(for: purpose ?? accountPurpose)
        do throws(Server.Failure) {
            return .success(
                try await server.send(request, token: authorization.token, provingWith: authorization.key))
        } catch {
            guard case .problem(let problem) = error, problem.status == 401 else { return .failure(error) }
            await keeper.discard(authorization.token)
            guard problem.error != "insufficient_user_authentication", !isRepeated else { return .failure(error) }
            return try await accountResult(of: request, for: purpose, isRepeated: true)
        }
    }

    func accountAnswer<Answer>(
        in result: Result<Answer, Server.Failure>
    ) async throws(PasskeyError) -> Answer {
        switch result {
        case .success(let answer): return answer
        case .failure(let failure):
            if case .problem(let problem) = failure, let signal = problem.signal { await DeviceSignals.send(signal) }
            throw PasskeyError(failure)
        }
    }

    /// Has the user sign in again. It has to be the same one.
    @MainActor
    func signInAgain() async throws(PasskeyError) {
        let user = try await keeper.current()?.user
        try await authorizer.showing { () async throws(PasskeyError) in
            let (started, response) = try await authenticate(as: .modal)
            let (answer, key) = try await tokens(for: started, with: response)
            guard let claims = answer.idToken.flatMap({ IDToken.claims(of: $0, for: context) }) else {
                throw .unexpectedResponse
            }
            guard User(claims)?.id == user?.id else {
                if let token = answer.refreshToken {
                    let body = RevocationBody(client: context.client, token: token)
                    try? await server.send(.revocation(body), provingWith: key)
                }
                throw .wrongAccount
            }
            _ = try await keeper.begin(with: answer, for: mainPurpose, key: key)
            await gateKeeper.noteSignIn()
        }
    }

    /// Signals to the device which passkeys the account has, so that it offers no others. The caller doesn't wait for
    /// it.
    func synchronizeDevice() {
        guard DeviceSignals.areSupported, !context.isAuth0, context.options.fake == nil else { return }
        Task {
            let mark = await signalOrder.now
            guard case .success(let answer)? = try? await accountResult(of: .passkeys), let signal = answer.signal
            else { return }
            await signalOrder.send(signal, since: mark)
        }
    }
}
