// SPDX-License-Identifier: Apache-2.0

import ClientContract

extension PasskeyClient {
    private static let deviceKeyGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    /// Returns what the keychain has. Nobody is asked.
    func localDeviceKey() throws(PasskeyError) -> LocalDeviceKey? {
        try LocalDeviceKey.read(from: keeper.items)
    }

    func forget(_ key: LocalDeviceKey) throws(PasskeyError) {
        try key.remove(from: keeper.items)
    }

    func makeDeviceKey(protectedBy protection: DeviceKeys.Protection) throws(PasskeyError) -> DeviceKeyPair {
        guard !context.isAuth0 else { throw .notSupported }
        return context.options.fake == nil ? .enclave(try EnclaveKey(protectedBy: protection)) : .fake(FakeDeviceKey())
    }

    private func deviceKeyChallenge() async throws(PasskeyError) -> DeviceKeyChallenge {
        var body = DeviceKeyChallengeBody(client: context.client)
        body.realm = context.options.connection
        return DeviceKeyChallenge(try await send(.deviceKeyChallenge(body)))
    }

    // MARK: Registering

    @MainActor
    func registerDeviceKey(
        named name: String, protection: DeviceKeys.Protection, reason: String
    ) async throws(PasskeyError) -> DeviceKey {
        guard let user = try await keeper.current()?.user else { throw .notSignedIn }
        let old = try localDeviceKey()
        let pair = try makeDeviceKey(protectedBy: protection)
        // Before the owner is asked, so that nothing that the server lacks is found out only afterwards.
        let challenge = try await deviceKeyChallenge()
        let key = try await pair.unlocked(reason: reason)
        let answer: DeviceKeyAnswer
        do throws(PasskeyError) {
            answer = try await register(key, named: name, of: user, for: challenge)
        } catch .signInTooOld, .passkeyNeeded {
            // That may take longer than a statement is valid.
            try await signInAgain()
            answer = try await register(key, named: name, of: user, for: deviceKeyChallenge())
        }
        try LocalDeviceKey(id: answer.id, user: user.id, pair: pair).write(to: keeper.items)
        if let old, old.user == user.id, old.id != answer.id, !old.hasBegun(try await keeper.current()) {
            // Nothing can sign with it any longer. Otherwise, the user finds it in the list.
            try? await account(.deviceKeyRemoval(of: old.id), maySignIn: false)
        }
        return DeviceKey(answer, isOnThisDevice: true)
    }

    @MainActor
    private func register(
        _ key: any AssertionKey, named name: String, of user: User, for challenge: DeviceKeyChallenge
    ) async throws(PasskeyError) -> DeviceKeyAnswer {
        let assertion = try await challenge.assertion(of: user.id, signedBy: key, withID: nil, in: context)
        try authorizer.requireLatest()
        let body = DeviceKeyCreateBody(
            session: challenge.session, deviceName: name, publicKey: key.publicKey, assertion: assertion)
        return try await account(.deviceKeyRegistration(body), maySignIn: false)
    }

    // MARK: Signing in

    @MainActor
    func signInWithDeviceKey(reason: String) async throws(PasskeyError) -> User {
        guard var key = try localDeviceKey() else { throw .noDeviceKeyHere }
        let challenge = try await deviceKeyChallenge()
        let assertion: String
        do throws(PasskeyError) {
            let unlocked = try await key.pair.unlocked(reason: reason)
            assertion = try await challenge.assertion(
                of: key.user, signedBy: unlocked, withID: key.id, in: context)
        } catch .deviceKeyInvalid {
            try forget(key)
            throw .deviceKeyInvalid
        }
        let user = try await beginSession(with: tokenBody(in: challenge.session, assertion: assertion))
        key.signIn = try await keeper.current()?.signIn
        try key.update(in: keeper.items)
        return user
    }

    @MainActor
    func signIn(with legacy: LegacyDeviceKey, reason: String) async throws(PasskeyError) -> User {
        guard !context.isAuth0 else { throw .notSupported }
        let key = try LegacySigner(legacy)
        let challenge = try await deviceKeyChallenge()
        // The key itself may need nobody: earlier libraries asked apart from it.
        if context.options.fake == nil {
            try await DeviceOwner.pass(DeviceKeys.Protection.userPresence, reason: reason)
        }
        let id = DeviceKeyID.text(for: legacy.user, publicKey: key.publicKey)
        let assertion = try await challenge.assertion(of: legacy.user, signedBy: key, withID: id, in: context)
        return try await beginSession(with: tokenBody(in: challenge.session, assertion: assertion))
    }

    /// Creates a passkey in a session that a device key has just begun. No sheet for a newer sign-in: there may be no
    /// passkey to sign in with.
    @MainActor
    func addPasskeyAfterDeviceKey() async throws(PasskeyError) -> Passkey {
        do throws(PasskeyError) {
            return try await enroll(in: .device, maySignIn: false)
        } catch .signInTooOld {
            throw .passkeyNeeded
        }
    }

    // MARK: Signing up

    @MainActor
    func signUpWithDeviceKey(
        _ user: NewUser, named name: String, protection: DeviceKeys.Protection, reason: String,
        verification: CodeEntry?
    ) async throws(PasskeyError) -> SignInResult {
        let pair = try makeDeviceKey(protectedBy: protection)
        let body = DeviceKeyRegisterBody(user, named: name, publicKey: try pair.publicKey(), in: context)
        var challenge = DeviceKeyChallenge(try await send(.deviceKeySignUp(body)))
        var proof = AddressProof(of: user, asking: verification)
        var unlocked: (any AssertionKey)?
        let proofKey = context.options.usesDPoP ? ProofKey() : nil
        while true {
            try await proof.ask(for: challenge.verificationRequired)
            try authorizer.requireLatest()
            // After the code, for which the user may have left the application. A wrong one doesn't cause another question.
            let key: any AssertionKey
            if let unlocked { key = unlocked } else { key = try await pair.unlocked(reason: reason) }
            unlocked = key
            let assertion = try await challenge.assertion(of: nil, signedBy: key, withID: nil, in: context)
            try authorizer.requireLatest()
            let body = tokenBody(in: challenge.session, assertion: assertion, codes: proof.codes)
            let answer: TokenAnswer
            do throws(Server.Failure) {
                answer = try await server.send(.tokens(body), provingWith: proofKey)
            } catch {
                challenge = try next(after: challenge, failing: error)
                continue
            }
            let new = try await keeper.begin(with: answer, for: mainPurpose, key: proofKey)
            await gateKeeper.noteSignIn()
            let id = DeviceKeyID.text(for: new.id, publicKey: key.publicKey)
            let signIn = try await keeper.current()?.signIn
            try LocalDeviceKey(id: id, user: new.id, pair: pair, signIn: signIn).write(to: keeper.items)
            return SignInResult(user: new, suggestsPasskey: true)
        }
    }

    /// The sign-up as it goes on after a wrong code, or a missing one. Throws if it doesn't go on.
    private func next(
        after challenge: DeviceKeyChallenge, failing failure: Server.Failure
    ) throws(PasskeyError) -> DeviceKeyChallenge {
        guard case .problem(let problem) = failure else { throw PasskeyError(failure) }
        if let session = problem.session, !problem.verificationRequired.isEmpty {
            var next = challenge
            (next.session, next.verificationRequired) = (session, problem.verificationRequired)
            return next
        }
        let error = PasskeyError(problem)
        throw error == .wrongCode ? .codeExpired : error
    }

    private func tokenBody(
        in session: String, assertion: String, codes: [String: String] = [:]
    ) -> TokenBody {
        let options = context.options
        return TokenBody(
            client: context.client, grantType: Self.deviceKeyGrant, scope: options.scope, audience: options.audience,
            organization: options.organization, ceremonySession: session, verification: codes, assertion: assertion)
    }
}
