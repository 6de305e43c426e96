// SPDX-License-Identifier: Apache-2.0

import ClientContract
import WebAuthnMessages

extension PasskeyClient {
    /// Signs a user in. The system shows the passkeys of this device, or a code for another device.
    ///
    /// - Parameters:
    ///   - allowsSecurityKeys: Whether the sheet offers security keys, too.
    ///   - extensions: What the passkey is asked for besides.
    @MainActor
    public func signIn(
        allowsSecurityKeys: Bool = false, extensions: PasskeyExtensions = PasskeyExtensions()
    ) async throws(PasskeyError) -> SignInResult {
        try await authorizer.showing { () async throws(PasskeyError) in
            let (started, response) = try await authenticate(
                as: .modal, allowsSecurityKeys: allowsSecurityKeys, extensions: extensions)
            return try await finish(started, with: response)
        }
    }

    /// Signs a user in if this device has a passkey, and shows nothing otherwise. Returns `nil` if there is none, or if the user
    /// would rather not.
    @MainActor
    public func signInIfAvailable() async throws(PasskeyError) -> SignInResult? {
        do throws(PasskeyError) {
            return try await authorizer.showing { () async throws(PasskeyError) in
                let (started, response) = try await authenticate(as: .immediate)
                return try await finish(started, with: response)
            }
        } catch .canceled {
            return nil
        } catch .noPasskeyHere {
            return nil
        }
    }

    /// Offers passkeys in the suggestions of a field with the content type `.username`, and returns when the user has signed in
    /// with one.
    ///
    /// Call it while the field is visible, and cancel its task when it disappears. It stays armed while other sheets come and go,
    /// and renews its challenge before it expires.
    ///
    /// - Parameter onPick: Called when the user has picked a passkey. An error before that is of no interest to the user.
    @available(macOS, unavailable)
    @available(macCatalyst, unavailable)
    @MainActor
    public func signInWithAutoFill(onPick: @MainActor () -> Void = {}) async throws(PasskeyError) -> SignInResult {
        if context.options.fake != nil {
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
            throw .canceled
        }
        let signIns = await keeper.signIns
        while true {
            await authorizer.waitUntilIdle()
            guard !Task.isCancelled, await keeper.signIns == signIns else { throw .canceled }
            let (started, options) = try await beginSignIn()
            let requests = CeremonyRequests.authentication(options, of: started.relyingPartyID)
            guard let anchor = context.options.anchor() else { throw .notSupported }
            let renewal = renewal(after: options.timeout ?? 300_000)
            defer { renewal.cancel() }
            let response: DeviceResponse
            do throws(DeviceError) {
                response = try await authorizer.perform(requests, as: .autoFill, in: anchor)
            } catch {
                let reason = error.passkeyError(of: .authentication, at: started.relyingPartyID)
                // Something was shown, or the challenge is too old.
                if reason == .canceled || reason == .timedOut, !Task.isCancelled { continue }
                if reason != .canceled { report(error, meaning: reason, in: started) }
                throw reason
            }
            onPick()
            return try await finish(started, with: response)
        }
    }

    /// Ends a request for AutoFill shortly before its challenge expires.
    @MainActor
    private func renewal(after milliseconds: Int) -> Task<Void, Never> {
        let seconds = max(milliseconds / 1000 - 30, 1)
        return Task { @MainActor in
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
            authorizer.cancel()
        }
    }

    @MainActor
    func authenticate(
        as presentation: Authorizer.Presentation, allowsSecurityKeys: Bool = false,
        extensions: PasskeyExtensions = PasskeyExtensions()
    ) async throws(PasskeyError) -> (Started, DeviceResponse) {
        let (started, options) = try await beginSignIn()
        let requests = CeremonyRequests.authentication(
            options, of: started.relyingPartyID, allowsSecurityKeys: allowsSecurityKeys, extensions: extensions)
        return (started, try await respond(to: started, with: requests, of: .authentication, as: presentation))
    }
}
