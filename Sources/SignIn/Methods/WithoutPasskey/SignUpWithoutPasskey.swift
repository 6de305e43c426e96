// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import WebAuthnMessages
import WireFormats

/// Signs a user up on the server's pages without a passkey, where the connection allows that.
///
/// The session that begins with the sign-up is the only way into the account until its user adds a passkey. The
/// identifiers are unverified. Signing up with one of them again is rejected, so no other user takes the account over
/// this way.
package struct SignUpWithoutPasskey: Sendable {
    private let accounts: AccountStorage
    private let verification: SignUpVerification?

    package init(accounts: AccountStorage, verification: SignUpVerification? = nil) {
        self.accounts = accounts
        self.verification = verification
    }

    /// Checks the profile, and makes the sign-up, which has no authentication methods.
    package func judge(
        _ profile: SignUpProfile, for request: AdmissionRequest, by sender: RequestSender,
        in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> SignIn {
        let connection = try Admission(onHostedPages: request, to: .passkey, in: configuration).connection
        guard !connection.isSignUpDisabled else { throw .admission(.signUpDisabled(connection: connection.name)) }
        guard connection.isPasskeyOptional else { throw .admission(.passkeyRequired(connection: connection.name)) }
        let draft = try profile.draft(handle: try .forNewAccount(), under: connection.identifiers)
        try verification?.require(
            draft, in: connection,
            isStrict: configuration.isSignUpStrict(for: request.client, in: connection))
        let time = accounts.now()
        let user = User(draft, in: connection.name, createdAt: time).proving(draft.proofs)
        var method = SignIn.Method("sign-up")
        method.isRepeatable = true
        return SignIn(
            .new(user), by: method,
            authentication: AuthenticationFacts(authenticatedAt: time, methods: []),
            for: SignIn.Request(client: request.client.id, organization: nil, sender: sender),
            changing: NewAccount(proven: ProvenAddresses(proofs: draft.proofs, user: user, sender: sender)))
    }

    /// The account is all that changes.
    private struct NewAccount: SignInChange {
        let proven: ProvenAddresses

        var accountDetails: JSONObject { ["passkey": false] }

        func take(in transaction: any StorageTransaction) throws { try proven.take(in: transaction) }
        func store(for signIn: SignIn, in transaction: any StorageTransaction) {}
        func discard(because failure: SignInFailure) {}
    }
}
