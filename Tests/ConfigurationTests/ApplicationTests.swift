// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import TestStorage
import Testing
import WireFormats

struct ApplicationTests {
    private static let now = Timestamp(secondsSince1970: 1_700_000_000)

    private func application(_ json: JSONObject) -> ConfigurationApplication {
        ConfigurationApplication(
            ConfigurationExample.file(.object(json)),
            settings: ConfigurationApplication.Settings(url: ConfigurationExample.url))
    }

    private func events(_ storage: any Storage) async throws -> [AuditEvent.Kind] {
        try await storage.read { try $0.events.list(user: nil, limit: 9).map(\.kind) }
    }

    @Test func `one of two concurrent applications of a file succeeds and is recorded`() async throws {
        try await withStorage { storage async throws in
            let application = application(ConfigurationExample.full)
            let watched = InstrumentedStorage(storage) { _ in
                _ = try await application.apply(to: storage, by: .command("apply"), at: Self.now)
            }
            #expect(try await application.apply(to: watched, by: .command("apply"), at: Self.now).isEmpty)
            #expect(try await events(storage) == [.configurationApplied])
        }
    }

    @Test func `a plan that became invalid after it was made is rejected, and nothing is written`() async throws {
        try await withStorage { storage async throws in
            let connections: JSONObject = ["connections": [["name": "Users", "strategy": "auth0"]]]
            _ = try await application(connections).apply(to: storage, by: .command("apply"), at: Self.now)
            let application = application(["tenant": ["default_directory": "Users"]])
            let watched = InstrumentedStorage(storage) { _ in
                try await storage.withTransaction { try $0.configuration.remove(.connection, id: "Users") }
            }
            await #expect(throws: ConfigurationFailure.self) {
                try await application.apply(to: watched, by: .command("apply"), at: Self.now)
            }
            #expect(try await storage.read { try $0.configuration.list() } == [])
            #expect(try await events(storage) == [.configurationApplied])
        }
    }
}
