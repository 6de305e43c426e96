// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import WebAuthnMessages
package import WireFormats

/// Signs a user up on the server's pages without a passkey, where the connection allows that.
///
/// The session that begins with the sign-up is the only way into the account until its user adds a passkey. The identifiers are
/// unverified. Signing up with one of them again is rejected, so nobody takes the account over this way.
package struct SignUpWithoutPasskey: Sendable {
    /// The method in the record of the sign-in.
    private static let method = "sign-up"

    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Checks the profile, and returns the account. Nothing is stored.
    package func callAsFunction(
        _ profile: SignUpProfile, for request: CeremonyRequest, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> AccountWithoutPasskey {
        let connection = try ceremonies.admit(request, in: configuration).connection
        guard !connection.isSignUpDisabled else { throw .signUpDisabled(connection: connection.name) }
        guard ceremonies.surface == .hostedPages, connection.isPasskeyOptional else {
            throw .passkeyRequired(connection: connection.name)
        }
        let draft = try profile.draft(handle: try .forNewAccount(), under: connection.identifiers)
        return AccountWithoutPasskey(
            draft, connection: connection.name, client: request.client.id, createdAt: ceremonies.now())
    }

    /// Stores the account, the record of its sign-in and the accompanying records, as one durable unit.
    package func store(
        _ account: AccountWithoutPasskey, with records: AccompanyingRecords
    ) async throws(SignInFailure) {
        let context = AuditContext(
            client: account.client, address: account.address, reference: account.reference,
            userAgent: account.userAgent)
        let (user, time) = (account.user, account.createdAt)
        try await ceremonies.write { transaction in
            try transaction.users.insert(user)
            try transaction.events.insert(
                context.event(.userCreated, of: user.id, at: time, details: ["passkey": false]))
            let record = SignInRecord(
                user: user.id, client: account.client, method: Self.method, signedInAt: time)
            try transaction.events.insert(record, with: context.event(.signedIn, of: user.id, at: time))
            try records.store(in: transaction)
        }
    }
}

/// An account without a passkey that is not stored yet.
package struct AccountWithoutPasskey: Sendable {
    package let user: User
    /// The ID of the client that the user signs up for.
    package let client: String
    package let createdAt: Timestamp
    package var userAgent: String?
    package var address: String?
    package var reference: String?

    init(_ draft: SignUpDraft, connection: String, client: String, createdAt: Timestamp) {
        var user = User(id: .random(), connection: connection, handle: draft.handle, createdAt: createdAt)
        user.identifiers = draft.identifiers
        user.profile = draft.profile
        user.metadata = draft.metadata
        self.user = user
        self.client = client
        self.createdAt = createdAt
    }
}
