// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// Finishes a sign-up or a sign-in: the story of `POST /oauth/token` with a passkey.
package struct FinishSignIn: Sendable {
    /// What a client brings back.
    package struct Answer: Sendable {
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

    private let desk: CeremonyDesk

    package init(desk: CeremonyDesk) {
        self.desk = desk
    }

    /// The client that the session was begun for, so that a request which names none can be authenticated.
    package func client(of answer: Answer) throws(SignInFailure) -> String {
        try desk.open(answer.session, client: answer.client, host: answer.host).client
    }

    /// Judges the answer, then takes the ceremony and stores everything that follows, as one durable unit.
    package func callAsFunction<Value: Sendable>(
        _ answer: Answer, in directory: Directory, with body: @escaping Companion<Value>
    ) async throws(SignInFailure) -> (signedIn: SignedIn, value: Value) {
        let ceremony = try desk.open(answer.session, client: answer.client, host: answer.host)
        guard let client = directory.clients[ceremony.client], ceremony.isNamed(by: answer, in: directory) else {
            throw .ceremony(.belongsElsewhere)
        }
        let admission = try CeremonyAdmission(
            CeremonyRequest(
                client: client, host: ceremony.host, realm: ceremony.connection,
                organization: ceremony.organization ?? answer.organization),
            in: directory)
        let companion = GuardedCompanion(body: body)
        do {
            var judged = try await judge(answer, ceremony, admission)
            judged.organization = admission.organization?.tokenID
            return try await desk.take(ceremony) { [judged] transaction in
                let signedIn = try judged.store(in: transaction, answer)
                return (signedIn, try companion.run(transaction, signedIn))
            }
        } catch {
            if case .counterRegressed(_, let user) = error {
                await desk.burn(ceremony) { try Self.record(user, answer, ceremony, at: desk.now(), in: $0) }
            } else if error.isVerdict {
                await desk.burn(ceremony)
            }
            throw error
        }
    }

    /// Who has got as far has the passkey, or a copy; an hour of such attempts leaves one event nevertheless.
    private static func record(
        _ user: UserID, _ answer: Answer, _ ceremony: Ceremony, at time: Timestamp,
        in transaction: any StorageTransaction
    ) throws {
        guard let response = try? AuthenticationResponse(json: answer.response),
            let passkey = try transaction.passkeys.find(by: response.credentialID), passkey.owner == user
        else { return }
        let last = passkey.counterRegressedAt?.secondsSince1970 ?? .min
        guard last <= time.secondsSince1970 - 3600 else { return }
        try transaction.passkeys.recordCounterRegression(of: passkey.id, at: time)
        let occasion = Occasion(client: ceremony.client, address: answer.address, reference: answer.reference)
        var details = passkey.eventDetails
        details["outcome"] = "refused"
        try transaction.events.insert(occasion.event(.passkeyCounterRegressed, of: user, at: time, details))
    }

    private func judge(
        _ answer: Answer, _ ceremony: Ceremony, _ admission: CeremonyAdmission
    ) async throws(SignInFailure) -> JudgedAnswer {
        switch ceremony.purpose {
        case .signUp(let draft):
            let connection = admission.connection
            guard !connection.isSignUpDisabled else { throw .signUpDisabled(connection: connection.name) }
            try await desk.requireUntaken(ceremony)
            let registration = try await desk.judge(answer.response, ceremony, admission, isConditional: false)
            return JudgedAnswer(signUp: draft, registration, answer, ceremony, at: desk.now())
        case .signIn:
            let response: AuthenticationResponse
            do {
                response = try AuthenticationResponse(json: answer.response)
            } catch {
                throw .authenticationRejected(.responseMalformed(error))
            }
            let record = try await record(of: response.credentialID, for: ceremony)
            do {
                let verified = try desk.judge(response, ceremony, admission, record.passkey.storedCredential)
                return try JudgedAnswer(signIn: record, verified, ceremony, at: desk.now())
            } catch .authenticationRejected(let rejection) {
                // Everything else holds: who this is about is known.
                if case .counterRegressed = rejection { throw .counterRegressed(rejection, record.user.id) }
                throw .authenticationRejected(rejection)
            }
        case .enrolment, .invitation:
            throw .ceremony(.purposeMismatch)
        }
    }

    private func record(
        of id: CredentialID, for ceremony: Ceremony
    ) async throws(SignInFailure) -> (passkey: Passkey, user: User) {
        do {
            return try await desk.storage.read { snapshot in
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
    /// Whether what the answer says of the ceremony is true of it. A ceremony that began without an organization may end
    /// in one that admits its people: auth0-spa-js names it in the request for tokens alone.
    fileprivate func isNamed(by answer: FinishSignIn.Answer, in directory: Directory) -> Bool {
        if let realm = answer.realm, ExactText(realm) != ExactText(connection) { return false }
        guard let organization, let name = answer.organization else { return true }
        return directory.organization(name).map(\.tokenID) == organization
    }
}

extension SignInFailure {
    /// Whether the answer was judged and found wanting. What could not be judged or stored may be tried again, and what
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
