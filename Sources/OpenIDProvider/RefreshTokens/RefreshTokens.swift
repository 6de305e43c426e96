// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WireFormats

/// Uses and revokes refresh tokens.
package struct RefreshTokens: Sendable {
    /// One use of a token by a client that has authenticated.
    package struct Use: Sendable {
        package var token: String
        package var client: Client
        package var host: String
        package var proof: VerifiedProof?
        /// The client's assertion, if it sent one.
        package var assertion: AssertionUse?
        /// The address and the name of the request, for the record.
        package var address: String?
        package var reference: String?

        package init(token: String, client: Client, host: String, proof: VerifiedProof?) {
            self.token = token
            self.client = client
            self.host = host
            self.proof = proof
        }

        fileprivate var attempt: RefreshDecision.Attempt {
            RefreshDecision.Attempt(client, host: host, thumbprint: proof?.thumbprint)
        }

        /// Whether something comes with it that is good once.
        fileprivate var isConsuming: Bool { proof != nil || assertion != nil }

        fileprivate func consume(in transaction: any StorageTransaction) throws {
            try assertion?.consume(in: transaction)
            try proof?.consume(in: transaction)
        }

        fileprivate func event(_ kind: AuditEvent.Kind, _ grant: RefreshToken.Grant, at time: Timestamp) -> AuditEvent {
            var event = AuditEvent(kind, at: time)
            event.user = grant.user
            event.client = client.id
            event.address = address
            event.reference = reference
            return event
        }
    }

    /// A use that succeeded.
    package struct Outcome: Sendable {
        package let user: User
        package let grant: RefreshToken.Grant
        package let granted: GrantedScope
        /// The token to use from now on; nil if it is the old one.
        package let successor: String?
    }

    /// Says what the tokens will be good for, or why there are none: before anything is used up.
    package typealias Granting = @Sendable (RefreshToken.Grant) throws(OAuthFailure) -> GrantedScope

    private let storage: any Storage

    package init(storage: any Storage) {
        self.storage = storage
    }

    /// Fails with an ``OAuthFailure``, or as the storage does. When reuse revokes a family, that is on disk before this
    /// fails.
    package func use(_ use: Use, at time: Timestamp, granting: @escaping Granting) async throws -> Outcome {
        guard use.client.grantTypes.contains(.refreshToken) else {
            throw OAuthFailure.grantTypeNotAllowed(GrantType.refreshToken.rawValue)
        }
        guard let secret = RefreshSecret(use.token) else { throw OAuthFailure.refreshTokenRefused(.unknown) }
        let prepared = PreparedUse(use: use, secret: secret, time: time, granting: granting)
        // Most refusals change nothing; a reader finds them out beside others and without a place in the writers' row.
        if let outcome = try await storage.read({ try prepared.judge(in: $0) }) { return try outcome.get() }
        return try await storage.withTransaction { try prepared.apply(in: $0) }.get()
    }

    /// Ends a token with its whole family (RFC 7009). A token that is not known is no failure.
    package func revoke(_ use: Use, at time: Timestamp) async throws {
        let hash = RefreshSecret(use.token)?.hash
        // Only what a reader has found asks for a place in the writers' row; there it is looked at once more.
        let isFound = try await storage.read { try hash.flatMap($0.refreshTokens.find) != nil }
        guard isFound || use.isConsuming else { return }
        try await storage.withTransaction { transaction in
            try use.consume(in: transaction)
            guard let hash, let token = try transaction.refreshTokens.find(hash) else { return }
            guard ExactText(token.grant.client) == ExactText(use.client.id), token.grant.host == use.host else {
                throw OAuthFailure.refreshTokenRefused(.clientMismatch)
            }
            try transaction.refreshTokens.remove(token.family)
            try transaction.events.insert(use.event(.tokenRevoked, token.grant, at: time))
        }
    }
}

/// One use with everything that was made ready for it, so that nothing is computed while others wait.
private struct PreparedUse: Sendable {
    let use: RefreshTokens.Use
    let secret: RefreshSecret
    let successor: RefreshSecret
    let sealed: [UInt8]
    let hash: [UInt8]
    let time: Timestamp
    let granting: RefreshTokens.Granting

    typealias Verdict = Result<RefreshTokens.Outcome, OAuthFailure>

    init(
        use: RefreshTokens.Use, secret: RefreshSecret, time: Timestamp, granting: @escaping RefreshTokens.Granting
    ) {
        self.use = use
        self.secret = secret
        successor = RefreshSecret()
        self.time = time
        self.granting = granting
        sealed = secret.seal(successor)
        hash = secret.hash
    }

    /// The verdict, if reaching it changes nothing.
    func judge(in snapshot: any StorageSnapshot) throws -> Verdict? {
        guard let token = try snapshot.refreshTokens.find(hash) else {
            let isOfRemovedAccount = try snapshot.oneTime.isTaken(RefreshToken.Tombstone.id(of: hash))
            return .failure(.refreshTokenRefused(isOfRemovedAccount ? .userGone : .unknown))
        }
        let user = try snapshot.users.find(token.grant.user)
        switch try decide(token, user, snapshot.refreshTokens) {
        case .refuse(let rejection): return .failure(.refreshTokenRefused(rejection))
        case .giveSuccessor(let next) where !use.isConsuming: return repeatSuccessor(next, token, user)
        case .giveSuccessor, .rotate, .keep, .revokeFamily: return nil
        }
    }

    func apply(in transaction: any StorageTransaction) throws -> Verdict {
        let tokens = transaction.refreshTokens
        guard let token = try tokens.find(hash) else { return .failure(.refreshTokenRefused(.unknown)) }
        let user = try transaction.users.find(token.grant.user)
        switch try decide(token, user, tokens) {
        case .refuse(let rejection):
            return .failure(.refreshTokenRefused(rejection))
        case .revokeFamily(let rejection):
            try use.consume(in: transaction)
            try tokens.remove(token.family)
            try transaction.events.insert(
                use.event(rejection == .reused ? .tokenReused : .tokenRevoked, token.grant, at: time))
            return .failure(.refreshTokenRefused(rejection))
        case .giveSuccessor(let next):
            let verdict = repeatSuccessor(next, token, user)
            if case .success = verdict { try use.consume(in: transaction) }
            return verdict
        case .keep(let idleExpiresAt):
            let verdict = accept(token, user, successor: nil)
            guard case .success = verdict else { return verdict }
            try use.consume(in: transaction)
            try tokens.extend(hash, idleExpiresAt: idleExpiresAt)
            try transaction.events.insert(use.event(.tokenRefreshed, token.grant, at: time))
            return verdict
        case .rotate:
            return try rotate(token, user, in: transaction)
        }
    }

    private func rotate(
        _ token: RefreshToken, _ user: User?, in transaction: any StorageTransaction
    ) throws -> Verdict {
        let verdict = accept(token, user, successor: successor)
        guard case .success = verdict else { return verdict }
        try use.consume(in: transaction)
        let prepared = PreparedRefreshToken(
            after: token, secret: successor, policy: use.client.refreshTokens, at: time)
        try transaction.refreshTokens.insert(prepared.record)
        try transaction.refreshTokens.markUsed(
            hash, RefreshToken.Successor(hash: prepared.record.hash, sealed: sealed, usedAt: time))
        try transaction.events.insert(use.event(.tokenRefreshed, token.grant, at: time))
        return verdict
    }

    private func decide(
        _ token: RefreshToken, _ user: User?, _ tokens: any RefreshTokenReading
    ) throws -> RefreshDecision {
        let accountStatus: RefreshDecision.AccountStatus = user.map { $0.isBlocked ? .blocked : .active } ?? .gone
        let decision = RefreshDecision.decide(token, use.attempt, accountStatus: accountStatus, at: time)
        // The leeway is for those who use one token at once. Once its successor was used, it is two generations old.
        guard case .giveSuccessor(let next) = decision, try tokens.find(next.hash)?.successor != nil else {
            return decision
        }
        return .revokeFamily(.reused)
    }

    private func repeatSuccessor(_ next: RefreshToken.Successor, _ token: RefreshToken, _ user: User?) -> Verdict {
        guard let successor = secret.open(next.sealed) else { return .failure(.refreshTokenRefused(.unknown)) }
        return accept(token, user, successor: successor)
    }

    private func accept(_ token: RefreshToken, _ user: User?, successor: RefreshSecret?) -> Verdict {
        guard let user else { return .failure(.refreshTokenRefused(.userGone)) }
        do throws(OAuthFailure) {
            let granted = try granting(token.grant)
            guard !granted.requiresProof || use.proof != nil else { throw .proofMissing }
            return .success(
                RefreshTokens.Outcome(user: user, grant: token.grant, granted: granted, successor: successor?.text))
        } catch {
            return .failure(error)
        }
    }
}
