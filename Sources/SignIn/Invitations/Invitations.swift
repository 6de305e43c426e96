// SPDX-License-Identifier: Apache-2.0

package import Configuration
import Cryptography
package import IdentityModel
package import WebAuthnMessages
import WireFormats

/// Invites somebody to enroll a passkey for an account that exists, and lets them.
///
/// Invitations are answered on the server's own pages. No client takes part.
package struct Invitations: Sendable {
    /// What the page brings back.
    package struct Submission: Sendable {
        package var session: String
        package var response: [UInt8]
        package var host: String
        /// Whether what the account can be used with already goes; `nil` leaves it to the invitation.
        package var isRemovingExisting: Bool?
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

    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// What somebody is invited to.
    package struct Offer: Sendable {
        package let user: UserID
        package let host: String
        /// In seconds.
        package var validFor: Int
        package var addressedTo: Identifier.Kind?
        /// Whether what the account can be used with already goes; `nil` removes it unless somebody has proven to hold an
        /// identifier of the account.
        package var isRemovingExisting: Bool?
        package var reference: String?

        package init(user: UserID, host: String, validFor: Int) {
            self.user = user
            self.host = host
            self.validFor = validFor
        }
    }

    /// An invitation that was made.
    package struct Made: Sendable {
        /// The secret part of a link.
        package let text: String
        package let existing: ExistingAccess
        package let removesExisting: Bool
    }

    /// Makes an invitation. It is recorded that one was made, and not which.
    package func invite(_ offer: Offer) async throws(SignInFailure) -> Made {
        let time = ceremonies.now()
        let (id, user) = (Randomness.bytes(16), offer.user)
        let (existing, kind) = try await ceremonies.read { snapshot in
            let account = try Account(user, in: snapshot)
            // One identifier stays in any case, or nobody could name the account.
            let kind = offer.addressedTo ?? account.user.identifiers.first?.kind
            return (try ExistingAccess(of: account.user, addressedTo: kind, in: snapshot), kind)
        }
        var made = Invitation(
            id: id, user: user, host: offer.host,
            expiresAt: Timestamp(secondsSince1970: time.secondsSince1970 + Int64(min(offer.validFor, Self.longest))))
        made.addressedTo = kind
        made.removesExisting = offer.isRemovingExisting ?? !existing.isVerified
        let invitation = made
        try await ceremonies.write { transaction in
            _ = try Account(user, in: transaction)
            let details: JSONObject = [
                "host": .string(offer.host), "expires_at": .string("\(invitation.expiresAt)"),
                "existing": invitation.removesExisting ? "remove" : "keep",
            ]
            var event = AuditContext(reference: offer.reference).event(.userInvited, of: user, at: time, details)
            event.attributeToOperator(command: "users invite")
            try transaction.events.insert(event)
        }
        return Made(
            text: invitation.sealed(by: ceremonies.seal), existing: existing,
            removesExisting: invitation.removesExisting)
    }

    /// What the page shows before anybody's device is asked.
    package func look(
        _ text: String, host: String
    ) async throws(SignInFailure) -> (existing: ExistingAccess, removesExisting: Bool) {
        let invitation = try open(text, host)
        return try await ceremonies.read { snapshot in
            let account = try Self.account(invitation, in: snapshot)
            return (
                try ExistingAccess(of: account.user, addressedTo: invitation.addressedTo, in: snapshot),
                invitation.removesExisting
            )
        }
    }

    private static func account(_ invitation: Invitation, in snapshot: any StorageSnapshot) throws -> Account {
        guard try !snapshot.oneTime.isTaken(invitation.id) else { throw SignInFailure.invitation(.alreadyTaken) }
        return try Account(invitation.user, in: snapshot)
    }

    /// Gives the page its options, as often as it asks for them, until a passkey is enrolled. Nothing is stored.
    ///
    /// - Parameter isRemovingExisting: Whether the existing access is to be removed, which leaves room for the new passkey;
    ///   `nil` leaves it to the invitation. What is removed is decided when the ceremony is finished.
    package func begin(
        _ text: String, host: String, isRemovingExisting: Bool? = nil, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> StartedCeremony<CreationOptions> {
        let invitation = try open(text, host)
        let account = try await ceremonies.read { try Self.account(invitation, in: $0) }
        var admission = try CeremonyAdmission(ownPagesAt: host, realm: account.user.connection, in: configuration)
        let rest = invitation.expiresAt.secondsSince1970 - ceremonies.now().secondsSince1970
        admission.policy.ceremonyLifetime = min(admission.policy.ceremonyLifetime, Int(rest))
        if !(isRemovingExisting ?? invitation.removesExisting) { try account.requireRoom() }
        return ceremonies.begin(
            .invitation(invitation, account.user.handle), for: account, admission, excludesExistingCredentials: true)
    }

    /// Judges the submission, then takes ceremony and invitation and stores the passkey, as one durable unit.
    package func finish(_ submission: Submission, in configuration: ConfigurationSnapshot) async throws(SignInFailure)
        -> Enrolled
    {
        let ceremony = try ceremonies.open(submission.session, client: CeremonyBinding.ownPages, host: submission.host)
        guard case .invitation(let invitation, let handle) = ceremony.purpose else {
            throw .ceremony(.purposeMismatch)
        }
        let admission = try CeremonyAdmission(
            ownPagesAt: submission.host, realm: ceremony.connection, in: configuration)
        var enrollment = Enrollment(
            user: invitation.user, handle: handle,
            auditContext: AuditContext(
                address: submission.address, reference: submission.reference, userAgent: submission.userAgent))
        enrollment.invitation = invitation
        enrollment.isRemovingExisting = submission.isRemovingExisting ?? invitation.removesExisting
        return try await enrollment.finish(submission.response, ceremony, admission, at: ceremonies)
    }

    private func open(_ text: String, _ host: String) throws(SignInFailure) -> Invitation {
        let invitation: Invitation
        do {
            invitation = try Invitation(sealed: text, by: ceremonies.seal)
        } catch {
            throw .invitation(error)
        }
        guard invitation.expiresAt > ceremonies.now() else { throw .invitation(.expired) }
        guard invitation.host == host else { throw .invitation(.belongsElsewhere) }
        return invitation
    }
}
