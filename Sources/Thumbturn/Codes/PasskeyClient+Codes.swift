// SPDX-License-Identifier: Apache-2.0

import ClientContract

// Sign-ins with one-time codes, for users who have no passkey at hand.

extension PasskeyClient {
    /// Has the server send a code to an address, with which its user signs in.
    ///
    /// The server tells nobody whether there is an account with the address: the result is the same. Sending another code
    /// ends the one before. After too many, the error is ``PasskeyError/tooBusy(retryAfter:)``.
    ///
    /// ```swift
    /// let sent = try await client.sendCode(to: .email(email))
    /// let result = try await client.signIn(with: sent, code: code)
    /// if result.suggestsPasskey { offersPasskey = true }
    /// ```
    ///
    /// - Parameters:
    ///   - address: The address of the account.
    ///   - delivery: How the code reaches a phone number. A call needs ``Options/connection``.
    ///   - allowsSignUp: Whether the code creates an account if there is none. It needs ``Options/connection``, too.
    public func sendCode(
        to address: ContactAddress, by delivery: CodeDelivery = .text, allowsSignUp: Bool = false
    ) async throws(PasskeyError) -> SentCode {
        guard let connection = context.options.connection else {
            guard delivery == .text, !allowsSignUp else { throw .connectionMissing }
            return try await startPasswordless(with: address)
        }
        var body = CodeChallengeBody(client: context.client)
        body.connection = connection
        body.email = address.email
        body.phoneNumber = address.phoneNumber
        body.allowsSignUp = allowsSignUp
        if address.phoneNumber != nil { body.deliveryMethod = delivery.method }
        return SentCode(to: address, session: try await send(.codeChallenge(body)).session)
    }

    /// Signs a user in with the code that the server has sent.
    ///
    /// Shows nothing. ``SignInResult/suggestsPasskey`` says whether to offer a passkey. A code that is wrong, expired or
    /// used is ``PasskeyError/wrongCode``: ask for it again, or have another one sent.
    ///
    /// - Parameters:
    ///   - sent: What ``sendCode(to:by:allowsSignUp:)`` has returned.
    ///   - code: What the user has entered. Blanks are ignored.
    @MainActor
    public func signIn(with sent: SentCode, code: String) async throws(PasskeyError) -> SignInResult {
        try await authorizer.showing { () async throws(PasskeyError) in
            let user = try await beginSession(with: tokenBody(for: sent, code: code))
            return SignInResult(user: user, suggestsPasskey: await hasNoPasskey(isNew: false))
        }
    }

    /// The code of this form is bound to the client and the address, and to nothing else.
    private func startPasswordless(with address: ContactAddress) async throws(PasskeyError) -> SentCode {
        var body = PasswordlessStartBody(client: context.client)
        body.connection = address.passwordlessConnection
        body.email = address.email
        body.phoneNumber = address.phoneNumber
        body.kind = "code"
        try await send(.passwordlessStart(body))
        return SentCode(to: address, session: nil)
    }

    private func tokenBody(for sent: SentCode, code: String) -> TokenBody {
        let options = context.options
        let isBound = sent.session != nil
        return TokenBody(
            client: context.client, grantType: "http://auth0.com/oauth/grant-type/passwordless/otp",
            scope: options.scope, audience: options.audience,
            realm: isBound ? nil : sent.address.passwordlessConnection, organization: options.organization,
            ceremonySession: sent.session, username: isBound ? nil : sent.address.text, oneTimeCode: code.withoutBlanks)
    }
}

extension String {
    /// A code as it is sent: messages and pages may show it in groups.
    var withoutBlanks: String { filter { !$0.isWhitespace } }
}

extension PasskeyError {
    fileprivate static var connectionMissing: PasskeyError {
        .misconfigured(
            code: "connection-missing",
            message:
                "Set Options.connection: without it, the server only sends codes in messages, to existing accounts.",
            reference: nil)
    }
}
