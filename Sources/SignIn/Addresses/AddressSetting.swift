// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WireFormats

/// Confirms or replaces an address of a signed-in user.
///
/// 1. `begin` asks the ladder, and has a code sent to the address. If an account has it, its owner gets a mail instead, and
///    the answer is the same.
/// 2. `callAsFunction` judges the code, asks the ladder again, and stores the address. The one before hears of it, and may
///    object for the ladder's delay.
package struct AddressSetting: Sendable {
    /// A new address, with what confirms the change.
    package struct Submission: Sendable {
        package let kind: Identifier.Kind
        package let address: String
        package let proof: PasskeyProof?
        package let currentPassword: String?

        package init(
            _ kind: Identifier.Kind, _ address: String, proof: PasskeyProof? = nil, currentPassword: String? = nil
        ) {
            self.kind = kind
            self.address = address
            self.proof = proof
            self.currentPassword = currentPassword
        }
    }

    private let passwords: PasswordServices
    private let codes: CodeServices
    private let ceremonies: CeremonyService

    private var accounts: AccountStorage { codes.accounts }

    package init(_ passwords: PasswordServices, codes: CodeServices, ceremonies: CeremonyService) {
        self.passwords = passwords
        self.codes = codes
        self.ceremonies = ceremonies
    }

    // MARK: The code

    /// Checks an address before its user is asked for a passkey.
    package func check(
        _ text: String, as kind: Identifier.Kind, for owner: AccountOwner, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) {
        let account = try await accounts.read { try Account(owner, in: $0) }
        _ = try read(text, as: kind, for: account, in: configuration)
    }

    /// Has a code sent to the address.
    package func begin(
        _ submission: Submission, by owner: AccountOwner, dispatching dispatch: CodeDispatch,
        boundTo binding: SentCode.Binding, hasLink: Bool = false, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> SentCode.ID {
        let kind = submission.kind
        try codes.requireReach(to: kind)
        let (account, stored) = try await accounts.read {
            (try Account(owner, in: $0), try StoredWays(of: owner, in: $0))
        }
        try owner.requireRecentSignIn(to: account, at: accounts.now())
        let identifier = try read(submission.address, as: kind, for: account, in: configuration)
        let confirmed = try await confirm(submission, of: account, stored, by: owner, in: configuration)
        do throws(SignInFailure) {
            let confirmation = AddressConfirmation(confirmed, byPassword: submission.currentPassword != nil)
            let time = accounts.now()
            guard
                let standing = account.standing(
                    of: identifier, confirmedBy: confirmation, by: owner, with: stored, at: time)
            else { throw .password(.confirmationRequired) }
            let name = account.user.connection
            let address = identifier.address(in: name)
            var wanted = CodeRequest(
                .address, to: address, for: owner.client?.id ?? "", at: owner.host, boundTo: binding,
                languages: dispatch.languages, by: owner.sender)
            wanted.deliveryMethod = dispatch.method
            wanted.hasLink = hasLink
            try await codes.takeSending(of: wanted)
            let holder = try await accounts.read {
                try $0.users.find(kind, normalized: identifier.normalized, in: name)
            }
            let content: JSONObject = [
                "value": .string(identifier.value), "normalized": .string(identifier.normalized),
                "confirmed": .bool(standing.unconfirmedUntil == nil),
            ]
            let code = codes.prepare(
                wanted, to: recipient(of: identifier, heldBy: holder, for: account.user), content: content,
                of: owner.user, under: configuration.tenant.codes, at: time)
            try await accounts.write { transaction in
                let account = try Account(owner, in: transaction)
                try confirmed?.take(for: account, in: transaction, at: time)
                try code.store(in: transaction)
            }
            return code.record.id
        } catch {
            await confirmed?.discard(because: error)
            throw error
        }
    }

    private func recipient(
        of identifier: Identifier, heldBy holder: User?, for user: User
    ) -> CodeRecipient {
        guard let holder, holder.id != user.id, identifier.isUnique, holder[identifier.kind]?.isVerified == true else {
            return .code(to: identifier.value, of: user)
        }
        return holder.isActive ? .addressInUse(holder, address: identifier.value) : .nobody
    }

    private func read(
        _ text: String, as kind: Identifier.Kind, for account: Account, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> Identifier {
        guard let connection = configuration.connection(account.user.connection) else {
            throw .admission(.connectionUnknown(account.user.connection))
        }
        guard let rule = connection.identifiers.rules[kind], kind != .username else {
            throw .code(.addressNotAccepted)
        }
        var identifier: Identifier
        do {
            identifier = try IdentifierReading.read(text, as: kind)
        } catch {
            throw .profile(.identifierMalformed(kind))
        }
        // Several users may share a telephone, if they don't sign in with its number.
        if !rule.isIdentifier { identifier.normalized = "" }
        if let current = account.user[kind], current.isVerified, current.value == identifier.value {
            throw .code(.addressUnchanged)
        }
        return identifier
    }

    private func confirm(
        _ submission: Submission, of account: Account, _ stored: StoredWays, by owner: AccountOwner,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> ConfirmedByPasskey? {
        if let proof = submission.proof {
            return try await Confirmation(ceremonies: ceremonies).judge(
                proof, of: submission.kind.change, by: owner, in: configuration)
        }
        if let current = submission.currentPassword {
            try await passwords.requireCurrent(
                current, stored.password, of: account.user, by: owner, in: configuration)
        }
        return nil
    }

    // MARK: The address

    /// Stores the address that a code was sent to, and returns it.
    package func callAsFunction(
        _ text: String, of id: SentCode.ID, by owner: AccountOwner, enteredIn browser: [UInt8]? = nil,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> Identifier {
        // An ended session must not use tries up.
        _ = try await accounts.read { try Account(owner, in: $0) }
        let entered = EnteredCode(
            text, of: .id(id), for: .address, client: owner.client?.id ?? "", at: owner.host, in: browser,
            by: owner.sender)
        let code = try await codes.judge(entered, triesAllowed: configuration.tenant.codes.tries)
        let kind = code.address.kind
        guard code.user == owner.user, let content = code.content.flatMap({ codes.seal.open($0, of: code.id) }),
            let value = content["value"]?.stringValue, let normalized = content["normalized"]?.stringValue,
            let isConfirmed = content["confirmed"]?.boolValue
        else { throw .code(.mismatch(.elsewhere, by: kind)) }
        let time = accounts.now()
        let standing: Standing = isConfirmed ? .settled : .unconfirmed(by: owner.ways ?? [], at: time)
        return try await accounts.write { [accounts] transaction in
            let account = try Account(owner, in: transaction)
            let stored = try StoredWays(of: owner, in: transaction)
            // What was confirmed when the code was sent is confirmed now, but for what has been added since.
            var new = Identifier(kind: kind, value: value, normalized: normalized, isVerified: true)
            guard
                isConfirmed
                    || account.standing(of: new, confirmedBy: .nothing, by: owner, with: stored, at: time) != nil
            else { throw SignInFailure.password(.confirmationRequired) }
            try AddressProof(code).take(in: transaction, at: time)
            if !normalized.isEmpty {
                try transaction.release(code.address, for: owner.user, by: owner.sender, at: time)
            }
            new.verifiedAt = time
            new.unconfirmedUntil = standing.unconfirmedUntil
            try transaction.set(new, of: account, by: owner, telling: accounts.notices, at: time)
            return new
        }
    }
}

extension Identifier.Kind {
    /// The act that a passkey confirms.
    package var change: ConfirmedAct { self == .phoneNumber ? .changePhone : .changeEmail }
}

extension AddressConfirmation {
    fileprivate init(_ confirmed: ConfirmedByPasskey?, byPassword: Bool) {
        self = confirmed.map { .passkey($0.passkey.id) } ?? (byPassword ? .password : .nothing)
    }
}

extension StoredWays {
    init(of owner: AccountOwner, in snapshot: any StorageSnapshot) throws {
        self.init(
            password: try snapshot.passwords.find(of: owner.user), sessions: try snapshot.sessions.list(of: owner.user),
            tokens: try snapshot.refreshTokens.list(of: owner.user))
    }

    fileprivate init(of owner: AccountOwner, in transaction: any StorageTransaction) throws {
        self.init(
            password: try transaction.passwords.find(of: owner.user),
            sessions: try transaction.sessions.list(of: owner.user),
            tokens: try transaction.refreshTokens.list(of: owner.user))
    }
}

extension StorageTransaction {
    /// Gives an account a proven address in the place of the one of its kind.
    fileprivate func set(
        _ new: Identifier, of account: Account, by owner: AccountOwner, telling notices: Notices, at time: Timestamp
    ) throws {
        let (user, kind) = (account.user, new.kind)
        let old = user[kind]
        var identifiers = user.identifiers
        if let index = identifiers.firstIndex(where: { $0.kind == kind }) {
            identifiers[index] = new
        } else {
            identifiers.append(new)
        }
        try reporting(.alreadyExists, as: SignInFailure.account(.exists)) {
            try users.apply(.identifiers(identifiers), to: user.id, at: time)
        }
        let isSame = old?.normalized == new.normalized && old?.value == new.value
        try events.insert(
            owner.event(
                isSame ? .identifierVerified : .identifierChanged, at: time,
                details: ["connection": .string(user.connection), "kind": .string(kind.rawValue), "by": "code"]))
        // The user is as before, so the address that is replaced hears of it.
        let tell = { (event: ChangeNotice.Event) in
            try notices.insert(ChangeNotice(event, at: time, by: owner), about: user, in: self)
        }
        guard let old, old.isVerified else { return try tell(kind == .email ? .emailAdded : .phoneAdded) }
        guard old.normalized != new.normalized else { return }
        try replace(old, of: user, except: owner.session, at: time)
        let until = time.advanced(by: Int(Ladder.Policy().delay))
        try tell(kind == .email ? .addressChanged(hearsUntil: until) : .phoneChanged)
    }

    /// Ends what a verified address has opened. It hears of changes, and may object, for the ladder's delay.
    package func replace(
        _ old: Identifier, of user: User, except session: BrowserSession.ID? = nil, at time: Timestamp
    ) throws {
        if let way = user.id.way(by: old.kind) { try endOpened(by: way, of: user.id, except: session, at: time) }
        // L11: one that something weaker has just added keeps no rights.
        let isSettled = old.unconfirmedUntil.map { $0 <= time } ?? true
        guard old.isUnique, isSettled, let way = Ladder.Way(old.kind) else { return }
        try replaceObjections(by: way, of: user.id)
        let until = time.advanced(by: Int(Ladder.Policy().delay))
        try replacedAddresses.insert(ReplacedAddress(old, of: user.id, at: time, until: until))
    }
}
