// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WireFormats

/// What the outbox sends to clients whose sessions have ended (OpenID Connect Back-Channel Logout 1.0, section 2.5).
///
/// 1. `LogoutValidation` makes a `LogoutRequest` of what the browser sends. Its `step` says whether the user is asked
///    first.
/// 2. The transaction that ends a session stores a `LogoutNotice` for each URL at which one of its clients is informed
///    of such an end.
/// 3. The outbox asks whether the client still expects the notice, and posts the `form` with a `LogoutToken`, which is
///    signed when it is sent. If it was not delivered in time, that leaves an audit event.
package struct LogoutDelivery: Sendable {
    /// Why a notice can't be sent.
    package enum Failure: Error, Hashable, Sendable {
        case hostNotServed(String)
        case notSigned(code: String)
        /// The item is no notice.
        case unreadable
        case clientRemoved
    }

    private let configuration: @Sendable () -> ConfigurationSnapshot
    private let tokenIssuer: @Sendable (_ host: String) async throws -> TokenIssuer?
    private let now: @Sendable () -> Timestamp

    /// - Parameter tokenIssuer: Returns what signs the tokens of a host; `nil` if the host is not served.
    package init(
        configuration: @escaping @Sendable () -> ConfigurationSnapshot,
        tokenIssuer: @escaping @Sendable (_ host: String) async throws -> TokenIssuer?,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.configuration = configuration
        self.tokenIssuer = tokenIssuer
        self.now = now
    }

    /// Whether the client still has the URL.
    package func expects(_ item: OutboxItem) -> Bool {
        guard let notice = LogoutNotice(item) else { return false }
        return configuration().client(notice.client)?.backchannelLogout.includes(notice.url) ?? false
    }

    /// Returns the form with the token, and the URL that it is posted to.
    package func form(of item: OutboxItem) async throws -> (form: [UInt8], url: String) {
        guard let notice = LogoutNotice(item) else { throw Failure.unreadable }
        guard let client = configuration().client(notice.client) else { throw Failure.clientRemoved }
        guard let issuer = try await tokenIssuer(notice.host) else { throw Failure.hostNotServed(notice.host) }
        do {
            let token = try issuer.sign(
                LogoutToken(user: notice.user, sessionID: notice.session.rawValue), for: client, at: now())
            // A token has no character that a form would encode.
            return (Array("logout_token=\(token)".utf8), notice.url)
        } catch {
            throw Failure.notSigned(code: "\(error.code)")
        }
    }

    /// The event that records that a notice was given up. The URL may have a secret in its path or query.
    package func undelivered(_ item: OutboxItem, because reason: String) -> AuditEvent? {
        guard let notice = LogoutNotice(item) else { return nil }
        var event = AuditEvent(.logoutUndelivered, at: now())
        event.user = notice.user
        event.client = notice.client
        event.details = [
            "sid": .string(notice.session.rawValue), "receiver": .string(notice.receiver),
            "attempts": .number(JSONNumber(Int64(item.attempts))), "reason": .string(reason),
        ]
        return event
    }
}

extension LogoutDelivery.Failure: CustomStringConvertible {
    /// A sentence for the log.
    package var description: String {
        switch self {
        case .hostNotServed(let host): "The host \(host) is not served."
        case .notSigned(let code): "The token can't be signed: \(code)."
        case .unreadable: "The notice can't be read."
        case .clientRemoved: "The client was removed."
        }
    }
}
