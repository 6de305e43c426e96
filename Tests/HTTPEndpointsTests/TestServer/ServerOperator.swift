// SPDX-License-Identifier: Apache-2.0

import Administration
import Configuration
import IdentityModel
import WireFormats

/// An operator who changes accounts while the server runs, as the commands do.
struct ServerOperator: Sendable {
    private let server: AdministeredServer

    init(storage: any Storage, now: @escaping @Sendable () -> Timestamp = { .now() }) {
        server = AdministeredServer(
            storage: storage, url: WebOrigin(scheme: .http, host: .localhost, port: 8080), now: now)
    }

    func block(_ user: UserID) async throws {
        try await UserBlocking(server: server)(user, by: .command("users block"))
    }

    func unblock(_ user: UserID) async throws {
        try await UserUnblocking(server: server)(user, by: .command("users unblock"))
    }

    func remove(_ user: UserID) async throws {
        try await UserRemoval(server: server)(user, by: .command("users delete"))
    }

    func removePasskey(_ id: PasskeyID, of user: UserID) async throws {
        try await PasskeyRemoval(server: server)(id, of: user, by: .command("users remove-passkey"))
    }

    @discardableResult
    func endSessions(of user: UserID) async throws -> Int {
        try await SessionEnding(server: server)(of: user, by: .command("users end-sessions"))
    }
}
