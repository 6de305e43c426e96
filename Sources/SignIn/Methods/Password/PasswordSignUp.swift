// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import PasswordHashing
import WireFormats

/// Creates an account with a password, or without any way in where the connection allows that. For a client it signs
/// nobody in; on the server's pages it does.
package struct PasswordSignUp: Sendable {
    private let services: PasswordServices
    private let limits: SignInLimits
    /// Has addresses proven; `nil` where that is not possible.
    private let verification: SignUpVerification?

    package init(_ services: PasswordServices, limits: SignInLimits, verification: SignUpVerification? = nil) {
        self.services = services
        self.limits = limits
        self.verification = verification
    }

    /// Checks the profile and the password, and stores the account. The password is hashed before it is known whether
    /// the account exists. Where the address has to be proven, the account is stored when its link is used: until then, it
    /// is one that nobody finds.
    package func callAsFunction(
        _ profile: SignUpProfile, password: String?, for request: AdmissionRequest,
        dispatching dispatch: CodeDispatch, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> User {
        let sender = dispatch.sender
        let connection = try Admission(enrollment: request, to: .password, in: configuration).connection
        guard !connection.isSignUpDisabled else { throw .admission(.signUpDisabled(connection: connection.name)) }
        let draft = try profile.draft(handle: try .forNewAccount(), under: connection.identifiers)
        let isStrict = configuration.isSignUpStrict(for: request.client, in: connection)
        let unproven = verification?.kinds(of: draft, in: connection, isStrict: isStrict) ?? []
        // The link of a mail is all that proves an address here. Without the rule, the end would tell who has a number.
        guard !unproven.contains(.phoneNumber) else { throw .profile(.identifierNotAccepted(.phoneNumber)) }
        let accepted = try await read(password, for: draft, in: connection, of: configuration)
        try limits.takeSignUp(by: sender)
        let hash: PasswordHashText? =
            if let accepted {
                try await services.hash(accepted, cost: HashCost(configuration.tenant.passwordHashCost))
            } else { nil }
        let time = services.accounts.now()
        let user = User(draft, in: connection.name, createdAt: time)
        if let verification, unproven.contains(.email) {
            try await verification.suspend(
                draft, hash: hash, for: dispatch.request(of: request.client.id, at: request.host, boundTo: .holder),
                in: connection, isStrict: isStrict, under: configuration.tenant.codes)
            return user
        }
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

    /// Checks the profile and the password on the server's own page, and makes the sign-up, which is the account's first
    /// sign-in, too.
    package func judge(
        _ profile: SignUpProfile, password: String, onHostedPagesFor request: AdmissionRequest,
        by sender: RequestSender, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SignIn {
        let connection = try Admission(onHostedPages: request, to: .password, in: configuration).connection
        guard !connection.isSignUpDisabled else { throw .admission(.signUpDisabled(connection: connection.name)) }
        let draft = try profile.draft(handle: try .forNewAccount(), under: connection.identifiers)
        guard let accepted = try await read(password, for: draft, in: connection, of: configuration) else {
            throw .password(.missing)
        }
        try limits.requireSignUp(by: sender)
        try verification?.require(
            draft, in: connection,
            isStrict: configuration.isSignUpStrict(for: request.client, in: connection))
        let hash = try await services.hash(accepted, cost: HashCost(configuration.tenant.passwordHashCost))
        let time = services.accounts.now()
        let user = User(draft, in: connection.name, createdAt: time).proving(draft.proofs)
        var method = SignIn.Method("password")
        method.ways = [user.id.passwordWay]
        method.isRepeatable = true
        if connection.methods.isPasskeyEnabled { method.suggestion = .passkey }
        return SignIn(
            .new(user), by: method, authentication: .password(at: time),
            for: SignIn.Request(client: request.client.id, organization: nil, sender: sender),
            changing: FirstPassword(
                password: StoredPassword(user: user.id, hash: hash, setAt: time),
                proven: ProvenAddresses(proofs: draft.proofs, user: user, sender: sender)))
    }

    /// The password of a new account.
    private struct FirstPassword: SignInChange {
        let password: StoredPassword
        let proven: ProvenAddresses

        var accountDetails: JSONObject { ["passkey": false, "password": true] }

        func take(in transaction: any StorageTransaction) throws { try proven.take(in: transaction) }

        func store(for signIn: SignIn, in transaction: any StorageTransaction) throws {
            try transaction.passwords.set(password)
            try transaction.events.insert(signIn.event(.passwordSet))
        }

        func discard(because failure: SignInFailure) {}
    }

    /// Checks the identifiers of a new account. Whether they are free is known when the account is stored.
    package func check(_ profile: SignUpProfile, for connection: Connection) throws(SignInFailure) {
        _ = try profile.draft(handle: try .forNewAccount(), under: connection.identifiers)
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
