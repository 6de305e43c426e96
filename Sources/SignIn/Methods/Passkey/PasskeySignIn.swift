// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// Signs a user in with a passkey, or up with a first one.
///
/// 1. `BeginSignIn` or `BeginSignUp` returns the options for the device. The ceremony travels with them, sealed.
/// 2. `judge` has the device's response verified, and makes the sign-in. A rejected response consumes its ceremony.
/// 3. `PasskeyChange` is what the completion stores of it: the consumed ceremony, and the passkey or its use.
package struct PasskeySignIn: Sendable {
    /// The credential's response to a ceremony, and the request that carries it. It is a class because each step of a
    /// sign-in passes it on.
    package final class Submission: Sendable {
        package let ceremony: Ceremony
        package let response: CredentialResponse
        /// The authenticated client.
        package let client: String
        /// The text that the user entered to select the account, if any.
        package let identifier: String?
        /// The profile that completes a sign-up that began without identifiers.
        package let profile: SignUpProfile
        /// The connection, if the request names it again.
        package let realm: String?
        /// The organization, if the request names it again.
        package let organization: String?
        package let deviceCapability: String?
        /// Whether the user keeps the account that was going to be erased.
        package let keepsAccount: Bool
        package let sender: RequestSender
        /// The codes that prove the addresses of a sign-up.
        package let codes: [Identifier.Kind: String]

        package init(
            ceremony: Ceremony, response: CredentialResponse, client: String, identifier: String? = nil,
            profile: SignUpProfile = SignUpProfile(), realm: String? = nil, organization: String? = nil,
            deviceCapability: String? = nil, keepsAccount: Bool = false, codes: [Identifier.Kind: String] = [:],
            sender: RequestSender
        ) {
            self.ceremony = ceremony
            self.response = response
            self.client = client
            self.identifier = identifier
            self.profile = profile
            self.realm = realm
            self.organization = organization
            self.deviceCapability = deviceCapability
            self.keepsAccount = keepsAccount
            self.codes = codes
            self.sender = sender
        }
    }

    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Judges a response. A rejected one consumes its ceremony; nothing else is stored.
    package func judge(
        _ submission: Submission, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SignIn {
        let ceremony = submission.ceremony
        guard ceremony.client == submission.client, ceremony.matches(submission, in: configuration) else {
            throw .ceremony(.belongsElsewhere)
        }
        let admission = ceremony.isForOwnPages ? nil : try admission(to: submission, in: configuration)
        do throws(SignInFailure) {
            guard let admission else { return try await judgeWithoutClient(submission, in: configuration) }
            switch ceremony.purpose {
            case .signUp(let draft):
                return try await signUp(
                    draft, by: submission, under: admission, triesAllowed: configuration.tenant.codes.tries)
            case .signIn:
                let (response, record) = try await read(submission, in: configuration)
                return try accept(response, with: record, of: submission, under: admission)
            case .enrollment, .invitation, .setup, .confirmation: throw .ceremony(.purposeMismatch)
            }
        } catch {
            await ceremonies.discard(submission, because: error)
            throw error
        }
    }

    /// Judges a response that confirms an act of its owner, under an admission of the owner.
    func judge(
        _ submission: Submission, under admission: CeremonyAdmission, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SignIn {
        do throws(SignInFailure) {
            let (response, record) = try await read(submission, in: configuration)
            return try accept(response, with: record, of: submission, under: admission)
        } catch {
            await ceremonies.discard(submission, because: error)
            throw error
        }
    }

    private func admission(
        to submission: Submission, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> CeremonyAdmission {
        let ceremony = submission.ceremony
        guard let client = configuration.clients[ceremony.client] else { throw .ceremony(.belongsElsewhere) }
        return try ceremonies.admit(
            AdmissionRequest(
                client: client, host: ceremony.host, realm: ceremony.connection,
                organization: ceremony.organization ?? submission.organization),
            in: configuration)
    }

    private func signUp(
        _ draft: SignUpDraft, by submission: Submission, under admission: CeremonyAdmission, triesAllowed: Int
    ) async throws(SignInFailure) -> SignIn {
        let connection = admission.connection
        guard !connection.isSignUpDisabled else { throw .admission(.signUpDisabled(connection: connection.name)) }
        // Before the response is judged, so that the user can correct the profile.
        let draft =
            draft.awaitsIdentifiers
            ? try submission.profile.completing(draft, under: connection.identifiers) : draft
        // Also before it, so that a wrong code can be entered again without another credential.
        let proofs = draft.proofs + (try await proofs(for: draft, by: submission, triesAllowed: triesAllowed))
        let registration = try await registration(of: submission, under: admission)
        return SignIn(
            of: draft, proving: proofs, with: registration, submission,
            organization: admission.organization?.tokenID, in: ceremonies)
    }

    private func proofs(
        for draft: SignUpDraft, by submission: Submission, triesAllowed: Int
    ) async throws(SignInFailure) -> [AddressProof] {
        guard !draft.codes.isEmpty else { return [] }
        guard let verification = ceremonies.verification else { throw .ceremony(.belongsElsewhere) }
        try await ceremonies.requireUnconsumed(submission.ceremony)
        let ceremony = submission.ceremony
        return try await verification.judge(
            submission.codes, of: draft.codes, client: ceremony.client, at: ceremony.host, by: submission.sender,
            triesAllowed: triesAllowed)
    }

    /// Judges a sign-in, a sign-up or the set-up, in which no client takes part.
    private func judgeWithoutClient(
        _ submission: Submission, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SignIn {
        guard ceremonies.surface == .hostedPages else { throw .ceremony(.purposeMismatch) }
        let ceremony = submission.ceremony
        switch ceremony.purpose {
        case .signIn:
            let (response, record) = try await read(submission, in: configuration)
            // The policy is that of the passkey's connection.
            let admission = try CeremonyAdmission(
                ownPagesAt: ceremony.host, realm: record.owner.connection, in: configuration)
            return try accept(response, with: record, of: submission, under: admission)
        case .signUp(let draft):
            let admission = try CeremonyAdmission(
                ownPagesAt: ceremony.host, realm: ceremony.connection, in: configuration)
            return try await signUp(
                draft, by: submission, under: admission, triesAllowed: configuration.tenant.codes.tries)
        case .setup(let draft, let codeHash):
            let admission = try CeremonyAdmission(
                ownPagesAt: ceremony.host, realm: ceremony.connection, in: configuration)
            let registration = try await registration(of: submission, under: admission)
            return SignIn(
                of: draft, with: registration, submission, organization: nil, setupCodeHash: codeHash, in: ceremonies)
        case .enrollment, .invitation, .confirmation: throw .ceremony(.purposeMismatch)
        }
    }

    private func registration(
        of submission: Submission, under admission: CeremonyAdmission
    ) async throws(SignInFailure) -> VerifiedRegistration {
        try await ceremonies.requireUnconsumed(submission.ceremony)
        return try await ceremonies.check(
            registration: submission.response, for: submission.ceremony, under: admission)
    }

    private func read(
        _ submission: Submission, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> (AuthenticationResponse, OwnedPasskey) {
        let response: AuthenticationResponse
        do {
            response = try submission.response.authentication()
        } catch {
            throw ceremonies.reject(.authentication, because: .response(.authentication(.responseMalformed(error))))
        }
        let (id, ceremony) = (response.credentialID, submission.ceremony)
        let found = try await ceremonies.accounts.read { try $0.passkeys.find(by: id, unlessConsumed: ceremony.id) }
        guard !found.isConsumed else { throw .ceremony(.alreadyConsumed) }
        guard let record = found.passkey ?? ceremonies.decoy(id, for: ceremony, in: configuration) else {
            throw .response(.credentialUnknown(id))
        }
        return (response, record)
    }

    private func accept(
        _ response: AuthenticationResponse, with record: OwnedPasskey, of submission: Submission,
        under admission: CeremonyAdmission
    ) throws(SignInFailure) -> SignIn {
        do {
            let authentication = try ceremonies.check(
                authentication: response, for: submission.ceremony, under: admission,
                with: record.passkey.storedCredential)
            return try SignIn(
                with: record, response, verifiedAs: authentication, submission,
                organization: admission.organization?.tokenID, in: ceremonies)
        } catch .response(.authentication(.counterRegressed(let stored, let received))) {
            // Every other check has passed, so the passkey identifies its owner.
            throw .response(
                .counterRegressed(
                    .counterRegressed(stored: stored, received: received), passkey: record.passkey.id,
                    user: record.owner.id))
        }
    }
}

extension Ceremony {
    /// Whether the connection and the organization that a submission names are the ceremony's. A ceremony that began
    /// without an organization may end in one that admits its users: auth0-spa-js names it only in the token request.
    fileprivate func matches(_ submission: PasskeySignIn.Submission, in configuration: ConfigurationSnapshot) -> Bool {
        if let realm = submission.realm, ExactText(realm) != ExactText(connection) { return false }
        guard let organization, let name = submission.organization else { return true }
        return configuration.organization(name).map(\.tokenID) == organization
    }
}

// MARK: Rejections

extension CeremonyService {
    /// Consumes the ceremony of a response that is rejected for good.
    func discard(_ submission: PasskeySignIn.Submission, because failure: SignInFailure) async {
        if case .response(.counterRegressed(_, let passkey, _)) = failure {
            let time = now()
            await consumeRejected(submission.ceremony) {
                try Self.recordCounterRegression(of: passkey, submission, at: time, in: $0)
            }
        } else if failure.consumesCeremony {
            await consumeRejected(submission.ceremony)
        }
    }

    /// Records that a counter did not grow. The sender holds the passkey or a copy of it. Repeated attempts leave one
    /// event an hour.
    private static func recordCounterRegression(
        of id: PasskeyID, _ submission: PasskeySignIn.Submission, at time: Timestamp,
        in transaction: any StorageTransaction
    ) throws {
        guard let passkey = try transaction.passkeys.find(id) else { return }
        let last = passkey.counterRegressedAt?.secondsSince1970 ?? .min
        guard last <= time.secondsSince1970 - 3600 else { return }
        try transaction.passkeys.recordCounterRegression(of: id, at: time)
        var details = passkey.eventDetails
        details["outcome"] = "rejected"
        let ceremony = submission.ceremony
        try transaction.events.insert(
            submission.sender.event(
                .passkeyCounterRegressed, of: passkey.owner, client: ceremony.isForOwnPages ? nil : ceremony.client,
                at: time, details: details))
    }
}
