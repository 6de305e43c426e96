// SPDX-License-Identifier: Apache-2.0

package import Configuration
import Cryptography
package import IdentityModel
package import WebAuthnMessages
import WireFormats

/// Issues invitations to enroll a passkey in an existing account, and accepts them.
///
/// Invitations are accepted on the server's own pages. No client takes part.
///
/// 1. An administrator has `issue` make an `Invitation`, and sends it, sealed in a link, to the user. Only an audit event is
///    stored.
/// 2. The page of the link shows the `ExistingAccess` that `preview` returns, and `begin` starts a ceremony of the
///    invitation.
/// 3. `finish` makes an `Enrollment` of the response. One transaction consumes the ceremony and the invitation, removes
///    the existing access if that was chosen, and stores the passkey.
package struct Invitations: Sendable {
    /// The session and the response that the page sends back.
    package struct Submission: Sendable {
        package var session: String
        package var response: CredentialResponse
        package var host: String
        /// Whether the account's existing access is removed; `nil` leaves it to the invitation.
        package var isRemovingExisting: Bool?
        package let sender: RequestSender

        package init(session: String, response: CredentialResponse, host: String, sender: RequestSender) {
            self.session = session
            self.response = response
            self.host = host
            self.sender = sender
        }
    }

    /// The longest lifetime of an invitation in seconds: 30 days.
    package static let longest = 30 * 86_400

    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// An administrator's request for an invitation.
    package struct Request: Sendable {
        package let user: UserID
        package let host: String
        /// In seconds.
        package var validFor: Int
        package var addressedTo: Identifier.Kind?
        /// Whether the account's existing access is removed; `nil` removes it unless an identifier of the account is
        /// verified.
        package var isRemovingExisting: Bool?

        package init(user: UserID, host: String, validFor: Int) {
            self.user = user
            self.host = host
            self.validFor = validFor
        }
    }

    /// An issued invitation.
    package struct Issued: Sendable {
        /// The secret part of a link.
        package let text: String
        package let existing: ExistingAccess
        package let removesExisting: Bool
    }

    /// The contents of an invitation.
    package struct Preview: Sendable {
        package let existing: ExistingAccess
        package let removesExisting: Bool
    }

    /// Issues an invitation. The audit event does not identify it.
    package func issue(_ request: Request, by administrator: Administrator) async throws(SignInFailure) -> Issued {
        let time = ceremonies.now()
        let (id, user) = (Randomness.bytes(16), request.user)
        let (existing, kind) = try await ceremonies.accounts.read { snapshot in
            let account = try Account(user, in: snapshot)
            // One identifier always remains, so that the account can be named.
            let kind = request.addressedTo ?? account.user.identifiers.first?.kind
            return (try ExistingAccess(of: account.user, addressedTo: kind, in: snapshot), kind)
        }
        var issued = Invitation(
            id: id, user: user, host: request.host,
            expiresAt: Timestamp(secondsSince1970: time.secondsSince1970 + Int64(min(request.validFor, Self.longest))))
        issued.addressedTo = kind
        issued.removesExisting = request.isRemovingExisting ?? !existing.isVerified
        let invitation = issued
        try await ceremonies.accounts.write { transaction in
            _ = try Account(user, in: transaction)
            let details: JSONObject = [
                "host": .string(request.host), "expires_at": .string("\(invitation.expiresAt)"),
                "existing": invitation.removesExisting ? "remove" : "keep",
            ]
            var event = AuditEvent(.userInvited, at: time)
            event.user = user
            event.details = details
            event.attribute(to: administrator)
            try transaction.events.insert(event)
        }
        return Issued(
            text: invitation.sealed(by: ceremonies.seal), existing: existing,
            removesExisting: invitation.removesExisting)
    }

    /// Returns what the page shows before it asks the device for a passkey.
    package func preview(_ text: String, at host: String) async throws(SignInFailure) -> Preview {
        let invitation = try open(text, at: host)
        return try await ceremonies.accounts.read { snapshot in
            let account = try Self.account(of: invitation, in: snapshot)
            return Preview(
                existing: try ExistingAccess(of: account.user, addressedTo: invitation.addressedTo, in: snapshot),
                removesExisting: invitation.removesExisting)
        }
    }

    private static func account(of invitation: Invitation, in snapshot: any StorageSnapshot) throws -> Account {
        guard try !snapshot.oneTime.isConsumed(invitation.id) else { throw SignInFailure.invitation(.alreadyConsumed) }
        return try Account(invitation.user, in: snapshot)
    }

    /// Returns the options for the page, any number of times until a passkey is enrolled. Nothing is stored.
    ///
    /// - Parameter isRemovingExisting: Whether the user chose to remove the existing access; `nil` leaves it to the
    ///   invitation. Passkeys that will be removed need no room, and their devices may enroll again. What is removed is
    ///   decided when the ceremony finishes.
    package func begin(
        _ text: String, at host: String, isRemovingExisting: Bool? = nil, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> StartedCeremony<CreationOptions> {
        let invitation = try open(text, at: host)
        let account = try await ceremonies.accounts.read { try Self.account(of: invitation, in: $0) }
        var admission = try CeremonyAdmission(ownPagesAt: host, realm: account.user.connection, in: configuration)
        let rest = invitation.expiresAt.secondsSince1970 - ceremonies.now().secondsSince1970
        admission.policy.ceremonyLifetime = min(admission.policy.ceremonyLifetime, Int(rest))
        let keepsExisting = !(isRemovingExisting ?? invitation.removesExisting)
        if keepsExisting { try account.requireRoom() }
        return ceremonies.begin(
            .invitation(invitation, account.user.handle), for: account, under: admission,
            excludesExistingCredentials: keepsExisting)
    }

    /// Verifies the response, consumes ceremony and invitation and stores the passkey, as one durable unit.
    package func finish(
        _ submission: Submission, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> EnrolledPasskey {
        let ceremony = try ceremonies.open(submission.session, at: submission.host)
        try ceremony.requireClient(CeremonyBinding.ownPages)
        guard case .invitation(let invitation, let handle) = ceremony.purpose else {
            throw .ceremony(.purposeMismatch)
        }
        let admission = try CeremonyAdmission(
            ownPagesAt: submission.host, realm: ceremony.connection, in: configuration)
        var enrollment = Enrollment(
            user: invitation.user, handle: handle, client: nil, sender: submission.sender)
        enrollment.invitation = invitation
        enrollment.isRemovingExisting = submission.isRemovingExisting ?? invitation.removesExisting
        return try await enrollment.finish(
            submission.response, for: ceremony, under: admission, in: ceremonies)
    }

    private func open(_ text: String, at host: String) throws(SignInFailure) -> Invitation {
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
