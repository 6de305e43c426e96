// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import SignIn
package import WireFormats

/// Begins and finishes device authorizations (RFC 8628).
///
/// 1. A device asks for codes: `begin` stores its request, and the device shows the user code.
/// 2. The user enters it on a page, signed in: `DeviceApproval` finds the request, and stores the decision.
/// 3. The device polls with its own code: `finish` takes the approved request, in a transaction that compares it with
///    what the account is worth then.
package struct DeviceAuthorizations: Sendable {
    /// The lifetime of the codes, in seconds.
    package static let lifetime = 900
    /// The time between two polls, in seconds.
    package static let interval = 5
    /// The number of requests that may wait for their users, so that strangers can't fill the storage.
    private static let limit = 20_000
    /// The number of requests of one client that may wait, so that none keeps the others from theirs.
    package static let clientLimit = 10_000

    /// The codes for a device.
    package struct Started: Sendable {
        package let deviceCode: String
        package let userCode: UserCode
    }

    /// A device that asks for the tokens, as an authenticated client.
    package struct Poll: Sendable {
        package let deviceCode: String
        package let client: Client
        package let host: String
        package let sender: RequestSender
        /// The signed messages of the request, which must not be accepted again.
        package var messages: [OneTimeUse] = []

        package init(deviceCode: String, client: Client, host: String, sender: RequestSender) {
            self.deviceCode = deviceCode
            self.client = client
            self.host = host
            self.sender = sender
        }
    }

    /// An approved request that was taken.
    package struct Approved: Sendable {
        package let user: User
        package let approval: DeviceAuthorization.Approval
        package let granted: GrantedScope
        package let refreshToken: String?
    }

    /// Prepares what the tokens are for, or rejects the request, before the code is used.
    package typealias Granting =
        @Sendable (DeviceAuthorization, DeviceAuthorization.Approval, User) throws(OAuthFailure) -> (
            granted: GrantedScope, refreshToken: PreparedRefreshToken?
        )

    private let storage: any Storage

    package init(storage: any Storage) {
        self.storage = storage
    }

    /// Stores a request until the user decides.
    package func begin(
        for client: Client, at issuer: Issuer, granted: GrantedScope, time: Timestamp
    ) async throws(OAuthFailure) -> Started {
        try Self.requireNoOrganization(of: client)
        let code = TimeOrderedSecret(at: time)
        let userCode = UserCode.random()
        var authorization = DeviceAuthorization(
            deviceCodeHash: code.hash, userCode: userCode.normalized, client: client.id, host: issuer.host,
            createdAt: time, expiresAt: time.advanced(by: Self.lifetime))
        authorization.scope = granted.scope
        authorization.audience = granted.resourceServer?.identifier
        let record = authorization
        do {
            try await storage.withTransaction { transaction in
                let waiting = try transaction.deviceAuthorizations.count(unexpiredAt: time, of: record.client)
                guard waiting.all < Self.limit, waiting.ofClient < Self.clientLimit else {
                    throw OAuthFailure.tooManyDeviceRequests
                }
                try transaction.deviceAuthorizations.insert(record)
            }
        } catch {
            throw OAuthFailure(error)
        }
        return Started(deviceCode: code.text, userCode: userCode)
    }

    /// Takes an approved request. The use of the code, the refresh token and the event are one durable unit.
    package func finish(_ poll: Poll, at time: Timestamp, granting: Granting) async throws(OAuthFailure) -> Approved {
        try Self.requireNoOrganization(of: poll.client)
        guard let hash = DeviceAuthorization.key(of: poll.deviceCode) else { throw .deviceCodeRejected(.unknown) }
        let found = try await find(hash, for: poll, at: time)
        let approval = found.approval
        let (granted, refreshToken) = try granting(found.authorization, approval, found.user)
        do {
            let current = try await storage.withTransaction { transaction in
                let user = try transaction.users.find(approval.user, assuming: found.user)
                for message in poll.messages { try message.consume(in: transaction) }
                let session = try approval.session.flatMap {
                    try transaction.sessions.find($0, assuming: found.session)
                }
                try transaction.deviceAuthorizations.remove(hash)
                guard let user else { throw OAuthFailure.deviceCodeRejected(.userGone) }
                guard !user.isBlocked else { throw OAuthFailure.deviceCodeRejected(.userBlocked) }
                guard approval.isValid(for: user, in: session, to: poll.client, at: time) else {
                    throw OAuthFailure.deviceCodeRejected(.withdrawn)
                }
                if let record = refreshToken?.record { try transaction.begin(record) }
                try transaction.events.insert(
                    poll.sender.event(.deviceAuthorized, of: user.id, client: poll.client.id, at: time))
                return user
            }
            return Approved(user: current, approval: approval, granted: granted, refreshToken: refreshToken?.token)
        } catch StorageConflict.notFound {
            throw .deviceCodeRejected(.unknown)
        } catch {
            throw OAuthFailure(error)
        }
    }

    /// Rejects a client that requires an organization, because the device flow has none.
    private static func requireNoOrganization(of client: Client) throws(OAuthFailure) {
        guard client.organizationUsage != .require else { throw .deviceFlowWithoutOrganization }
    }

    /// The approved request of a poll, with what its approval depends on.
    private struct Found: Sendable {
        let authorization: DeviceAuthorization
        let approval: DeviceAuthorization.Approval
        let user: User
        let session: BrowserSession?
    }

    private func find(_ hash: [UInt8], for poll: Poll, at time: Timestamp) async throws(OAuthFailure) -> Found {
        do {
            return try await storage.read { snapshot in
                guard let found = try snapshot.deviceAuthorizations.find(by: hash) else {
                    throw OAuthFailure.deviceCodeRejected(.unknown)
                }
                let approval = try poll.approval(of: found, at: time)
                guard let user = try snapshot.users.find(approval.user) else {
                    throw OAuthFailure.deviceCodeRejected(.userGone)
                }
                let session = try approval.session.flatMap { try snapshot.sessions.find($0) }
                return Found(authorization: found, approval: approval, user: user, session: session)
            }
        } catch {
            throw OAuthFailure(error)
        }
    }
}

extension DeviceAuthorization.Approval {
    /// Whether the user has withdrawn nothing since the approval that it depends on: neither the session with which it
    /// was given, nor the tokens of the account, nor the connection to the client.
    fileprivate func isValid(
        for user: User, in current: BrowserSession?, to client: Client, at time: Timestamp
    ) -> Bool {
        guard user.tokenGeneration == generation, !user.hasDisconnected(client.id, since: decidedAt) else {
            return false
        }
        return session == nil || current?.isExpired(at: time) == false
    }
}

extension DeviceAuthorizations.Poll {
    fileprivate func approval(
        of authorization: DeviceAuthorization, at time: Timestamp
    ) throws(OAuthFailure) -> DeviceAuthorization.Approval {
        do throws(DeviceCodeRejection) {
            guard authorization.host == host else { throw .hostMismatch }
            guard ExactText(authorization.client) == ExactText(client.id) else { throw .clientMismatch }
            guard authorization.expiresAt > time else { throw .expired }
            switch authorization.decision {
            case nil: throw .pending
            case .denied?: throw .denied
            case .approved(let approval)?: return approval
            }
        } catch {
            throw .deviceCodeRejected(error)
        }
    }
}
