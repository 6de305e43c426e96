// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WireFormats

/// Finds and decides the requests of devices for the user of a browser session (RFC 8628, section 3.3).
package struct DeviceApproval: Sendable {
    /// A request that waits for a decision, with its client.
    package struct Request: Sendable {
        package let authorization: DeviceAuthorization
        package let client: Client
    }

    private let storage: any Storage
    private let configuration: ConfigurationSnapshot
    private let host: String

    package init(storage: any Storage, configuration: ConfigurationSnapshot, host: String) {
        self.storage = storage
        self.configuration = configuration
        self.host = host
    }

    /// Returns the request that the code belongs to, if the user may decide about it.
    package func find(
        _ code: UserCode, for user: User, at time: Timestamp
    ) async throws(OAuthFailure) -> Result<Request, UserCodeRejection> {
        let found: DeviceAuthorization?
        do {
            found = try await storage.read { try $0.deviceAuthorizations.find(userCode: code.normalized) }
        } catch {
            throw OAuthFailure(error)
        }
        do throws(UserCodeRejection) {
            let authorization = try pending(found, at: time)
            guard let client = configuration.client(authorization.client), configuration.allows(client, at: host)
            else { throw .clientUnknown }
            guard let connection = configuration.connection(user.connection),
                configuration.allows(client, in: connection)
            else { throw .connectionNotAllowed }
            return .success(Request(authorization: authorization, client: client))
        } catch {
            return .failure(error)
        }
    }

    private func pending(
        _ found: DeviceAuthorization?, at time: Timestamp
    ) throws(UserCodeRejection) -> DeviceAuthorization {
        guard let found, found.host == host else { throw .unknown }
        guard found.expiresAt > time else { throw .expired }
        guard found.decision == nil else { throw .decided }
        return found
    }

    /// Stores the decision of a session's user, with the consent to a client of others. Of several decisions the first
    /// counts. Returns why the decision was not stored, or `nil`.
    package func decide(
        _ request: Request, isAllowed: Bool, by session: BrowserSession, at time: Timestamp
    ) async throws(OAuthFailure) -> UserCodeRejection? {
        do {
            try await storage.withTransaction { transaction in
                try store(isAllowed, about: request, by: session, in: transaction, at: time)
            }
            return nil
        } catch let rejection as UserCodeRejection {
            return rejection
        } catch StorageConflict.modifiedConcurrently {
            return .decided
        } catch StorageConflict.notFound {
            return .unknown
        } catch {
            throw OAuthFailure(error)
        }
    }

    private func store(
        _ isAllowed: Bool, about request: Request, by session: BrowserSession, in transaction: any StorageTransaction,
        at time: Timestamp
    ) throws {
        let user = try transaction.users.find(session.user)
        let current = try transaction.sessions.find(session.id)
        let code = request.authorization.userCode
        let found = try transaction.deviceAuthorizations.find(userCode: code)
        // A code may have been issued again for another request.
        guard found?.deviceCodeHash == request.authorization.deviceCodeHash else { throw UserCodeRejection.unknown }
        _ = try pending(found, at: time)
        guard let current, !current.isExpired(at: time), let user, user.isActive else {
            throw UserCodeRejection.signedOut
        }
        try transaction.deviceAuthorizations.decide(
            userCode: code, as: isAllowed ? .approved(approval(by: current, of: user, at: time)) : .denied)
        guard isAllowed, !request.client.isFirstParty else { return }
        let authorization = request.authorization
        try transaction.consents.add(
            Consent(
                user: user.id, client: request.client.id, audience: authorization.audience,
                scope: authorization.scope, grantedAt: time))
    }

    private func approval(
        by session: BrowserSession, of user: User, at time: Timestamp
    ) -> DeviceAuthorization.Approval {
        var approval = DeviceAuthorization.Approval(
            user: session.user, authenticatedAt: session.authenticatedAt, decidedAt: time)
        approval.generation = user.tokenGeneration
        approval.methods = session.methods
        approval.session = session.id
        approval.ways = session.ways
        return approval
    }
}
