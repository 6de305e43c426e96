// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import SignIn
package import WireFormats

/// Reads everything about an account that an administrator may see.
package struct UserInspection: Sendable {
    /// The maximum number of sign-ins that are shown.
    private static let signInLimit = 10

    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    package func callAsFunction(_ user: User) async throws(AdministrationFailure) -> AccountReport {
        let (passkeys, deviceKeys, password, tokens, browserSessions, signIns) = try await server.read { snapshot in
            (
                try snapshot.passkeys.list(of: user.id), try snapshot.deviceKeys.list(of: user.id),
                try snapshot.passwords.find(of: user.id),
                try snapshot.refreshTokens.list(of: user.id),
                try snapshot.sessions.list(of: user.id),
                try snapshot.events.listSignIns(of: user.id, limit: Self.signInLimit)
            )
        }
        let time = server.now()
        return AccountReport(
            user: user, time: time, passkeys: passkeys, deviceKeys: deviceKeys, password: password,
            sessions: Self.sessions(tokens),
            browserSessions: browserSessions.filter { !$0.isExpired(at: time) }, signIns: signIns)
    }

    /// Groups tokens, oldest first, by family.
    private static func sessions(_ tokens: [RefreshToken]) -> [AccountReport.Session] {
        var newest: [RefreshToken] = []
        for token in tokens {
            newest.removeAll { $0.family == token.family }
            newest.append(token)
        }
        return newest.map { token in
            AccountReport.Session(
                family: token.family.rawValue, client: token.grant.client, host: token.grant.host,
                authenticatedAt: token.grant.authenticatedAt, lastUsedAt: token.issuedAt, expiresAt: token.expiresAt)
        }
    }
}

/// An account as an administrator may see it, without keys and tokens.
package struct AccountReport: Sendable {
    /// A family of refresh tokens, described by its newest token.
    package struct Session: Sendable {
        package let family: String
        package let client: String
        package let host: String
        package let authenticatedAt: Timestamp
        package let lastUsedAt: Timestamp
        package let expiresAt: Timestamp?
    }

    package let user: User
    /// When it was read.
    package let time: Timestamp
    package let passkeys: [Passkey]
    package let deviceKeys: [DeviceKey]
    package let password: StoredPassword?
    package let sessions: [Session]
    /// The sessions in browsers that have not expired.
    package let browserSessions: [BrowserSession]
    /// The latest sign-ins, latest first.
    package let signIns: [SignInRecord]

    /// The passkey that has taken the place of a device key.
    package func replacement(of key: DeviceKey) -> PasskeyID? {
        key.replacement(among: passkeys, at: time)?.id
    }
}
