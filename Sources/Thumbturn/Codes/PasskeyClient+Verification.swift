// SPDX-License-Identifier: Apache-2.0

import ClientContract

extension PasskeyClient {
    /// Exchanges the response of a new passkey for tokens, together with the codes that prove the user's addresses.
    ///
    /// The server judges the codes before the response, so that the same response is sent again after a wrong code: the
    /// user makes one passkey only.
    ///
    /// - Parameter newUser: What the system's form has asked for. Otherwise the server knows the user.
    @MainActor
    func finishSignUp(
        _ started: Started, with response: DeviceResponse, newUser: NewUser? = nil, proving proof: AddressProof
    ) async throws(PasskeyError) -> SignInResult {
        let key = context.options.usesDPoP ? ProofKey() : nil
        var (started, proof) = (started, proof)
        while true {
            do throws(PasskeyError) {
                try await proof.ask(for: started.answer.verificationRequired)
                try authorizer.requireLatest()
            } catch {
                await discard(response, of: started)
                throw error
            }
            let body = tokenBody(
                for: started, with: response, scope: context.options.scope, newUser: newUser, codes: proof.codes)
            let answer: TokenAnswer
            do throws(Server.Failure) {
                answer = try await server.send(.tokens(body), provingWith: key)
            } catch {
                started = try await next(after: started, with: response, failing: error)
                continue
            }
            return try await begin(with: answer, after: response, key: key)
        }
    }

    /// The sign-up as it goes on after a wrong code, or a missing one. Throws if it doesn't go on.
    private func next(
        after started: Started, with response: DeviceResponse, failing failure: Server.Failure
    ) async throws(PasskeyError) -> Started {
        guard case .problem(let problem) = failure else { throw PasskeyError(failure) }
        if let session = problem.session, !problem.verificationRequired.isEmpty {
            var answer = CeremonyAnswer(session: session, options: started.answer.options)
            answer.verificationRequired = problem.verificationRequired
            return Started(answer: answer, relyingPartyID: started.relyingPartyID)
        }
        if let signal = problem.signal { await DeviceSignals.send(signal) }
        let error = PasskeyError(problem)
        guard error == .wrongCode else { throw error }
        if problem.signal == nil { await discard(response, of: started) }
        throw .codeExpired
    }

    /// Has the device remove a passkey that no account got.
    private func discard(_ response: DeviceResponse, of started: Started) async {
        guard !context.isAuth0, context.options.fake == nil else { return }
        let credential = SignalAnswer.UnknownCredential(
            relyingPartyID: started.relyingPartyID, credentialID: [UInt8](response.credentialID))
        await DeviceSignals.send(SignalAnswer(unknown: credential))
    }
}
