// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel
import TestConsole
import Testing
import ThumbturnServer
import WireFormats

/// `thumbturn users device-keys`, and what other commands say of device keys.
@Suite struct DeviceKeysCommandTests {
    /// Ada with two keys, Bob with a key and a passkey, and Eve with neither.
    private func withUsers(_ body: (ServerFolder) async throws -> Void) async throws {
        try await ServerFolder.with { server in
            let ada = try await server.addUser("auth0|1", address: "ada@example.com")
            let bob = try await server.addUser("auth0|2", address: "bob@example.com")
            try await server.addUser("auth0|3", address: "eve@example.com")
            try await server.addDeviceKey(1, of: ada)
            try await server.addDeviceKey(2, of: ada, client: "planner", shape: .legacy)
            try await server.addDeviceKey(3, of: bob)
            try await server.addPasskey(1, of: bob)
            try await body(server)
        }
    }

    @Test func `device-keys list prints the keys of an account`() async throws {
        try await withUsers { server in
            let (status, console) = await server.run("users", "device-keys", "list", "ada@example.com")
            #expect(status == .success)
            #expect(
                console.lines == [
                    "DEVICE KEY  CLIENT   CREATED               LAST USED  STATE   ID",
                    "Phone 1     web      2026-05-28T20:26:40Z  never              device-key|1",
                    "Phone 2     planner  2026-05-28T20:26:40Z  never      legacy  device-key|2",
                ])
            let lines = await server.run("users", "device-keys", "list", "auth0|1", "--json").console.lines
            #expect(lines.map { $0.jsonObject["id"] as? String } == ["device-key|1", "device-key|2"])
            #expect(lines.map { $0.jsonObject["shape"] as? String } == ["modern", "legacy"])
            #expect(
                await server.run("users", "device-keys", "list", "auth0|3").console.lines == ["No device keys."])
        }
    }

    @Test func `device-keys remove removes one, and ends what it opened`() async throws {
        try await withUsers { server in
            let (status, console) = await server.run("users", "device-keys", "remove", "auth0|1", "device-key|1")
            #expect(status == .success)
            #expect(console.lines == ["The device key was removed. Sessions ended: 1."])
            let families = try await server.refreshTokens(of: "auth0|1").map(\.family.rawValue)
            #expect(Set(families) == ["family-auth0|1", "opened by device key 2"])
            let event = try #require(try await server.events().first)
            #expect(event.kind == .deviceKeyRemoved && event.operatorCommand == "users device-keys")
            #expect(event.details["device_key"] == "device-key|1" && event.client == "web")
            #expect(try await server.user("auth0|1")?.tokenGeneration == 1)
            let again = await server.run("users", "device-keys", "remove", "auth0|1", "device-key|1")
            #expect(again.status == .failure)
            #expect(again.console.writtenErrors.contains("auth0|1 has no device key device-key|1."))
        }
    }

    @Test func `device-keys remove rejects another account's key`() async throws {
        try await withUsers { server in
            #expect(await server.run("users", "device-keys", "remove", "auth0|1", "device-key|3").status == .failure)
            let tokens = try await server.refreshTokens(of: "auth0|2")
            #expect(tokens.count == 3)
        }
    }

    @Test(arguments: [
        [], ["list"], ["list", "a", "b"], ["remove", "a"], ["remove", "a", "b", "c"], ["show", "a"],
        ["remove", "a", "b", "--json"],
    ])
    func `an invalid command line is an error`(_ words: [String]) async throws {
        try await ServerFolder.with(hosts: []) { server in
            let console = RecordingConsole()
            #expect(await console.run(["users", "device-keys", "--data", server.data] + words) == .malformed)
            #expect(!console.writtenErrors.isEmpty && console.written.isEmpty)
        }
    }

    // MARK: Other commands

    @Test func `users show lists device keys`() async throws {
        try await withUsers { server in
            #expect(await server.run("users", "show", "auth0|1").console.written.contains("Phone 2     planner"))
            let json = await server.run("users", "show", "auth0|1", "--json").console.written.jsonObject
            #expect(
                (json["device_keys"] as? [[String: Any]])?.map { $0["client_id"] as? String } == ["web", "planner"])
        }
    }

    @Test func `users list finds the accounts that have device keys and no passkey, with the clients`() async throws {
        try await withUsers { server in
            let lines = await server.run("users", "list", "--device-keys").console.lines
            #expect(lines.count == 2)
            #expect(lines.last?.hasPrefix("auth0|1") == true && lines.last?.hasSuffix("planner, web") == true)
            let json = await server.run("users", "list", "--device-keys", "--json").console.lines
            #expect(json.map { $0.jsonObject["device_key_clients"] as? [String] } == [["planner", "web"]])
            #expect(
                await server.run("users", "list", "--device-keys", "--connection", "Staff").console.lines == [
                    "No accounts."
                ])
        }
    }

    @Test func `status says how many users of each client are left, and how long they may be`() async throws {
        try await withUsers { server in
            let end = Timestamp.now().advanced(by: 10 * 86_400 - 60)
            let ended = Timestamp(secondsSince1970: 1_700_000_000)
            for (client, time) in [("planner", end), ("web", ended)] {
                let document = ConfigurationDocument(
                    kind: .client, id: client,
                    json: [
                        "client_id": .string(client), "name": "App", "app_type": "native",
                        "thumbturn": ["device_keys_until": .string(time.description)],
                    ])
                try await server.use { storage, _ in
                    try await storage.withTransaction { try $0.configuration.put(document) }
                }
            }
            let lines = await server.run("status").console.lines
            for line in [
                "device keys of planner: 1 (legacy: 1); accounts without a passkey: 1; until \(end) (days left: 10)",
                "device keys of web: 2 (legacy: 0); accounts without a passkey: 1; ended at \(ended)",
            ] {
                #expect(lines.contains("devices   \(line)"), "\(lines)")
            }
            let json = await server.run("status", "--json").console.written.jsonObject
            let clients = try #require(json["device_keys"] as? [[String: Any]])
            #expect(clients.map { $0["days_left"] as? Int } == [10, 0])
            #expect(clients.map { $0["accounts_without_passkey"] as? Int } == [1, 1])
        }
    }
}
