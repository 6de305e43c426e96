// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import PasswordHashing
package import RateLimiting
import WireFormats

/// Sets a forgotten password with a mailed link.
///
/// 1. `request` stores a mail, whoever has the address: a link, a hint to the passkey, or a row that is never sent. A
///    stranger can't tell which. Nothing else is stored.
/// 2. `inspect` says what an opened link can do. It changes nothing, because scanners open links.
/// 3. `callAsFunction` sets the password, once, and ends what the password before has opened. It opens no session: the user
///    signs in with the new password.
///
/// The ladder lets the mailbox alone set the password of an account without a settled passkey (L14). Otherwise the mail
/// says so, and leads to the passkey. Where the tenant lets no mailbox do that, or a connection no user, none is sent, and
/// a link that was sent before doesn't work any longer.
package struct PasswordReset: Sendable {
    /// How long a link works, in seconds.
    package static let linkLifetime = 3_600

    /// What asks for a link.
    package struct Request: Sendable {
        package let address: String
        /// The languages that the page or the request had.
        package let languages: [String]
        package let sender: RequestSender

        package init(address: String, languages: [String], sender: RequestSender) {
            self.address = address
            self.languages = languages
            self.sender = sender
        }
    }

    /// A link, as it was opened at a host.
    package struct Opened: Sendable {
        package let user: User
        package let policy: PasswordPolicy
        fileprivate let link: MailedLink
    }

    /// The pages that mails link to.
    package struct Pages: Sendable {
        package let reset: @Sendable (_ token: String) -> String
        package let account: String

        package init(reset: @escaping @Sendable (_ token: String) -> String, account: String) {
            self.reset = reset
            self.account = account
        }
    }

    private let services: PasswordServices
    private let mail: MailSeal
    private let links: MailedLinkSeal
    private let limits: RateLimits
    private let uptime: @Sendable () -> UInt64

    package init(
        _ services: PasswordServices, mail: MailSeal, links: MailedLinkSeal, limits: RateLimits,
        uptime: @escaping @Sendable () -> UInt64
    ) {
        self.services = services
        self.mail = mail
        self.links = links
        self.limits = limits
        self.uptime = uptime
    }

    // MARK: Asking

    /// Has a mail sent to whoever has the address in a connection.
    package func request(
        _ request: Request, for admission: AdmissionRequest, pages: Pages, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) {
        let admitted = try Admission(onHostedPages: admission, to: .password, in: configuration)
        try await self.request(request, in: admitted.connection, at: admission.host, pages: pages, configuration)
    }

    /// The same on the server's own page, where no client takes part.
    package func request(
        _ request: Request, onOwnPagesFor realm: String, at host: String, pages: Pages,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) {
        let admitted = try Admission(ownPagesFor: realm, to: .password, in: configuration)
        try await self.request(request, in: admitted.connection, at: host, pages: pages, configuration)
    }

    private func request(
        _ request: Request, in connection: Connection, at host: String, pages: Pages,
        _ configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) {
        let (kind, normalized) = connection.identifiers.lookup(request.address)
        let status = limits.take(.passwordReset, key: "\(connection.name)\u{0}\(normalized)", at: uptime())
        guard status.isAllowed else { throw .limitExceeded(status) }
        let found = try await find(kind, normalized: normalized, in: connection.name)
        let time = services.accounts.now()
        let order =
            configuration.resetsPasswords(in: connection)
            ? order(for: found, under: configuration.tenant.passwordReset, request, at: host, pages: pages, time: time)
            : MailOrder(.nothing, to: "", at: host, in: request.languages)
        let item = mail.item(
            order, about: order.content == .nothing ? nil : found.user?.id, at: time,
            until: time.advanced(by: Self.linkLifetime))
        try await services.accounts.write { try $0.outbox.insert(item) }
    }

    /// Reads the same for every address.
    private func find(
        _ kind: Identifier.Kind, normalized: String, in connection: String
    ) async throws(SignInFailure) -> FoundAccount {
        try await services.accounts.read { snapshot in
            let user = try snapshot.users.find(kind, normalized: normalized, in: connection)
            let id = user?.id ?? UserID(rawValue: "no body")
            return FoundAccount(
                user: user, password: try snapshot.passwords.find(of: id), passkeys: try snapshot.passkeys.list(of: id),
                objections: try snapshot.objections.list(of: id))
        }
    }

    private func order(
        for found: FoundAccount, under rule: PasswordResetRule, _ request: Request, at host: String, pages: Pages,
        time: Timestamp
    ) -> MailOrder {
        guard let user = found.user, user.isActive, let address = user[.email], address.isUnique else {
            return MailOrder(.nothing, to: "", at: host, in: request.languages)
        }
        let languages = (user.metadata["locale"]?.stringValue.map { [$0] } ?? []) + request.languages
        let content: MailOrder.Content
        if !address.isVerified {
            content = .unconfirmedReset
        } else if let password = found.password, found.mayReset(under: rule, at: time) {
            let link = MailedLink(
                .passwordReset, to: address, replacing: password, until: time.advanced(by: Self.linkLifetime))
            content = .passwordReset(link: pages.reset(links.seal(link)), validFor: Self.linkLifetime)
        } else if found.hasSettledPasskey(at: time) {
            content = .passkeyInstead(link: pages.account)
        } else if found.isStopped(under: rule, at: time) {
            content = .stoppedReset
        } else {
            content = .nothing
        }
        return MailOrder(content, to: content == .nothing ? "" : address.value, at: host, in: languages)
    }

    // MARK: Using

    /// Opens a link. Rejects one that was used, has expired or is of another host, and one whose account has changed.
    package func inspect(
        _ token: String, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> Opened {
        guard let link = links.open(token), link.purpose == .passwordReset else { throw .link(.unusable) }
        let (time, rule) = (services.accounts.now(), configuration.tenant.passwordReset)
        let user = try await services.accounts.read { snapshot in
            guard try !snapshot.oneTime.isConsumed(link.id) else { throw SignInFailure.link(.unusable) }
            return try FoundAccount(
                user: snapshot.users.find(link.user), password: snapshot.passwords.find(of: link.user),
                passkeys: snapshot.passkeys.list(of: link.user), objections: snapshot.objections.list(of: link.user)
            ).user(of: link, under: rule, at: time)
        }
        guard let connection = configuration.connection(user.connection), configuration.resetsPasswords(in: connection)
        else { throw .link(.unusable) }
        return Opened(user: user, policy: connection.passwordPolicy, link: link)
    }

    /// Sets the password of the account that a link is for. It settles after the ladder's delay. Until then, every address
    /// may object, and the password before comes back.
    package func callAsFunction(
        _ password: String, with token: String, at host: String, by sender: RequestSender,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) {
        let opened = try await inspect(token, in: configuration)
        let cost = HashCost(configuration.tenant.passwordHashCost)
        let accepted = try await services.accept(
            password, for: PasswordOwner(opened.user, at: configuration), under: opened.policy)
        // Each of these hashes, and a link that sets nothing works again.
        let status = limits.take(.passwordReset, key: "link\u{0}\(opened.user.id.rawValue)", at: uptime())
        guard status.isAllowed else { throw .limitExceeded(status) }
        try await services.rejectReuse(of: password, by: opened.user.id, under: opened.policy, cost: cost)
        let hash = try await services.hash(accepted, cost: cost)
        let (time, link, size) = (services.accounts.now(), opened.link, opened.policy.historySize)
        let rule = configuration.tenant.passwordReset
        let (seal, notices) = (PasswordSeal(key: services.seal), services.accounts.notices)
        try await services.accounts.write { transaction in
            let old = try transaction.passwords.find(of: link.user)
            let user = try FoundAccount(
                user: transaction.users.find(link.user), password: old,
                passkeys: transaction.passkeys.list(of: link.user),
                objections: transaction.objections.list(of: link.user)
            ).user(of: link, under: rule, at: time)
            try transaction.reporting(.alreadyConsumed, as: SignInFailure.link(.unusable)) {
                try transaction.oneTime.consume(link.id, expiresAt: link.expiresAt)
            }
            let replaced = try transaction.replacedPassword(old, sealedBy: seal, at: time)
            var new = StoredPassword(user: user.id, hash: hash, setAt: time)
            new.unconfirmedUntil = replaced.until
            try transaction.set(
                new, replacing: old, keeping: size, except: nil,
                recording: sender.event(.passwordReset, of: user.id, client: nil, at: time), at: time)
            try transaction.passwords.setRemoval(replaced)
            var notice = ChangeNotice(.passwordReset, at: time, host: host, way: .mailedLink, by: sender)
            notice.stoppable = .password
            try notices.insert(notice, about: user, in: transaction)
        }
    }
}

/// What is known of an address.
private struct FoundAccount: Sendable {
    let user: User?
    let password: StoredPassword?
    let passkeys: [Passkey]
    let objections: [Objection]

    func hasSettledPasskey(at time: Timestamp) -> Bool { passkeys.contains { $0.hasSettled(at: time) } }

    /// L14: the mailbox alone sets the password where the account has no settled passkey. L8: not after two objections.
    func mayReset(under rule: PasswordResetRule, at time: Timestamp) -> Bool {
        guard let user else { return false }
        // Whether there are device keys changes nothing here.
        var account = Ladder.Account(
            user, passkeys: passkeys, password: password, deviceKeys: [], objections: objections, at: time)
        account.policy.resetsPasswordAtOnce = rule == .atOnce
        return Ladder.moves(in: account, by: .ways([.mail]), at: time).contains(.resetPassword)
    }

    /// Whether only objections keep the mailbox from setting the password.
    func isStopped(under rule: PasswordResetRule, at time: Timestamp) -> Bool {
        !objections.isEmpty
            && FoundAccount(user: user, password: password, passkeys: passkeys, objections: [])
                .mayReset(under: rule, at: time)
    }

    /// Returns the account's user, if a link still works for it.
    func user(
        of link: MailedLink, under rule: PasswordResetRule, at time: Timestamp
    ) throws(SignInFailure) -> User {
        guard let user, user.isActive, time < link.expiresAt, password?.setAt == link.passwordSetAt,
            user[.email]?.normalized == link.address, user[.email]?.isVerified == true,
            mayReset(under: rule, at: time)
        else { throw .link(.unusable) }
        return user
    }
}

extension StorageTransaction {
    /// The password before, which comes back if somebody objects to the one that replaces it: the last one that had
    /// settled.
    fileprivate func replacedPassword(
        _ old: StoredPassword?, sealedBy seal: PasswordSeal, at time: Timestamp
    ) throws -> RemovedPassword {
        guard let old else { throw SignInFailure.link(.unusable) }
        let before = try passwords.findRemoval(of: old.user)
        let sealed = old.hasSettled(at: time) ? seal.seal(old) : before?.sealed
        var replaced = RemovedPassword(
            user: old.user, removedAt: time, until: time.advanced(by: Int(Ladder.Policy().delay)), sealed: sealed,
            cause: RemovedPassword.reset)
        replaced.keptUntil = before?.keptUntil
        return replaced
    }
}
