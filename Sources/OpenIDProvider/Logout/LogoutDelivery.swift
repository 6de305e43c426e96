// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WireFormats

/// The delivery of logout tokens to clients (OpenID Connect Back-Channel Logout 1.0, section 2.5).
///
/// The notices are stored when a session ends. An attempt is stored before it is made, with the time of the next, so
/// that a process that ends leaves nothing to be cleaned up and no attempt is made twice.
///
/// 1. `LogoutValidation` makes a `LogoutRequest` of what the browser sends. Its `step` says whether the user is asked
///    first.
/// 2. The transaction that ends a session stores a `LogoutNotice` for each URL at which one of its clients is informed
///    of such an end.
/// 3. `claim` selects notices that are due, at most one for each receiver, and none for those that `LogoutReceivers`
///    knows to be busy.
/// 4. `deliver` posts a `LogoutToken`, and removes the notice if the client accepts it. A failed notice is claimed
///    again after a pause; after the last attempt it is abandoned, with an audit event.
package struct LogoutDelivery: Sendable {
    package struct Policy: Hashable, Sendable {
        /// The pauses between attempts, in seconds. They are longer than an attempt may take. There is one attempt
        /// more.
        package var pauses: [Int64] = [30, 120, 600, 1_800]
        /// The age from which a notice is abandoned, in seconds, such as after a long downtime.
        package var maximumAge: Int64 = 86_400

        package init() {}

        var attempts: Int { pauses.count + 1 }
    }

    /// The outcome of a request to a client.
    package enum Outcome: Hashable, Sendable {
        case accepted
        case failed(reason: String)
        /// There was no response.
        case unreachable(reason: String)
        /// The server is stopping.
        case interrupted
    }

    /// A report on a notice, for the log.
    package enum Report: Hashable, Sendable {
        case delivered(LogoutNotice)
        case failed(LogoutNotice, reason: String)
        case abandoned(LogoutNotice, reason: String)
    }

    /// The parts of the server that a delivery needs.
    package struct Environment: Sendable {
        package let storage: any Storage
        package let now: @Sendable () -> Timestamp
        package let configuration: @Sendable () -> ConfigurationSnapshot
        /// Returns what signs the tokens of a host; `nil` if the host is not served.
        package let tokenIssuer: @Sendable (_ host: String) async throws -> TokenIssuer?
        /// Posts a form to a URL.
        package let post: @Sendable (_ form: [UInt8], _ url: String) async -> Outcome
        package let report: @Sendable (Report) -> Void

        package init(
            storage: any Storage, now: @escaping @Sendable () -> Timestamp,
            configuration: @escaping @Sendable () -> ConfigurationSnapshot,
            tokenIssuer: @escaping @Sendable (_ host: String) async throws -> TokenIssuer?,
            post: @escaping @Sendable (_ form: [UInt8], _ url: String) async -> Outcome,
            report: @escaping @Sendable (Report) -> Void
        ) {
            self.storage = storage
            self.now = now
            self.configuration = configuration
            self.tokenIssuer = tokenIssuer
            self.post = post
            self.report = report
        }
    }

    private let environment: Environment
    private let policy: Policy

    package init(_ environment: Environment, policy: Policy = Policy()) {
        self.environment = environment
        self.policy = policy
    }

    // MARK: Claiming

    /// Claims notices that are due, at most `limit` and one for each receiver that is not busy. Writes nothing if none
    /// is due.
    package func claim(
        upTo limit: Int, besides receivers: LogoutReceivers = LogoutReceivers()
    ) async throws -> [LogoutNotice] {
        while limit > 0 {
            let (time, configuration) = (environment.now(), environment.configuration())
            let busy = configuration.logoutURLs { receivers.isBusy($0.receiver, at: time) }
            let due = try await environment.storage.read {
                try $0.logoutNotices.listDue(at: time, except: busy, limit: limit)
            }
            guard !due.isEmpty else { return [] }
            let chosen = choose(from: due, under: configuration)
            let steps = try await environment.storage.withTransaction { transaction in
                try chosen.map { try step($0, under: configuration, in: transaction, at: time) }
            }
            let claimed = steps.compactMap(\.claimed)
            for case .abandoned(let notice, let reason) in steps {
                environment.report(.abandoned(notice, reason: reason))
            }
            if !claimed.isEmpty { return claimed }
        }
        return []
    }

    /// Leaves out all but the first of each receiver. Keeps what is to be dropped.
    private func choose(from due: [LogoutNotice], under configuration: ConfigurationSnapshot) -> [LogoutNotice] {
        var receivers: Set<String> = []
        return due.filter { !configuration.expects($0) || receivers.insert($0.receiver).inserted }
    }

    private enum Step: Sendable {
        case claimed(LogoutNotice)
        case abandoned(LogoutNotice, reason: String)
        /// The client has no such URL any longer, or another process was first.
        case dropped

        var claimed: LogoutNotice? {
            if case .claimed(let notice) = self { notice } else { nil }
        }
    }

    private func step(
        _ notice: LogoutNotice, under configuration: ConfigurationSnapshot, in transaction: any StorageTransaction,
        at time: Timestamp
    ) throws -> Step {
        guard configuration.expects(notice) else {
            try transaction.logoutNotices.remove(notice.id)
            return .dropped
        }
        guard notice.attempts < policy.attempts else {
            return try abandon(notice, because: "The last attempt was interrupted.", in: transaction, at: time)
        }
        guard time < notice.createdAt.advanced(by: policy.maximumAge) else {
            return try abandon(notice, because: "The notice is too old.", in: transaction, at: time)
        }
        let pause = policy.pauses[min(notice.attempts, policy.pauses.count - 1)]
        guard try transaction.logoutNotices.claim(notice, nextAttemptAt: time.advanced(by: pause)) else {
            return .dropped
        }
        var claimed = notice
        claimed.attempts += 1
        return .claimed(claimed)
    }

    private func abandon(
        _ notice: LogoutNotice, because reason: String, in transaction: any StorageTransaction, at time: Timestamp
    ) throws -> Step {
        try transaction.logoutNotices.remove(notice.id)
        try transaction.events.insert(notice.undelivered(because: reason, at: time))
        return .abandoned(notice, reason: reason)
    }

    // MARK: Sending

    /// Makes an attempt to deliver a claimed notice.
    @discardableResult
    package func deliver(_ notice: LogoutNotice) async throws -> Outcome {
        let outcome = try await attempt(notice)
        switch outcome {
        case .interrupted: break
        case .accepted:
            try await environment.storage.withTransaction { try $0.logoutNotices.remove(notice.id) }
            environment.report(.delivered(notice))
        case .failed(let reason), .unreachable(let reason): try await recordFailure(of: notice, because: reason)
        }
        return outcome
    }

    private func recordFailure(of notice: LogoutNotice, because reason: String) async throws {
        guard notice.attempts >= policy.attempts else {
            environment.report(.failed(notice, reason: reason))
            return
        }
        let time = environment.now()
        _ = try await environment.storage.withTransaction {
            try abandon(notice, because: reason, in: $0, at: time)
        }
        environment.report(.abandoned(notice, reason: reason))
    }

    private func attempt(_ notice: LogoutNotice) async throws -> Outcome {
        guard let client = environment.configuration().client(notice.client) else { return .interrupted }
        guard let issuer = try await environment.tokenIssuer(notice.host) else {
            return .failed(reason: "The host \(notice.host) is not served.")
        }
        let token: String
        do {
            token = try issuer.sign(
                LogoutToken(user: notice.user, sessionID: notice.session.rawValue), for: client, at: environment.now())
        } catch {
            return .failed(reason: "The token can't be signed: \(error.code).")
        }
        // A token has no character that a form would encode.
        return await environment.post(Array("logout_token=\(token)".utf8), notice.url)
    }
}

extension LogoutNotice {
    /// The receiver, which has one limit of attempts: the scheme, host and port of the URL.
    package var receiver: String { url.receiver }

    /// The URL may have a secret in its path or query.
    fileprivate func undelivered(because reason: String, at time: Timestamp) -> AuditEvent {
        var event = AuditEvent(.logoutUndelivered, at: time)
        event.user = user
        event.client = client
        event.details = [
            "sid": .string(session.rawValue), "receiver": .string(receiver),
            "attempts": .number(JSONNumber(Int64(attempts))), "reason": .string(reason),
        ]
        return event
    }
}

extension String {
    /// The scheme and authority of a URL.
    fileprivate var receiver: String {
        guard let mark = firstRange(of: "://") else { return self }
        return String(self[..<mark.upperBound] + self[mark.upperBound...].prefix { !"/?".contains($0) })
    }
}

extension ConfigurationSnapshot {
    /// Whether the client still has the URL.
    fileprivate func expects(_ notice: LogoutNotice) -> Bool {
        client(notice.client)?.backchannelLogout.includes(notice.url) ?? false
    }

    fileprivate func logoutURLs(where isIncluded: (String) -> Bool) -> Set<String> {
        Set(clients.values.flatMap(\.backchannelLogout.urls).map(\.text).filter(isIncluded))
    }
}
