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

    /// Signs a user in if this device has a passkey, and shows nothing otherwise. Returns `nil` if there is none, or if
    /// the user would rather not.
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
