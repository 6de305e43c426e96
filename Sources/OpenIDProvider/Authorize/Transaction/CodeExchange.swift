// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import SignIn
package import WireFormats

/// Exchanges authorization codes for what the user granted, each once.
package struct CodeExchange: Sendable {
    /// The token request of an authenticated client.
    package struct Use: Sendable {
        package let code: String
        package let redirectURI: String?
        package let verifier: String?
        package let client: Client
        package let host: String
        package let sender: RequestSender
        package var proof: VerifiedProof?
        /// The signed messages of the request, which must not be accepted again.
        package var messages: [OneTimeUse] = []

        package init(
            code: String, redirectURI: String?, verifier: String?, client: Client, host: String, sender: RequestSender
        ) {
            self.code = code
            self.redirectURI = redirectURI
            self.verifier = verifier
            self.client = client
            self.host = host
            self.sender = sender
        }
    }

    /// A code that was exchanged.
    package struct Exchanged: Sendable {
        package let grant: AuthorizationCode.Grant
        package let user: User
        package let granted: GrantedScope
        package let refreshToken: String?
    }

    /// Prepares what the tokens are for, or rejects the request, before the code is used.
    package typealias Granting =
        @Sendable (AuthorizationCode.Grant, User) throws(OAuthFailure) -> (
            granted: GrantedScope, refreshToken: PreparedRefreshToken?
        )

    private let storage: any Storage

    package init(storage: any Storage) {
        self.storage = storage
    }

    /// Exchanges a code. The use, the refresh token and the event are one durable unit. A second use revokes the tokens
    /// of the first before this throws (RFC 6749, section 4.1.2).
    package func exchange(
        _ use: Use, at time: Timestamp, granting: Granting
    ) async throws(OAuthFailure) -> Exchanged {
        guard let hash = AuthorizationCode.key(of: use.code) else { throw .authorizationCodeRejected(.unknown) }
        guard let found = try await find(hash) else { throw .authorizationCodeRejected(.unknown) }
        let code = found.code
        do throws(OAuthFailure) {
            try use.check(code, at: time)
            let (granted, refreshToken) = try granting(code.grant, found.owner)
            let current = try await store(use, of: found, refreshToken: refreshToken?.record, at: time)
            return Exchanged(grant: code.grant, user: current, granted: granted, refreshToken: refreshToken?.token)
        } catch .authorizationCodeRejected(.reused) {
            try await revoke(code.grant, because: use, at: time)
            throw .authorizationCodeRejected(.reused)
        }
    }

    private func find(_ hash: [UInt8]) async throws(OAuthFailure) -> OwnedCode? {
        do {
            return try await storage.read { try $0.authorizationCodes.findOwned(by: hash) }
        } catch {
            throw OAuthFailure(error)
        }
    }

    /// Stores the use, and returns the account as it is then.
    private func store(
        _ use: Use, of found: OwnedCode, refreshToken: RefreshToken?, at time: Timestamp
    ) async throws(OAuthFailure) -> User {
        let (code, reused) = (found.code, OAuthFailure.authorizationCodeRejected(.reused))
        do {
            return try await storage.withTransaction { transaction in
                let user = try transaction.users.find(code.grant.user, assuming: found.owner)
                for message in use.messages { try message.consume(in: transaction) }
                try transaction.reporting(.modifiedConcurrently, as: reused) {
                    try transaction.authorizationCodes.markUsed(code.hash, at: time, family: refreshToken?.family)
                }
                guard let user else { throw OAuthFailure.authorizationCodeRejected(.userGone) }
                guard !user.isBlocked else { throw OAuthFailure.authorizationCodeRejected(.userBlocked) }
                guard user.tokenGeneration == code.grant.generation,
                    !user.hasDisconnected(use.client.id, since: code.issuedAt)
                else { throw OAuthFailure.authorizationCodeRejected(.withdrawn) }
                if let refreshToken { try transaction.begin(refreshToken) }
                // The codes of a session end with it.
                if let session = code.grant.session {
                    try transaction.sessions.recordClient(use.client.id, in: session)
                }
                try transaction.events.insert(use.event(.codeExchanged, about: code.grant, at: time))
                return user
            }
        } catch StorageConflict.notFound {
            // The code has expired, or its session or its passkey was removed.
            throw .authorizationCodeRejected(.expired)
        } catch {
            throw OAuthFailure(error)
        }
    }

    private func revoke(
        _ grant: AuthorizationCode.Grant, because use: Use, at time: Timestamp
    ) async throws(OAuthFailure) {
        do {
            try await storage.withTransaction { transaction in
                // A third use finds the grant revoked.
                guard try transaction.revoke(grant.id, at: time) else { return }
                try transaction.events.insert(use.event(.codeReused, about: grant, at: time))
            }
        } catch {
            throw OAuthFailure(error)
        }
    }
}

extension CodeExchange.Use {
    /// Checks that the code was issued for this request. That it was used before is found out before anything that only
    /// the first user could know, because either of the two users may be the attacker.
    fileprivate func check(_ code: AuthorizationCode, at time: Timestamp) throws(OAuthFailure) {
        let grant = code.grant
        do throws(AuthorizationCodeRejection) {
            guard grant.host == host else { throw .hostMismatch }
            guard ExactText(grant.client) == ExactText(client.id) else { throw .clientMismatch }
            guard code.use == nil else { throw .reused }
            guard code.expiresAt > time else { throw .expired }
            try checkRedirectURI(of: grant)
            if let key = grant.boundKey {
                guard let proof else { throw .proofMissing }
                guard proof.thumbprint == key else { throw .proofMismatch }
            }
        } catch {
            throw .authorizationCodeRejected(error)
        }
        try CodeChallenge.check(verifier: verifier, against: grant.challenge)
    }

    /// The redirect URI may be left out if the challenge binds the code to the client instance (OAuth 2.1, section
    /// 4.1.3).
    private func checkRedirectURI(of grant: AuthorizationCode.Grant) throws(AuthorizationCodeRejection) {
        guard let redirectURI else {
            guard grant.challenge != nil else { throw .redirectURIMismatch }
            return
        }
        guard ExactText(redirectURI) == ExactText(grant.redirectURI) else { throw .redirectURIMismatch }
    }

    fileprivate func event(
        _ kind: AuditEvent.Kind, about grant: AuthorizationCode.Grant, at time: Timestamp
    ) -> AuditEvent {
        sender.event(kind, of: grant.user, client: client.id, at: time)
    }
}
