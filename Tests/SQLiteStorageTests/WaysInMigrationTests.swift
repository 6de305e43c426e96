// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SQLiteStorage
import StorageConformance
import TestSupport
import Testing
import WireFormats

/// The migration of databases whose records of sign-ins have a passkey instead of ways in.
struct WaysInMigrationTests {
    private static let rows = [
        """
        INSERT INTO users (id, connection, handle, metadata, identifiers, is_blocked, created_at, updated_at)
        VALUES ('auth0|1', 'people', x'01', '{}', '[["email","1@example.org","1@example.org",0]]', 0, 1750000000,
        1750000000)
        """,
        """
        INSERT INTO passkeys (id, owner, credential_id, public_key, relying_party, user_handle, aaguid, transports,
        is_backup_eligible, is_created_silently, attestation_format, created_at, sign_count, is_backed_up,
        is_user_verified) VALUES ('passkey|dev_1', 'auth0|1', x'02', x'03', 'example.org', x'01', zeroblob(16), '[]',
        0, 0, 'none', 1750000000, 0, 0, 1)
        """,
        """
        INSERT INTO browser_sessions (secret_hash, id, user, host, passkey, authenticated_at, methods, created_at,
        last_used_at, idle_expires_at, expires_at)
        VALUES (x'01', 'with passkey', 'auth0|1', 'h', 'passkey|dev_1', 1, '["pop"]', 1, 1, 9, 9),
        (x'02', 'of sign-up', 'auth0|1', 'h', NULL, 2, '[]', 2, 2, 9, 9)
        """,
        """
        INSERT INTO refresh_families (id, user, client, host, scope, authenticated_at, methods, passkey, session, flow)
        VALUES ('direct', 'auth0|1', 'a', 'h', '["offline_access"]', 1, '["pop"]', 'passkey|dev_1', NULL, 'passkey'),
        ('code', 'auth0|1', 'a', 'h', '["offline_access"]', 1, '["pop"]', 'passkey|dev_1', 'with passkey', 'code')
        """,
        "INSERT INTO refresh_tokens (hash, family, issued_at) VALUES (x'01', 'direct', 1), (x'02', 'code', 1)",
        """
        INSERT INTO authorization_codes (hash, grant_id, user, client, host, redirect_uri, scope, authenticated_at,
        methods, session, passkey, issued_at, expires_at)
        VALUES (x'01', 'g', 'auth0|1', 'a', 'h', 'https://a.example/', '[]', 1, '["pop"]', 'with passkey', 'passkey|dev_1', 1, 9)
        """,
        """
        INSERT INTO device_authorizations (device_code_hash, user_code, client, host, scope, created_at, expires_at,
        is_approved, user, authenticated_at, methods, session, passkey, generation, decided_at)
        VALUES (x'01', 'BCDF', 'a', 'h', '[]', 1, 9, 1, 'auth0|1', 1, '["pop"]', 'with passkey', 'passkey|dev_1', 0, 2)
        """,
        """
        INSERT INTO audit_events (kind, occurred_at, user, client, details, method, passkey)
        VALUES ('', 1, 'auth0|1', 'a', '{}', 'passkey', 'passkey|dev_1'), ('', 2, 'auth0|1', 'a', '{}', 'sign-up', NULL)
        """,
        """
        INSERT INTO logout_notices (id, client, url, host, user, session, created_at, attempts, next_attempt_at)
        VALUES ('n', 'a', 'https://a.example/logout', 'h', 'auth0|1', 'ended', 1, 0, 1)
        """,
    ]

    private static let notice = LogoutNotice(
        to: "a", at: "https://a.example/logout", about: BrowserSession.ID(rawValue: "ended"), of: Samples.userID(1),
        host: "h")

    @Test func `sessions, families, codes, approvals and pending notices go on`() async throws {
        try await withTemporaryFolder { directory in
            var earlier = SQLiteSettings(path: directory + "/a.sqlite")
            earlier.migrations = Array(Migration.all.prefix(10))
            await (try SQLiteStorage(earlier)).close()
            for row in Self.rows { try MigrationTests.run(row, on: earlier.path) }
            let storage = try SQLiteStorage(SQLiteSettings(path: earlier.path))
            let (user, ways) = (Samples.userID(1), [Samples.passkeyID(1).way])
            try await storage.read { stored in
                #expect(try stored.users.waysIn(of: user) == ways)
                #expect(try stored.sessions.list(of: user).map(\.ways) == [ways, []])
                let tokens = try [[1], [2]].map { try stored.refreshTokens.find($0)?.grant }
                #expect(tokens.map { $0?.ways } == [ways, ways])
                #expect(tokens.map { $0?.flow } == [.direct, .code])
                #expect(try stored.authorizationCodes.find(by: [1])?.grant.ways == ways)
                let device = try stored.deviceAuthorizations.find(userCode: "BCDF")
                guard case .approved(let approval) = device?.decision else {
                    Issue.record("\(String(describing: device?.decision))")
                    return
                }
                #expect(approval.ways == ways)
                #expect(try stored.events.listSignIns(of: user, limit: 9).map(\.ways) == [[], ways])
                #expect(try stored.outbox.list(.logout, limit: 9).map { LogoutNotice($0) } == [Self.notice])
                // What was there before the ladder has settled.
                let passkey = try stored.passkeys.find(Samples.passkeyID(1))
                #expect(passkey?.unconfirmedUntil == nil && passkey?.addedBy == [])
                #expect(try stored.sessions.list(of: user).map(\.provenSince.secondsSince1970) == [1, 2])
            }
            try await storage.withTransaction { try $0.passkeys.remove(Samples.passkeyID(1)) }
            let rest = try await storage.read { stored in
                (try stored.sessions.list(of: user), try stored.refreshTokens.list(of: user))
            }
            #expect(rest.0.map(\.id.rawValue) == ["of sign-up"])
            #expect(rest.1.isEmpty)
            await storage.close()
        }
    }
}
