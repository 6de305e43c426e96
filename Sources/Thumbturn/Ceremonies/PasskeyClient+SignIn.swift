// SPDX-License-Identifier: Apache-2.0

import ClientContract
import WebAuthnMessages

extension PasskeyClient {
    /// Signs a user in. The system shows the passkeys of this device, or a code for another device.
    ///
    /// With ``SignInOffer/passkeysAndPasswords``, the same sheet has the passwords that the user has saved for this
    /// application, too. ``SignInResult/credentialID`` is `nil` if the user took one. If it is wrong, the error is
    /// ``PasskeyError/wrongPassword(username:)``.
    ///
    /// ```swift
    /// let result = try await client.signIn(offering: .passkeysAndPasswords)
    /// if result.suggestsPasskey { offersPasskey = true }
    /// ```
    ///
    /// - Parameters:
    ///   - offer: What the sheet offers.
    ///   - allowsSecurityKeys: Whether the sheet offers security keys, too.
    ///   - extensions: What the passkey is asked for besides.
    @MainActor
    public func signIn(
        offering offer: SignInOffer = .passkeys, allowsSecurityKeys: Bool = false,
        extensions: PasskeyExtensions = PasskeyExtensions()
    ) async throws(PasskeyError) -> SignInResult {
        try await authorizer.showing { () async throws(PasskeyError) in
            let (started, credential) = try await pick(
                as: .modal, offering: offer, allowsSecurityKeys: allowsSecurityKeys, extensions: extensions)
            return try await finish(started, with: credential)
        }
    }

    /// Signs a user in if this device has a passkey, and shows nothing otherwise. Returns `nil` if there is none, or if
    /// the user would rather not.
    ///
    /// - Parameter offer: What the sheet offers. With passwords, it appears also if this device has only a password.
    @MainActor
    public func signInIfAvailable(
        offering offer: SignInOffer = .passkeys
    ) async throws(PasskeyError) -> SignInResult? {
        do throws(PasskeyError) {
            return try await authorizer.showing { () async throws(PasskeyError) in
                let (started, credential) = try await pick(as: .immediate, offering: offer)
                return try await finish(started, with: credential)
            }
        } catch .canceled {
            return nil
        } catch .noPasskeyHere {
            return nil
        }
    }

    /// Has the user sign in with a passkey, without tokens yet.
    @MainActor
    func authenticate(as presentation: Authorizer.Presentation) async throws(PasskeyError) -> (Started, DeviceResponse)
    {
        let (started, credential) = try await pick(as: presentation)
        guard case .passkey(let response) = credential else { throw .unexpectedResponse }
        return (started, response)
    }

    @MainActor
    private func pick(
        as presentation: Authorizer.Presentation, offering offer: SignInOffer = .passkeys,
        allowsSecurityKeys: Bool = false, extensions: PasskeyExtensions = PasskeyExtensions()
    ) async throws(PasskeyError) -> (Started, DeviceCredential) {
        let (started, options) = try await beginSignIn()
        let requests = CeremonyRequests.authentication(
            options, of: started.relyingPartyID, offering: offer, allowsSecurityKeys: allowsSecurityKeys,
            extensions: extensions)
        let credential = try await credential(
            for: started, with: requests, of: .authentication, as: presentation, offering: offer)
        return (started, credential)
    }
}
