// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// The records that a sign-in opens, which are stored with it or not at all.
package struct AccompanyingRecords: Sendable {
    /// Signed messages of the request that must not be accepted again.
    package var uses: [OneTimeUse] = []
    /// The first refresh token of a family.
    package var refreshToken: RefreshToken?
    /// The browser session that the sign-in begins.
    package var session: NewSession?
    /// The browser's session before, which the new session replaces.
    package var replacedSession: BrowserSession?
    /// The user who agreed to lose the account of the replaced session, which is the only way into it.
    package var leavingUser: UserID?
    /// The authorization code for the client that the user signs in to.
    package var code: AuthorizationCode?

    package init() {}

    func store(in transaction: any StorageTransaction) throws {
        for use in uses {
            try transaction.reporting(.alreadyConsumed, as: SignInFailure.replayed(use.kind)) {
                try transaction.oneTime.consume(use.id, expiresAt: use.expiresAt)
            }
        }
        if let refreshToken { try transaction.begin(refreshToken) }
        if let session {
            try transaction.begin(session.record, replacing: replacedSession, leaving: leavingUser)
        }
        if let code { try transaction.authorizationCodes.insert(code) }
    }
}
