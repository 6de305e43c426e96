// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WebAuthnMessages
import WebAuthnVerification
package import WireFormats

/// What a user confirms with a passkey. A response to a challenge for one act is not accepted for another.
package enum ConfirmedAct: String, CaseIterable, Sendable {
    case setPassword = "set-password"
    case removePassword = "remove-password"
    case restorePassword = "restore-password"
    case usePasskeysOnly = "use-passkeys-only"
    case usePassword = "use-password"
    case removePasskey = "remove-passkey"
    case changeEmail = "change-email"
    case changePhone = "change-phone"
}

/// Proves by a passkey, used for the act itself, that its owner wants it: the strong proof of the ladder.
///
/// 1. `begin` returns options whose challenge is for the act, with the account's settled passkeys.
/// 2. `judge` has the response verified. What it returns is stored with the act, which consumes the challenge.
package struct Confirmation: Sendable {
    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Returns the options for the client. Nothing is stored. They name no passkey if the account has none that has
    /// settled.
    package func begin(
        _ act: ConfirmedAct, by owner: AccountOwner, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> StartedCeremony<RequestOptions> {
        let account = try await ceremonies.accounts.read { try Account(owner, in: $0) }
        let admission = try ceremonies.admit(owner, realm: account.user.connection, in: configuration)
        let ceremony = ceremonies.begin(.confirmation(act, owner.user), under: admission)
        var options = RequestOptions(relyingPartyID: ceremony.relyingPartyID, challenge: ceremony.challenge)
        options.timeout = admission.policy.ceremonyLifetime * 1000
        options.userVerification = .required
        options.allowedCredentials = account.settledPasskeys(at: ceremonies.now()).map(\.origin)
            .filter { $0.relyingPartyID == options.relyingPartyID }
            .map { CredentialDescriptor(id: $0.credentialID, transports: $0.transports) }
        return StartedCeremony(options: options, session: ceremonies.seal.seal(ceremony))
    }

    /// Verifies the response to a challenge for the act. A rejected response consumes the challenge.
    func judge(
        _ proof: PasskeyProof, of act: ConfirmedAct, by owner: AccountOwner, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> ConfirmedByPasskey {
        let ceremony = try ceremonies.open(proof.session, at: owner.host)
        let client = owner.client?.id ?? CeremonyBinding.ownPages
        try ceremony.requireClient(client)
        guard case .confirmation(act, owner.user) = ceremony.purpose else { throw .ceremony(.purposeMismatch) }
        let admission = try ceremonies.admit(owner, realm: ceremony.connection, in: configuration)
        let submission = PasskeySignIn.Submission(
            ceremony: ceremony, response: proof.response, client: client, sender: owner.sender)
        let signIn = try await PasskeySignIn(ceremonies: ceremonies).judge(
            submission, under: admission, in: configuration)
        let isVerified = signIn.authentication.methods.contains("user")
        guard signIn.user.id == owner.user, isVerified, let passkey = signIn.ways.first else {
            let failure: SignInFailure =
                isVerified ? .response(.identifierMismatch) : .response(.authentication(.userVerificationMissing))
            await signIn.change.discard(because: failure)
            throw failure
        }
        return ConfirmedByPasskey(passkey: passkey, signIn: signIn)
    }
}

/// The response of a passkey that confirms an act, with the session of its challenge.
package struct PasskeyProof: Sendable {
    package let session: String
    package let response: CredentialResponse

    package init(session: String, response: CredentialResponse) {
        self.session = session
        self.response = response
    }
}

/// An act that one of the account's passkeys has confirmed. It counts once: the challenge is consumed with the act.
struct ConfirmedByPasskey: Sendable {
    let passkey: WayReference
    private let signIn: SignIn

    fileprivate init(passkey: WayReference, signIn: SignIn) {
        self.passkey = passkey
        self.signIn = signIn
    }

    /// Consumes the challenge, and rejects a passkey that has not settled.
    func take(for account: Account, in transaction: any StorageTransaction, at time: Timestamp) throws {
        try signIn.change.take(in: transaction)
        guard account.settledPasskeys(at: time).contains(where: { $0.id.way == passkey }) else {
            throw SignInFailure.account(.passkeyTooNew)
        }
        try signIn.change.store(for: signIn, in: transaction)
    }

    /// Consumes the challenge of an act that is rejected for good.
    func discard(because failure: SignInFailure) async { await signIn.change.discard(because: failure) }
}

extension Account {
    /// The passkeys that prove who asks: none that something weaker has just added.
    func settledPasskeys(at time: Timestamp) -> [Passkey] {
        passkeys.filter { $0.hasSettled(at: time) }
    }
}

extension Passkey {
    /// Whether the passkey is no longer just a token of what added it.
    package func hasSettled(at time: Timestamp) -> Bool { unconfirmedUntil.map { $0 <= time } ?? true }
}
