// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import PasswordHashing
import WireFormats

/// Signs a user in with a password.
///
/// 1. `judge` counts the attempt, reads the account, and has the password verified on the threads of `HashingPool`. A
///    name without an account, and an account without a password, cost the same reads and one hash.
/// 2. `PasswordUse` is what the completion stores of it: nothing, or a new hash of the same password.
/// 3. `PasswordSignUp` creates accounts with a password. What users change later is in `Passwords`.
package struct PasswordSignIn: Sendable {
    /// A name and a password, and the request that carries them.
    package struct Submission: Sendable {
        package let name: String
        package let password: String
        package let deviceCapability: String?
        package let sender: RequestSender
        /// The marks of the browser, on the server's own pages.
        package var browserMarks: String?

        package init(name: String, password: String, deviceCapability: String? = nil, sender: RequestSender) {
            self.name = name
            self.password = password
            self.deviceCapability = deviceCapability
            self.sender = sender
        }
    }

    private let services: PasswordServices

    package init(_ services: PasswordServices) {
        self.services = services
    }

    /// Judges a name and a password for a client that takes them itself. Nothing is stored.
    package func judge(
        _ submission: Submission, for request: AdmissionRequest, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SignIn {
        let admission = try Admission(client: request, to: .password, in: configuration)
        return try await judge(submission, admitted: admission, for: request.client.id, in: configuration)
    }

    /// Judges a name and a password for a client that speaks Auth0's old requests. Nothing is stored.
    package func judge(
        _ submission: Submission, ofLegacyClient request: AdmissionRequest, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SignIn {
        let admission = try Admission(legacyClient: request, to: .password, in: configuration)
        try request.client.requireDeviceKeys(at: services.accounts.now())
        return try await judge(submission, admitted: admission, for: request.client.id, in: configuration)
    }

    /// Judges what a user enters on the server's own page, on behalf of a client.
    package func judge(
        _ submission: Submission, onHostedPagesFor request: AdmissionRequest, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SignIn {
        let admission = try Admission(onHostedPages: request, to: .password, in: configuration)
        return try await judge(submission, admitted: admission, for: request.client.id, in: configuration)
    }

    /// Judges what a user enters on the server's own page, where no client takes part.
    package func judge(
        _ submission: Submission, onOwnPagesFor realm: String, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SignIn {
        let admission = try Admission(ownPagesFor: realm, to: .password, in: configuration)
        return try await judge(submission, admitted: admission, for: "", in: configuration)
    }

    private func judge(
        _ submission: Submission, admitted admission: Admission, for client: String,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SignIn {
        let cost = HashCost(configuration.tenant.passwordHashCost)
        let (kind, normalized) = admission.connection.identifiers.lookup(submission.name)
        let attempt = try await count(submission, of: kind, normalized: normalized, in: admission.connection.name)
        let found = try await find(kind, normalized: normalized, in: admission.connection.name)
        let isRight: Bool
        do throws(SignInFailure) {
            isRight = try await services.verify(submission.password, against: found.password?.hash, cost: cost)
        } catch {
            services.attempts.giveBack(attempt)
            throw error
        }
        let (user, password): (User, StoredPassword)
        do throws(SignInFailure) {
            (user, password) = try found.accept(isRight, at: services.accounts.now())
        } catch {
            if let user = found.user, found.password != nil { services.failures.count(user.id) }
            throw error
        }
        let suggestsPasskey = found.passkeys.isEmpty && admission.connection.methods.isPasskeyEnabled
        services.attempts.giveBack(attempt)
        guard !user.isBlocked else { throw .password(.blocked) }
        try user.requireActive()
        let isBreached = try await isBreached(submission, password, of: user, in: configuration)
        let better = try await rehash(submission.password, of: password, cost: cost)
        let use = PasswordUse(verified: password, better: better, isBreached: isBreached)
        return SignIn(
            with: use, of: user, submission, client: client,
            organization: admission.organization?.tokenID, suggestsPasskey: suggestsPasskey, at: services.accounts.now()
        )
    }

    /// Whether the account of a name has a passkey, for a user whose password was right.
    package func hasPasskey(_ name: String, in connection: Connection) async throws(SignInFailure) -> Bool {
        let (kind, normalized) = connection.identifiers.lookup(name)
        return try await !find(kind, normalized: normalized, in: connection.name).passkeys.isEmpty
    }

    /// Counts the attempt. A browser in which the account's owner has signed in goes on where others have to wait.
    private func count(
        _ submission: Submission, of kind: Identifier.Kind, normalized: String, in connection: String
    ) async throws(SignInFailure) -> PasswordAttempts.Attempt {
        do throws(SignInFailure) {
            return try services.attempts.count(kind, normalized: normalized, in: connection, from: submission.sender)
        } catch {
            // The accounts of the marks are read, and not that of the name: the time tells nothing about it.
            let marks = submission.browserMarks.map(services.knownBrowsers.read) ?? []
            guard !marks.isEmpty else { throw error }
            let known = try await services.accounts.read { snapshot in
                try marks.first { mark in
                    guard let user = try snapshot.users.find(mark.user) else { return false }
                    return user.tokenGeneration == mark.generation && user.connection == connection
                        && user.identifiers.contains { $0.kind == kind && $0.normalized == normalized }
                }
            }
            guard let known else { throw error }
            return try services.attempts.count(in: known)
        }
    }

    /// Whether a right password is one that attackers try first. It is noted once. Where such passwords are blocked, it
    /// signs nobody in.
    private func isBreached(
        _ submission: Submission, _ password: StoredPassword, of user: User, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> Bool {
        let isNoted = password.breachedAt != nil
        let isFound = if isNoted { true } else { try await services.find(submission.password) != nil }
        guard isFound, configuration.tenant.breachedPassword == .block else { return isFound }
        if !isNoted {
            let time = services.accounts.now()
            try await services.accounts.write { transaction in
                // Another request may have replaced the password.
                guard try transaction.passwords.find(of: user.id)?.setAt == password.setAt else { return }
                try transaction.passwords.noteBreached(of: user.id, at: time)
                try transaction.events.insert(
                    submission.sender.event(.passwordRejectedBreached, of: user.id, client: nil, at: time))
            }
        }
        throw .password(.breached)
    }

    /// Reads the same for every name.
    private func find(
        _ kind: Identifier.Kind, normalized: String, in connection: String
    ) async throws(SignInFailure) -> FoundPassword {
        try await services.accounts.read { snapshot in
            let user = try snapshot.users.find(kind, normalized: normalized, in: connection)
            let id = user?.id ?? .nobody
            return FoundPassword(
                user: user, password: try snapshot.passwords.find(of: id), passkeys: try snapshot.passkeys.list(of: id))
        }
    }

    /// Hashes a right password anew, if its stored hash is of another kind or cost. If too many wait, the next sign-in
    /// does it.
    private func rehash(
        _ password: String, of stored: StoredPassword, cost: HashCost
    ) async throws(SignInFailure) -> PasswordHashText? {
        guard let hash = PasswordHash(stored.hash), hash.needsRehash(to: cost), hash.comparesAll(of: password),
            let own = try? NewPassword(password)
        else { return nil }
        return try? await services.hash(own, cost: cost)
    }
}

extension UserID {
    /// Stands for the account of a name that has none.
    fileprivate static let nobody = UserID(rawValue: "no body")
}

/// What is known of a name and its password.
private struct FoundPassword: Sendable {
    let user: User?
    let password: StoredPassword?
    let passkeys: [Passkey]

    /// Returns the account and its password if the password signs in now. All that doesn't match is one failure, whose
    /// cause only operators see.
    func accept(_ isRight: Bool, at time: Timestamp) throws(SignInFailure) -> (User, StoredPassword) {
        guard let user else { throw .password(.mismatch(.nobody)) }
        guard let password else { throw .password(.mismatch(.withoutPassword)) }
        guard isRight else { throw .password(.mismatch(.wrong)) }
        guard !password.isDisabled else { throw .password(.mismatch(.disabled)) }
        // L14
        let isUnconfirmed = password.unconfirmedUntil.map { $0 > time } ?? false
        guard !isUnconfirmed || !passkeys.contains(where: { $0.hasSettled(at: time) }) else {
            throw .password(.mismatch(.unconfirmed))
        }
        return (user, password)
    }
}

extension SignIn {
    /// The sign-in with a password.
    fileprivate convenience init(
        with password: PasswordUse, of user: User, _ submission: PasswordSignIn.Submission, client: String,
        organization: String?, suggestsPasskey: Bool, at time: Timestamp
    ) {
        var method = Method("password")
        method.ways = [user.id.passwordWay]
        method.deviceCapability = submission.deviceCapability
        // With a passkey in the account, a password adds none (L15).
        if suggestsPasskey { method.suggestion = .passkey }
        self.init(
            .existing(user), by: method, authentication: .password(at: time),
            for: Request(client: client, organization: organization, sender: submission.sender),
            changing: password)
    }
}

extension AuthenticationFacts {
    /// The facts of an authentication with a password.
    static func password(at time: Timestamp) -> AuthenticationFacts {
        AuthenticationFacts(authenticatedAt: time, methods: ["pwd"])
    }
}

/// The change of a sign-in with a password.
struct PasswordUse: SignInChange {
    /// What the password was verified against.
    let verified: StoredPassword
    /// A new hash of the same password.
    let better: PasswordHashText?
    /// Whether the password is one that attackers try first.
    let isBreached: Bool

    func take(in transaction: any StorageTransaction) {}

    /// A password that has changed since it was verified is a wrong one. One of which another sign-in has just stored a new
    /// hash has not changed.
    func store(for signIn: SignIn, in transaction: any StorageTransaction) throws {
        guard let current = try transaction.passwords.find(of: signIn.user.id), !current.isDisabled,
            current.hash == verified.hash || (better != nil && current.setAt == verified.setAt)
        else { throw SignInFailure.password(.mismatch(.wrong)) }
        if isBreached, current.breachedAt == nil {
            try transaction.passwords.noteBreached(of: signIn.user.id, at: signIn.authentication.authenticatedAt)
            try transaction.events.insert(signIn.event(.passwordBreached))
        }
        guard let better, current.hash == verified.hash else { return }
        try transaction.passwords.replaceHash(of: signIn.user.id, from: verified.hash, to: better)
        try transaction.events.insert(signIn.event(.passwordRehashed))
    }

    func discard(because failure: SignInFailure) async {}
}
