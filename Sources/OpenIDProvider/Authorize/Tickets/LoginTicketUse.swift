// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import SignIn

/// Begins the browser session of a user who signed in on a client's own page.
package struct LoginTicketUse: Sendable {
    private let accounts: AccountStorage
    private let lifetimes: Tenant

    package init(accounts: AccountStorage, lifetimes: Tenant) {
        self.accounts = accounts
        self.lifetimes = lifetimes
    }

    /// Consumes the ticket, begins the session, and ends the browser's session before. Returns `nil` if the ticket was
    /// used, if the account or a way in may not be used any longer, or if the session before is the only way into
    /// another user's account.
    package func begin(
        with ticket: LoginTicket, sender: RequestSender, replacing old: BrowserSession?
    ) async throws(OAuthFailure) -> NewSession? {
        let session = BrowserSessions(accounts: accounts, host: ticket.binding.host, kind: .pages).begin(
            for: ticket.user, with: ticket.authentication, ways: ticket.ways, client: ticket.binding.client,
            lifetimes: lifetimes, sender: sender, at: accounts.now())
        do {
            return try await accounts.storage.withTransaction { transaction in
                try transaction.oneTime.consume(ticket.id, expiresAt: ticket.expiresAt)
                guard let user = try transaction.users.find(ticket.user), user.isActive,
                    user.tokenGeneration == ticket.generation
                else { return nil }
                try transaction.begin(session.record, replacing: old)
                return session
            }
        } catch StorageConflict.alreadyConsumed, StorageConflict.notFound, SignInFailure.account(.onlyWayIn) {
            return nil
        } catch {
            throw OAuthFailure(error)
        }
    }
}
