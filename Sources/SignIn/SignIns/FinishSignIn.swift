// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
package import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// Finishes a sign-up or a sign-in in two steps. `verify` checks the credential's response, and `store` makes the sign-in
/// durable together with the records that its tokens need.
package struct FinishSignIn: Sendable {
    /// The credential's response to a ceremony, and the request that carries it. It is a class because each step of a sign-in
    /// passes it on.
    package final class Submission: Sendable {
        package let ceremony: Ceremony
        package let response: CredentialResponse
        /// The authenticated client.
        package let client: String
        /// The connection, if the request names it again.
        package let realm: String?
        /// The organization, if the request names it again.
        package let organization: String?
        package let userAgent: String?
        package let deviceCapability: String?
        package let address: String?
        package let reference: String?

        package init(
            ceremony: Ceremony, response: CredentialResponse, client: String, realm: String? = nil,
            organization: String? = nil, userAgent: String? = nil, deviceCapability: String? = nil,
            address: String? = nil, reference: String? = nil
        ) {
            self.ceremony = ceremony
            self.response = response
            self.client = client
            self.realm = realm
            self.organization = organization
            self.userAgent = userAgent
            self.deviceCapability = deviceCapability
            self.address = address
            self.reference = reference
        }

        var auditContext: AuditContext {
            AuditContext(
                client: ceremony.isForOwnPages ? nil : ceremony.client, address: address, reference: reference,
                userAgent: userAgent)
        }
    }

    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Verifies a response. A rejected response consumes its ceremony; nothing else is stored.
    package func verify(
        _ submission: Submission, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> VerifiedSignIn {
        let ceremony = submission.ceremony
        guard ceremony.client == submission.client, ceremony.matches(submission, in: configuration) else {
            throw .ceremony(.belongsElsewhere)
        }
        let admission = ceremony.isForOwnPages ? nil : try admission(to: submission, in: configuration)
        do {
            guard let admission else { return try await verify(atOwnPages: submission, in: configuration) }
            return try await verify(submission, under: admission)
        } catch {
            await consumeRejected(submission, because: error)
            throw error
        }
    }

    private func admission(
        to submission: Submission, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> CeremonyAdmission {
        let ceremony = submission.ceremony
        guard let client = configuration.clients[ceremony.client] else { throw .ceremony(.belongsElsewhere) }
        return try ceremonies.admit(
            CeremonyRequest(
                client: client, host: ceremony.host, realm: ceremony.connection,
                organization: ceremony.organization ?? submission.organization),
            in: configuration)
    }

    /// Consumes the ceremony and stores the sign-in with its accompanying records, as one durable unit.
    package func store(
        _ verified: VerifiedSignIn, with records: AccompanyingRecords = AccompanyingRecords()
    ) async throws(SignInFailure) -> SignedIn {
        do {
            return try await ceremonies.consume(verified.submission.ceremony) { transaction in
                let signedIn = try verified.store(in: transaction)
                try records.store(in: transaction)
                return signedIn
            }
        } catch {
            await consumeRejected(verified.submission, because: error)
            throw error
        }
    }

    private func verify(
        _ submission: Submission, under admission: CeremonyAdmission
    ) async throws(SignInFailure) -> VerifiedSignIn {
        switch submission.ceremony.purpose {
        case .signUp(let draft): try await verify(signUp: draft, submission, under: admission)
        case .signIn: try await verify(signIn: submission, under: admission)
        case .enrollment, .invitation, .setup: throw .ceremony(.purposeMismatch)
        }
    }

    private func verify(
        signUp draft: SignUpDraft, _ submission: Submission, under admission: CeremonyAdmission
    ) async throws(SignInFailure) -> VerifiedSignIn {
        let connection = admission.connection
        guard !connection.isSignUpDisabled else { throw .signUpDisabled(connection: connection.name) }
        try await ceremonies.requireUnconsumed(submission.ceremony)
        let registration = try await ceremonies.verify(
            registration: submission.response, for: submission.ceremony, under: admission)
        return VerifiedSignIn(
            signUp: draft, registration: registration, submission, organization: admission.organization?.tokenID,
            at: ceremonies.now())
    }

    private func verify(
        signIn submission: Submission, under admission: CeremonyAdmission
    ) async throws(SignInFailure) -> VerifiedSignIn {
        let (response, record) = try await read(submission)
        return try verify(response, with: record, of: submission, under: admission)
    }

    /// Verifies a sign-in or the set-up, in which no client takes part.
    private func verify(
        atOwnPages submission: Submission, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> VerifiedSignIn {
        guard ceremonies.surface == .hostedPages else { throw .ceremony(.purposeMismatch) }
        let ceremony = submission.ceremony
        switch ceremony.purpose {
        case .signIn:
            let (response, record) = try await read(submission)
            // The policy is that of the passkey's connection.
            let admission = try CeremonyAdmission(
                ownPagesAt: ceremony.host, realm: record.owner.connection, in: configuration)
            return try verify(response, with: record, of: submission, under: admission)
        case .setup(let draft, let codeHash):
            let admission = try CeremonyAdmission(
                ownPagesAt: ceremony.host, realm: ceremony.connection, in: configuration)
            try await ceremonies.requireUnconsumed(ceremony)
            let registration = try await ceremonies.verify(
                registration: submission.response, for: ceremony, under: admission)
            return VerifiedSignIn(
                signUp: draft, registration: registration, submission, setupCodeHash: codeHash, at: ceremonies.now())
        case .signUp, .enrollment, .invitation: throw .ceremony(.purposeMismatch)
        }
    }

    private func read(_ submission: Submission) async throws(SignInFailure) -> (AuthenticationResponse, OwnedPasskey) {
        let response: AuthenticationResponse
        do {
            response = try submission.response.authentication()
        } catch {
            throw .authenticationRejected(.responseMalformed(error))
        }
        return (response, try await record(of: response.credentialID, for: submission.ceremony))
    }

    private func verify(
        _ response: AuthenticationResponse, with record: OwnedPasskey, of submission: Submission,
        under admission: CeremonyAdmission
    ) throws(SignInFailure) -> VerifiedSignIn {
        do {
            let authentication = try ceremonies.verify(
                authentication: response, for: submission.ceremony, under: admission,
                with: record.passkey.storedCredential)
            return try VerifiedSignIn(
                signIn: record, authentication: authentication, submission,
                organization: admission.organization?.tokenID, at: ceremonies.now())
        } catch .authenticationRejected(.counterRegressed(let stored, let received)) {
            // Every other check has passed, so the passkey identifies its owner.
            throw .counterRegressed(
                .counterRegressed(stored: stored, received: received), passkey: record.passkey.id,
                user: record.owner.id)
        }
    }

    private func record(
        of id: CredentialID, for ceremony: Ceremony
    ) async throws(SignInFailure) -> OwnedPasskey {
        try await ceremonies.read { snapshot in
            guard try !snapshot.oneTime.isConsumed(ceremony.id) else { throw SignInFailure.ceremony(.alreadyConsumed) }
            guard let record = try snapshot.passkeys.find(by: id) else { throw SignInFailure.credentialUnknown(id) }
            return record
        }
    }
}

// MARK: Rejections

extension FinishSignIn {
    private func consumeRejected(_ submission: Submission, because failure: SignInFailure) async {
        if case .counterRegressed(_, let passkey, _) = failure {
            let time = ceremonies.now()
            await ceremonies.consumeRejected(submission.ceremony) {
                try Self.recordCounterRegression(of: passkey, submission, at: time, in: $0)
            }
        } else if failure.consumesCeremony {
            await ceremonies.consumeRejected(submission.ceremony)
        }
    }

    /// Records that a counter did not grow. The sender holds the passkey or a copy of it. Repeated attempts leave one event
    /// an hour.
    private static func recordCounterRegression(
        of id: PasskeyID, _ submission: Submission, at time: Timestamp, in transaction: any StorageTransaction
    ) throws {
        guard let passkey = try transaction.passkeys.find(id) else { return }
        let last = passkey.counterRegressedAt?.secondsSince1970 ?? .min
        guard last <= time.secondsSince1970 - 3600 else { return }
        try transaction.passkeys.recordCounterRegression(of: id, at: time)
        var details = passkey.eventDetails
        details["outcome"] = "rejected"
        try transaction.events.insert(
            submission.auditContext.event(.passkeyCounterRegressed, of: passkey.owner, at: time, details: details))
    }
}

extension Ceremony {
    /// Whether the connection and the organization that a submission names are the ceremony's. A ceremony that began without
    /// an organization may end in one that admits its users: auth0-spa-js names it only in the token request.
    fileprivate func matches(_ submission: FinishSignIn.Submission, in configuration: ConfigurationSnapshot) -> Bool {
        if let realm = submission.realm, ExactText(realm) != ExactText(connection) { return false }
        guard let organization, let name = submission.organization else { return true }
        return configuration.organization(name).map(\.tokenID) == organization
    }
}

extension SignInFailure {
    /// Whether the failure rejects the response for good. A response that could not be verified or stored may be sent again.
    var consumesCeremony: Bool {
        switch self {
        case .storageUnavailable, .tooBusy, .replayed, .ceremony: false
        default: true
        }
    }
}
