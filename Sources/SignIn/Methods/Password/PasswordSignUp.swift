// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import PasswordHashing
import WireFormats

/// Creates an account with a password, or without any way in where the connection allows that. It signs nobody in.
package struct PasswordSignUp: Sendable {
    private let services: PasswordServices
    private let limits: SignInLimits

    package init(_ services: PasswordServices, limits: SignInLimits) {
        self.services = services
        self.limits = limits
    }

    /// Checks the profile and the password, and stores the account. The password is hashed before it is known whether
    /// the account exists.
    package func callAsFunction(
        _ profile: SignUpProfile, password: String?, for request: AdmissionRequest, by sender: RequestSender,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> User {
        let connection = try Admission(enrollment: request, to: .password, in: configuration).connection
        guard !connection.isSignUpDisabled else { throw .admission(.signUpDisabled(connection: connection.name)) }
        let draft = try profile.draft(handle: try .forNewAccount(), under: connection.identifiers)
        let accepted = try await read(password, for: draft, in: connection, of: configuration)
        try limits.takeSignUp(by: sender)
        let hash: PasswordHashText? =
            if let accepted {
                try await services.hash(accepted, cost: HashCost(configuration.tenant.passwordHashCost))
            } else { nil }
        let time = services.accounts.now()
        let user = User(draft, in: connection.name, createdAt: time)
        try await services.accounts.write { transaction in
            try transaction.reporting(.alreadyExists, as: SignInFailure.account(.exists)) {
                try transaction.users.insert(user)
            }
            var event = sender.event(.userCreated, of: user.id, client: request.client.id, at: time)
            event.details = ["passkey": false, "password": .bool(hash != nil)]
            try transaction.events.insert(event)
            guard let hash else { return }
            try transaction.passwords.set(StoredPassword(user: user.id, hash: hash, setAt: time))
            try transaction.events.insert(
                sender.event(.passwordSet, of: user.id, client: request.client.id, at: time))
        }
        return user
    }

    /// Without a password none is stored: a random one that nobody knows would be the same, and cost a hash.
    private func read(
        _ password: String?, for draft: SignUpDraft, in connection: Connection,
        of configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> NewPassword? {
        let method = connection.methods.password
        guard let password else {
            guard method.apiBehavior == .optional else { throw .password(.missing) }
            return nil
        }
        guard method.signUpBehavior == .allow else { throw .password(.signUpBlocked(connection: connection.name)) }
        let owner = PasswordOwner(
            identifiers: draft.identifiers, profile: draft.profile, metadata: draft.metadata, at: configuration)
        return try await services.accept(password, for: owner, under: connection.passwordPolicy)
    }
}
