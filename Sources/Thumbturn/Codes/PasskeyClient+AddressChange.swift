// SPDX-License-Identifier: Apache-2.0

import ClientContract
import WebAuthnMessages

extension PasskeyClient {
    /// Begins to change the email address or the phone number of the user who is signed in, or to confirm the one that the
    /// account has. The server sends a code to the address.
    ///
    /// If the server wants a confirmation, the user gives it with a passkey that the account has had for three days.
    /// ``PasskeyError/passkeyNeeded`` if there is none.
    ///
    /// ```swift
    /// let change = try await client.beginAddressChange(to: .email("ada@example.net"))
    /// let user = try await client.finishAddressChange(change, code: code)
    /// ```
    ///
    /// - Parameters:
    ///   - address: The address that the account is going to have.
    ///   - currentPassword: Confirms the change in place of a passkey, where the account has none. Then nothing is shown.
    @MainActor
    public func beginAddressChange(
        to address: ContactAddress, currentPassword: String? = nil
    ) async throws(PasskeyError) -> AddressChange {
        guard !context.isAuth0 else { throw .notSupported }
        return try await authorizer.showing { () async throws(PasskeyError) in
            var body = AddressCreateBody(type: address.methodType)
            body.email = address.email
            body.phoneNumber = address.phoneNumber
            body.currentPassword = currentPassword
            let answer: AddressChangeAnswer
            do throws(PasskeyError) {
                answer = try await account(.addressChange(body), maySignIn: false)
            } catch .passkeyNeeded where currentPassword == nil {
                let proof = try await confirmation(of: address.changeAct)
                body.ceremonySession = proof.session
                body.credentialResponse = proof.response
                answer = try await account(.addressChange(body), maySignIn: false)
            }
            return AddressChange(to: address, method: answer.method, session: answer.session)
        }
    }

    /// Changes the address with the code that it has received.
    ///
    /// The old address is told about the change. A code that is wrong or has expired is ``PasskeyError/wrongCode``: ask for
    /// it again, or begin another change.
    ///
    /// - Parameters:
    ///   - change: What ``beginAddressChange(to:currentPassword:)`` has returned.
    ///   - code: What the user has entered. Blanks are ignored.
    /// - Returns: The user, with the new address if the server could be asked for it.
    @MainActor
    @discardableResult
    public func finishAddressChange(_ change: AddressChange, code: String) async throws(PasskeyError) -> User {
        let body = AddressVerifyBody(session: change.session, oneTimeCode: code.withoutBlanks)
        try await account(.addressVerification(of: change.method, body), maySignIn: false)
        // The address is changed, whether or not the session knows.
        _ = try? await renew()
        guard let user = try await user() else { throw .notSignedIn }
        return user
    }

    /// Has a passkey of the account confirm an act.
    @MainActor
    private func confirmation(of act: String) async throws(PasskeyError) -> (
        session: String, response: CredentialResponse
    ) {
        let begun = try await account(.confirmation(of: act), maySignIn: false)
        guard let options = try? RequestOptions(json: begun.options) else { throw .unexpectedResponse }
        let started = Started(answer: begun, relyingPartyID: options.relyingPartyID ?? context.host)
        let requests = CeremonyRequests.authentication(options, of: started.relyingPartyID)
        let response = try await respond(to: started, with: requests, of: .authentication)
        try authorizer.requireLatest()
        return (started.session, response.response)
    }
}
