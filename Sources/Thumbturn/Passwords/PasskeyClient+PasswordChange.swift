// SPDX-License-Identifier: Apache-2.0

import ClientContract
import WebAuthnMessages
import WireFormats

extension PasskeyClient {
    /// Sets the password of the user who is signed in.
    ///
    /// With the current one, nothing is shown. Without it – because the account has none yet, or the user has forgotten it
    /// – the user confirms the change with a passkey that the account has had for three days.
    ///
    /// Where the account has a passkey, or somebody has been signed in to it for three days, the current password is enough
    /// only for who has been signed in that long. For others the error is ``PasskeyError/passkeyNeeded``: call this
    /// without it, and the user confirms with a passkey.
    ///
    /// Everything that the old password has opened ends, on every device. This session goes on: if the old password has
    /// opened it, the new one signs in.
    ///
    /// ```swift
    /// do {
    ///     try await client.changePassword(current: current, new: new)
    /// } catch .passkeyNeeded {
    ///     try await client.changePassword(new: new)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - current: The current password. A wrong one is ``PasskeyError/wrongPassword(username:)``, without a name.
    ///   - new: The new password. ``PasskeyError/weakPassword(_:)`` says which rules it breaks.
    @MainActor
    public func changePassword(current: String? = nil, new: String) async throws(PasskeyError) {
        try await authorizer.showing { () async throws(PasskeyError) in
            guard let session = try await keeper.current() else { throw .notSignedIn }
            let begun = try await account(.passwordChange)
            let response = current == nil ? try await confirmation(of: begun) : nil
            try authorizer.requireLatest()
            let body = AuthenticationMethodVerifyBody(
                ceremonySession: begun.session, newPassword: new, currentPassword: current,
                credentialResponse: response?.response)
            _ = try await account(.passwordSetting(of: begun.method, body), maySignIn: false)
            await goOn(session, with: new)
        }
    }

    /// Has a passkey confirm the change. Returns `nil` if the account has none that could.
    @MainActor
    private func confirmation(of begun: PasswordChangeAnswer) async throws(PasskeyError) -> DeviceResponse? {
        guard let json = begun.options else { return nil }
        guard let options = try? RequestOptions(json: json) else { throw .unexpectedResponse }
        let started = Started(
            answer: CeremonyAnswer(session: begun.session, options: json),
            relyingPartyID: options.relyingPartyID ?? context.host)
        let requests = CeremonyRequests.authentication(options, of: started.relyingPartyID)
        return try await respond(to: started, with: requests, of: .authentication)
    }

    /// The server has ended what the old password opened. If it was this session, the new password begins another. Without
    /// it, the user would be signed out as soon as the access token has expired.
    @MainActor
    private func goOn(_ session: StoredSession, with password: String) async {
        guard session.isOfPassword, let username = session.user.identifier else { return }
        let password = SavedPassword(username: username, password: password)
        _ = try? await beginSession(with: password, continuing: session)
    }
}

extension StoredSession {
    /// Whether a password has opened the session. Auth0 does not say.
    fileprivate var isOfPassword: Bool {
        claims["amr"]?.arrayValue?.contains("pwd") ?? false
    }
}

extension User {
    /// The name for a sign-in with a password.
    fileprivate var identifier: String? { email ?? phoneNumber ?? username }
}
