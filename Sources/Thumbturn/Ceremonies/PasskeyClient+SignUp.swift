// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import ClientContract
import WebAuthnMessages

extension PasskeyClient {
    /// Signs a new user up with a passkey on this device.
    ///
    /// If there is an account already, the error is ``PasskeyError/accountExists``: offer
    /// ``signIn(offering:allowsSecurityKeys:extensions:)``.
    ///
    /// Where the server's connection has new users confirm their address, it sends a code, and `verification` asks for it
    /// once the passkey exists. It is called again after a wrong code; what it throws ends the sign-up, and the device
    /// removes the passkey (from iOS 26 on). After too many wrong codes, the error is ``PasskeyError/codeExpired``.
    ///
    /// ```swift
    /// let user = try await client.signUp(email: "ada@example.org", name: "Ada").user
    /// let user = try await client.signUp(email: email) { try await askForCode($0) }.user
    /// ```
    ///
    /// - Parameters:
    ///   - email: The email address.
    ///   - name: The full name, for display.
    ///   - verification: Asks the user for the code that the address has received.
    @MainActor
    public func signUp(
        email: String, name: String? = nil, verification: CodeEntry? = nil
    ) async throws(PasskeyError) -> SignInResult {
        try await signUp(NewUser(email: email, name: name), verification: verification)
    }

    /// Signs a new user up with a passkey on this device.
    ///
    /// See ``signUp(email:name:verification:)``.
    ///
    /// - Parameters:
    ///   - user: Who signs up.
    ///   - allowsSecurityKeys: Whether the sheet offers security keys, too.
    ///   - extensions: What the passkey is asked for besides.
    ///   - verification: Asks the user for the code that an address has received.
    @MainActor
    public func signUp(
        _ user: NewUser, allowsSecurityKeys: Bool = false, extensions: PasskeyExtensions = PasskeyExtensions(),
        verification: CodeEntry? = nil
    ) async throws(PasskeyError) -> SignInResult {
        try await authorizer.showing { () async throws(PasskeyError) in
            let (started, options) = try await beginSignUp(PasskeyRegisterBody(user, in: context))
            let proof = AddressProof(of: user, asking: verification)
            // Before there is a passkey that no account would get.
            try proof.requireEntry(for: started.answer.verificationRequired)
            let requests = CeremonyRequests.registration(
                options, of: started.relyingPartyID, in: allowsSecurityKeys ? .either : .device,
                extensions: extensions)
            let response = try await respond(to: started, with: requests, of: .registration)
            return try await finishSignUp(started, with: response, proving: proof)
        }
    }

    /// A kind of contact that the system's form for a new account can ask for.
    public enum Contact: Hashable, Sendable {
        /// An email address.
        case email
        /// A phone number.
        case phoneNumber
    }

    /// Signs a new user up with the system's form, which fills in what it knows: one tap for a user whose data the
    /// device has.
    ///
    /// The system has not verified what the user entered. If the device can't show the form, the error is
    /// ``PasskeyError/deviceCannotCreate(reason:)``, and if the user would rather not, ``PasskeyError/canceled``: show
    /// your own.
    ///
    /// - Parameters:
    ///   - contacts: What the account can be identified by, in the order of preference.
    ///   - asksName: Whether the form asks for the name, too.
    ///   - verification: Asks the user for the code that an address has received, where the connection has new users
    ///     confirm it.
    @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
    @MainActor
    public func createAccount(
        asking contacts: [Contact] = [.email], asksName: Bool = true, verification: CodeEntry? = nil
    ) async throws(PasskeyError) -> SignInResult {
        guard !context.isAuth0 else { throw .notSupported }
        return try await authorizer.showing { () async throws(PasskeyError) in
            var body = PasskeyRegisterBody(NewUser(), in: context)
            body.hasIdentifiersAtFinish = true
            let (started, options) = try await beginSignUp(body)
            let request = ASAuthorizationAccountCreationProvider().createPlatformPublicKeyCredentialRegistrationRequest(
                acceptedContactIdentifiers: contacts.map { $0 == .email ? .email : .phoneNumber },
                shouldRequestName: asksName, relyingPartyIdentifier: started.relyingPartyID,
                challenge: Data(options.challenge.bytes), userID: Data(options.user.id.bytes))
            let response = try await respond(to: started, with: [request], of: .registration)
            let proof = AddressProof(of: response.newUser ?? NewUser(), asking: verification)
            return try await finishSignUp(started, with: response, newUser: response.newUser, proving: proof)
        }
    }
}
