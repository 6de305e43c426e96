// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import IdentityModel
package import WebAuthnMessages
import WireFormats

/// Invites somebody to enrol a passkey for an account that exists, and lets them.
///
/// Invitations are answered on the server's own pages. No client takes part.
package struct Invitations: Sendable {
    /// What the page brings back.
    package struct Answer: Sendable {
        package var session: String
        package var response: [UInt8]
        package var host: String
        package var userAgent: String?
        package var address: String?
        package var reference: String?

        package init(session: String, response: [UInt8], host: String) {
            self.session = session
            self.response = response
            self.host = host
        }
    }

    /// The longest that an invitation is good for, in seconds: 30 days.
    package static let longest = 30 * 86_400

    private let desk: CeremonyDesk

    package init(desk: CeremonyDesk) {
        self.desk = desk
    }

    /// Makes an invitation: the secret part of a link. It is recorded that one was made, and not which.
    package func invite(
        _ user: UserID, host: String, validFor seconds: Int, reference: String? = nil
    ) async throws(SignInFailure) -> String {
        let time = desk.now()
        let invitation = Invitation(
            id: Randomness.bytes(16), user: user, host: host,
            expiresAt: Timestamp(secondsSince1970: time.secondsSince1970 + Int64(min(seconds, Self.longest))))
        try await desk.write { transaction in
            _ = try Account(user, in: transaction)
            let details: JSONObject = [
                "host": .string(host), "expires_at": .string("\(invitation.expiresAt)"),
            ]
            var event = Occasion(reference: reference).event(.userInvited, of: user, at: time, details)
            event.attributeToOperator(command: "users invite")
            try transaction.events.insert(event)
        }
        return invitation.sealed(by: desk.seal)
    }

    /// Gives the page its options, as often as it is loaded, until a passkey is enrolled. Nothing is stored.
    package func begin(
        _ text: String, host: String, in directory: Directory
    ) async throws(SignInFailure) -> Begun<CreationOptions> {
        let invitation = try open(text, host)
        let account = try await desk.read { snapshot in
            guard try !snapshot.oneTime.isTaken(invitation.id) else {
                throw SignInFailure.invitation(.alreadyTaken)
            }
            return try Account(invitation.user, in: snapshot)
        }
        var admission = try CeremonyAdmission(ownPagesAt: host, realm: account.user.connection, in: directory)
        let rest = invitation.expiresAt.secondsSince1970 - desk.now().secondsSince1970
        admission.policy.validFor = min(admission.policy.validFor, Int(rest))
        return try desk.begin(
            .invitation(invitation, account.user.handle), for: account, admission, isExcluding: true)
    }

    /// Judges the answer, then takes ceremony and invitation and stores the passkey, as one durable unit.
    package func finish(_ answer: Answer, in directory: Directory) async throws(SignInFailure) -> Enrolled {
        let ceremony = try desk.open(answer.session, client: CeremonyPlace.ownPages, host: answer.host)
        guard case .invitation(let invitation, let handle) = ceremony.purpose else {
            throw .ceremony(.purposeMismatch)
        }
        let admission = try CeremonyAdmission(ownPagesAt: answer.host, realm: ceremony.connection, in: directory)
        var enrolment = Enrolment(
            user: invitation.user, handle: handle,
            occasion: Occasion(address: answer.address, reference: answer.reference, userAgent: answer.userAgent))
        enrolment.invitation = invitation
        return try await enrolment.finish(answer.response, ceremony, admission, at: desk)
    }

    private func open(_ text: String, _ host: String) throws(SignInFailure) -> Invitation {
        let invitation: Invitation
        do {
            invitation = try Invitation(sealed: text, by: desk.seal)
        } catch {
            throw .invitation(error)
        }
        guard invitation.expiresAt > desk.now() else { throw .invitation(.expired) }
        guard invitation.host == host else { throw .invitation(.belongsElsewhere) }
        return invitation
    }
}
