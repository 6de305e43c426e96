// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WireFormats

/// Uses and revokes refresh tokens.
///
/// 1. The other grants make the first token of a family, a `PreparedRefreshToken`. The client gets its text; the
///    storage has only its hash.
/// 2. `use` finds the token by its hash, and lets `RefreshDecision.decide`, which is pure, decide.
/// 3. A transaction decides again. It stores the successor, extends a token that doesn't rotate, or revokes the family,
///    such as after a reuse.
/// 4. A client that repeats a use within the leeway gets the same successor, which the storage has sealed with the used
///    token.
package struct RefreshTokens: Sendable {
    /// The use of a refresh token by an authenticated client.
    package struct Use: Sendable {
        package var token: String
        package var client: Client
        package var host: String
        package var proof: VerifiedProof?
        /// The client's assertion, if the request carries one.
        package var assertion: OneTimeUse?
        /// The idle lifetime of browser sessions, in seconds. The use of a token that ends with a session extends the
        /// session, as in Auth0.
        package var idleSessionLifetime: Int?
        /// Whether tokens of confidential clients are bound to a key too.
        package var isAlwaysBound = false
        package let sender: RequestSender

        package init(token: String, client: Client, host: String, proof: VerifiedProof?, sender: RequestSender) {
            self.token = token
            self.client = client
            self.host = host
            self.proof = proof
            self.sender = sender
        }

        fileprivate var attempt: RefreshDecision.Attempt {
            RefreshDecision.Attempt(
                client, host: host, thumbprint: proof?.thumbprint, isAlwaysBound: isAlwaysBound)
        }

        /// Whether the request carries a message that must be consumed.
        fileprivate var isConsuming: Bool { proof != nil || assertion != nil }

        fileprivate func consume(in transaction: any StorageTransaction) throws {
            try assertion?.consume(in: transaction)
            try proof?.use.consume(in: transaction)
        }

        fileprivate func event(
            _ kind: AuditEvent.Kind, about grant: RefreshToken.Grant, at time: Timestamp
        ) -> AuditEvent {
            sender.event(kind, of: grant.user, client: client.id, at: time)
        }
    }

    /// A refresh token that was accepted.
    package struct Refreshed: Sendable {
        package let user: User
        package let family: RefreshToken.Family
        package let grant: RefreshToken.Grant
        package let granted: GrantedScope
        /// The token that replaces the used one; `nil` if that one stays valid.
        package let successor: String?
    }

    /// Decides the scope of the new tokens, or rejects the request, before anything is consumed.
    package typealias Granting = (RefreshToken.Grant) throws(OAuthFailure) -> GrantedScope

    private let storage: any Storage

    package init(storage: any Storage) {
        self.storage = storage
    }

    /// Uses a token. If its reuse revokes the family, the revocation is stored before this throws.
    package func use(
        _ use: Use, at time: Timestamp, granting: @escaping Granting
    ) async throws(OAuthFailure) -> Refreshed {
        guard use.client.grantTypes.contains(.refreshToken) else {
            throw .grantTypeNotAllowed(GrantType.refreshToken.rawValue)
        }
        guard let secret = RefreshSecret(use.token) else { throw use.unknownToken }
        let found = try await find(secret.hash, for: use)
        let decision = use.decide(found, at: time)
        if case .reject(let rejection) = decision { throw found.token.failure(rejection) }
        // The grant of a stored token never changes.
        let granted = Result { () throws(OAuthFailure) in try granting(found.token.grant) }
        let prepared = PreparedUse(use: use, secret: secret, found: found, granted: granted, time: time)
        // A repetition changes nothing, unless the request carries a message that must be consumed.
        if case .giveSuccessor(let next) = decision, !use.isConsuming {
            return try prepared.repeatSuccessor(next, of: found).get()
        }
        let result: PreparedUse.Decided
        do {
            result = try await storage.withTransaction { try prepared.apply(in: $0) }
        } catch {
            throw OAuthFailure(error)
        }
        return try result.get()
    }

    /// Finds a token. Most rejections change nothing, so that a reader suffices for them.
    private func find(_ hash: [UInt8], for use: Use) async throws(OAuthFailure) -> OwnedRefreshToken {
        do {
            return try await storage.read { snapshot in
                if let found = try snapshot.refreshTokens.findOwned(hash) { return found }
                let isOfRemovedAccount = try snapshot.oneTime.isConsumed(RefreshToken.Tombstone.id(of: hash))
                throw isOfRemovedAccount ? OAuthFailure.refreshTokenRejected(.userGone) : use.unknownToken
            }
        } catch {
            throw OAuthFailure(error)
        }
    }

    /// Revokes a token with its whole family (RFC 7009). An unknown token is not an error.
    package func revoke(_ use: Use, at time: Timestamp) async throws(OAuthFailure) {
        do {
            try await removeFamily(of: use, at: time)
        } catch {
            throw OAuthFailure(error)
        }
    }

    private func removeFamily(of use: Use, at time: Timestamp) async throws {
        let hash = RefreshSecret(use.token)?.hash
        // Only a token that a reader has found needs a transaction, which looks it up again.
        let isFound = try await storage.read { try hash.flatMap($0.refreshTokens.find) != nil }
        guard isFound || use.isConsuming else { return }
        try await storage.withTransaction { transaction in
            try use.consume(in: transaction)
            guard let hash, let token = try transaction.refreshTokens.find(hash) else { return }
            guard ExactText(token.grant.client) == ExactText(use.client.id), token.grant.host == use.host else {
                throw token.failure(.clientMismatch)
            }
            try transaction.refreshTokens.remove(token.family)
            try transaction.events.insert(use.event(.tokenRevoked, about: token.grant, at: time))
        }
    }
}

/// The use of a token with everything that can be computed before a transaction begins.
private struct PreparedUse: Sendable {
    let use: RefreshTokens.Use
    let secret: RefreshSecret
    /// The token as a reader has found it.
    let found: OwnedRefreshToken
    let successor: RefreshSecret
    let sealed: [UInt8]
    let granted: Result<GrantedScope, OAuthFailure>
    let time: Timestamp

    typealias Decided = Result<RefreshTokens.Refreshed, OAuthFailure>

    init(
        use: RefreshTokens.Use, secret: RefreshSecret, found: OwnedRefreshToken,
        granted: Result<GrantedScope, OAuthFailure>, time: Timestamp
    ) {
        self.use = use
        self.secret = secret
        self.found = found
        self.granted = granted
        self.time = time
        successor = RefreshSecret(at: time)
        sealed = secret.seal(successor)
    }

    /// Uses the token. It is decided again, because it may have been used, and its account blocked, since.
    func apply(in transaction: any StorageTransaction) throws -> Decided {
        guard let current = try find(in: transaction) else { return .failure(use.unknownToken) }
        let (tokens, token) = (transaction.refreshTokens, current.token)
        switch use.decide(current, at: time) {
        case .reject(let rejection):
            return .failure(token.failure(rejection))
        case .revokeFamily(let rejection):
            try use.consume(in: transaction)
            try tokens.remove(token.family)
            try transaction.events.insert(
                use.event(rejection == .reused ? .tokenReused : .tokenRevoked, about: token.grant, at: time))
            return .failure(token.failure(rejection))
        case .giveSuccessor(let next):
            let decided = repeatSuccessor(next, of: current)
            if case .success = decided { try use.consume(in: transaction) }
            return decided
        case .keep(let idleExpiresAt):
            let decided = accept(current, successor: nil)
            guard case .success = decided else { return decided }
            try use.consume(in: transaction)
            try extendSession(of: current, in: transaction)
            try tokens.extend(token.hash, idleExpiresAt: idleExpiresAt)
            try transaction.events.insert(use.event(.tokenRefreshed, about: token.grant, at: time))
            return decided
        case .rotate:
            return try rotate(current, in: transaction)
        }
    }

    /// Finds the token again, after its account and its session. The grant of a stored token never changes.
    private func find(in transaction: any StorageTransaction) throws -> OwnedRefreshToken? {
        let (tokens, grant) = (transaction.refreshTokens, found.token.grant)
        let owner = try transaction.users.find(grant.user, assuming: found.owner)
        let session = try grant.endingSession.flatMap { try transaction.sessions.find($0, assuming: found.session) }
        guard let owner, let token = try tokens.find(secret.hash, assuming: found.token) else { return nil }
        let next = try token.successor.flatMap { try tokens.find($0.hash, assuming: found.successor) }
        return OwnedRefreshToken(token: token, owner: owner, session: session, successor: next)
    }

    private func rotate(
        _ current: OwnedRefreshToken, in transaction: any StorageTransaction
    ) throws -> Decided {
        let (token, decided) = (current.token, accept(current, successor: successor))
        guard case .success = decided else { return decided }
        try use.consume(in: transaction)
        try extendSession(of: current, in: transaction)
        let prepared = PreparedRefreshToken(
            after: token, secret: successor, policy: use.client.refreshTokens, at: time)
        try transaction.refreshTokens.insert(prepared.record)
        try transaction.refreshTokens.markUsed(
            secret.hash, replacedBy: RefreshToken.Successor(hash: prepared.record.hash, sealed: sealed, usedAt: time))
        try transaction.events.insert(use.event(.tokenRefreshed, about: token.grant, at: time))
        return decided
    }

    /// Extends the idle lifetime of the session that the token ends with. Its absolute lifetime stays.
    private func extendSession(of current: OwnedRefreshToken, in transaction: any StorageTransaction) throws {
        guard let lifetime = use.idleSessionLifetime, let session = current.session else { return }
        try transaction.sessions.recordUse(
            of: session.id, at: time, idleExpiresAt: min(time.advanced(by: lifetime), session.expiresAt))
    }

    func repeatSuccessor(_ next: RefreshToken.Successor, of current: OwnedRefreshToken) -> Decided {
        guard let successor = secret.open(next.sealed) else { return .failure(current.token.failure(.unknown)) }
        return accept(current, successor: successor)
    }

    private func accept(_ current: OwnedRefreshToken, successor: RefreshSecret?) -> Decided {
        granted.map { granted in
            RefreshTokens.Refreshed(
                user: current.owner, family: current.token.family, grant: current.token.grant, granted: granted,
                successor: successor?.text)
        }
    }
}

extension RefreshTokens.Use {
    fileprivate func decide(_ found: OwnedRefreshToken, at time: Timestamp) -> RefreshDecision {
        let hasSession = found.token.grant.endingSession == nil || found.session?.isExpired(at: time) == false
        let decision = RefreshDecision.decide(
            found.token, for: attempt,
            accountStatus: found.owner.isBlocked ? .blocked : hasSession ? .active : .signedOut, at: time)
        // The leeway is for concurrent uses of one token. Once its successor was used, the token is two generations
        // old.
        guard case .giveSuccessor = decision, found.successor?.successor != nil else { return decision }
        return .revokeFamily(.reused)
    }

    /// The failure of a token that is not stored, or no longer. Its flow is that of the client, if the client has only
    /// one.
    fileprivate var unknownToken: OAuthFailure {
        .refreshTokenRejected(.unknown, isOfGrant: !client.grantTypes.contains(.passkey))
    }
}

extension RefreshToken {
    /// The failure of a use of this token.
    fileprivate func failure(_ rejection: RefreshRejection) -> OAuthFailure {
        .refreshTokenRejected(rejection, isOfGrant: GrantID(of: grant, in: family) != nil)
    }
}
