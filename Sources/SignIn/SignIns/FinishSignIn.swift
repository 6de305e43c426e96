// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// Finishes a sign-up or a sign-in: the story of `POST /oauth/token` with a passkey.
package struct FinishSignIn: Sendable {
    /// What a client brings back.
    package struct Submission: Sendable {
        package var session: String
        package var response: [UInt8]
        /// The client that was authenticated; `nil` if the request named none, which leaves it to the session.
        package var client: String?
        package var host: String
        /// The connection and the organization, if the request names them once more.
        package var realm: String?
        package var organization: String?
        package var userAgent: String?
        package var deviceCapability: String?
        package var address: String?
        package var reference: String?

        package init(session: String, response: [UInt8], host: String) {
            self.session = session
            self.response = response
            self.host = host
        }
    }

    /// What else belongs to the sign-in and has to be stored with it or not at all, such as a refresh token.
    package typealias Companion<Value> = @Sendable (any StorageTransaction, SignedIn) throws -> Value

    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// The client that the session was started for, so that a request which names none can be authenticated.
    package func client(of submission: Submission) throws(SignInFailure) -> String {
        try ceremonies.open(submission.session, client: submission.client, host: submission.host).client
    }

    /// Judges the submission, then takes the ceremony and stores everything that follows, as one durable unit.
    package func callAsFunction<Value: Sendable>(
        _ submission: Submission, in configuration: ConfigurationSnapshot, with body: @escaping Companion<Value>
    ) async throws(SignInFailure) -> (signedIn: SignedIn, value: Value) {
        let ceremony = try ceremonies.open(submission.session, client: submission.client, host: submission.host)
        guard let client = configuration.clients[ceremony.client], ceremony.isNamed(by: submission, in: configuration)
        else {
            throw .ceremony(.belongsElsewhere)
        }
        let admission = try CeremonyAdmission(
            CeremonyRequest(
                client: client, host: ceremony.host, realm: ceremony.connection,
                organization: ceremony.organization ?? submission.organization),
            in: configuration)
        let companion = GuardedCompanion(body: body)
        do {
            var verified = try await judge(submission, ceremony, admission)
            verified.organization = admission.organization?.tokenID
            return try await ceremonies.take(ceremony) { [verified] transaction in
                let signedIn = try verified.store(in: transaction, submission)
                return (signedIn, try companion.run(transaction, signedIn))
            }
        } catch {
            if case .counterRegressed(_, let user) = error {
                await ceremonies.consume(ceremony) {
                    try Self.record(user, submission, ceremony, at: ceremonies.now(), in: $0)
                }
            } else if error.isVerdict {
                await ceremonies.consume(ceremony)
            }
            throw error
        }
    }

    /// Who has got as far has the passkey, or a copy; an hour of such attempts leaves one event nevertheless.
    private static func record(
        _ user: UserID, _ submission: Submission, _ ceremony: Ceremony, at time: Timestamp,
        in transaction: any StorageTransaction
    ) throws {
        guard let response = try? AuthenticationResponse(json: submission.response),
            let passkey = try transaction.passkeys.find(by: response.credentialID), passkey.owner == user
        else { return }
        let last = passkey.counterRegressedAt?.secondsSince1970 ?? .min
        guard last <= time.secondsSince1970 - 3600 else { return }
        try transaction.passkeys.recordCounterRegression(of: passkey.id, at: time)
        let auditContext = AuditContext(
            client: ceremony.client, address: submission.address, reference: submission.reference)
        var details = passkey.eventDetails
        details["outcome"] = "refused"
        try transaction.events.insert(auditContext.event(.passkeyCounterRegressed, of: user, at: time, details))
    }

    private func judge(
        _ submission: Submission, _ ceremony: Ceremony, _ admission: CeremonyAdmission
    ) async throws(SignInFailure) -> VerifiedSignIn {
        switch ceremony.purpose {
        case .signUp(let draft):
            let connection = admission.connection
            guard !connection.isSignUpDisabled else { throw .signUpDisabled(connection: connection.name) }
            try await ceremonies.requireUntaken(ceremony)
            let registration = try await ceremonies.judge(
                submission.response, ceremony, admission, isConditional: false)
            return VerifiedSignIn(signUp: draft, registration, submission, ceremony, at: ceremonies.now())
        case .signIn:
            let response: AuthenticationResponse
            do {
                response = try AuthenticationResponse(json: submission.response)
            } catch {
                throw .authenticationRejected(.responseMalformed(error))
            }
            let record = try await record(of: response.credentialID, for: ceremony)
            do {
                let verified = try ceremonies.judge(response, ceremony, admission, record.passkey.storedCredential)
                return try VerifiedSignIn(signIn: record, verified, ceremony, at: ceremonies.now())
            } catch .authenticationRejected(let rejection) {
                // Everything else holds: who this is about is known.
                if case .counterRegressed = rejection { throw .counterRegressed(rejection, record.user.id) }
                throw .authenticationRejected(rejection)
            }
        case .enrollment, .invitation:
            throw .ceremony(.purposeMismatch)
        }
    }

    private func record(
        of id: CredentialID, for ceremony: Ceremony
    ) async throws(SignInFailure) -> (passkey: Passkey, user: User) {
        do {
            return try await ceremonies.storage.read { snapshot in
                guard try !snapshot.oneTime.isTaken(ceremony.id) else { throw SignInFailure.ceremony(.alreadyTaken) }
                guard let passkey = try snapshot.passkeys.find(by: id) else {
                    throw SignInFailure.credentialUnknown(id)
                }
                guard let user = try snapshot.users.find(passkey.owner) else { throw SignInFailure.accountUnknown }
                return (passkey, user)
            }
        } catch {
            throw SignInFailure(error)
        }
    }
}

extension Ceremony {
    /// Whether what the submission says of the ceremony is true of it. A ceremony that began without an organization may end
    /// in one that admits its people: auth0-spa-js names it in the request for tokens alone.
    fileprivate func isNamed(by submission: FinishSignIn.Submission, in configuration: ConfigurationSnapshot) -> Bool {
        if let realm = submission.realm, ExactText(realm) != ExactText(connection) { return false }
        guard let organization, let name = submission.organization else { return true }
        return configuration.organization(name).map(\.tokenID) == organization
    }
}

extension SignInFailure {
    /// Whether the submission was judged and found wanting. What could not be judged or stored may be tried again, and what
    /// was taken is taken.
    var isVerdict: Bool {
        switch self {
        case .storageUnavailable, .tooBusy, .companion, .ceremony: false
        default: true
        }
    }
}

/// Tells what the caller's own part throws from what the storage does.
private struct GuardedCompanion<Value: Sendable>: Sendable {
    let body: FinishSignIn.Companion<Value>

    func run(_ transaction: any StorageTransaction, _ signedIn: SignedIn) throws -> Value {
        do {
            return try body(transaction, signedIn)
        } catch  where !(error is StorageError || error is StorageConflict) {
            throw SignInFailure.companion(error)
        }
    }
}
