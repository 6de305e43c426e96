// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import IdentityModel
import Testing
import ThumbturnServer
import WireFormats

/// The findings of `thumbturn doctor` on the machine itself. Each set-up has one fault, and yields one finding.
@Suite struct DoctorInsideTests {
    struct BrokenSetup: Sendable, CustomTestStringConvertible {
        let code: String
        var url = "https://login.example.com"
        let breakIt: @Sendable (inout DoctorSite) async throws -> Void

        init(
            _ code: String, url: String = "https://login.example.com",
            _ breakIt: @escaping @Sendable (inout DoctorSite) async throws -> Void
        ) {
            self.code = code
            self.url = url
            self.breakIt = breakIt
        }

        var testDescription: String { code }
    }

    @Test func `a healthy installation has no findings`() async throws {
        try await DoctorSite.with { site in try await site.expectInside([]) }
    }

    @Test(arguments: files + keys + databases + configurations + deviceKeys)
    func `a broken set-up has exactly its finding`(_ setup: BrokenSetup) async throws {
        try await DoctorSite.with { site in
            // Before the set-up is broken, because the storage would mend some of it.
            try await site.recordStart(at: setup.url)
            try await setup.breakIt(&site)
            let findings = try await site.diagnosis(arguments: []).findings
            #expect(findings.map(\.kind.code) == [setup.code])
            for finding in findings {
                #expect(!finding.remedy.contains("{") && !finding.cause.contains("{"), "\(finding)")
            }
        }
    }

    private static let files = [
        BrokenSetup("data.folder-writable") { try setMode(0o770, of: $0.server.data) },
        BrokenSetup("data.file-readable") { try setMode(0o644, of: $0.server.database) },
        BrokenSetup("data.disk-low") { $0.environment.freeBytes = { _ in 1 << 20 } },
    ]

    private static let keys = [
        BrokenSetup("master-key.missing") {
            try FileManager.default.removeItem(atPath: $0.server.data + "/master.key")
        },
        BrokenSetup("master-key.readable") { try setMode(0o640, of: $0.server.data + "/master.key") },
        BrokenSetup("master-key.link") { site in
            let path = site.server.data + "/master.key"
            try FileManager.default.moveItem(atPath: path, toPath: site.server.folder + "/elsewhere")
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: site.server.folder + "/elsewhere")
        },
        BrokenSetup("master-key.malformed") { try write("not a key", to: $0.server.data + "/master.key") },
        BrokenSetup("master-key.mismatch") { site in
            try FileManager.default.removeItem(atPath: site.server.data + "/master.key")
            _ = try MasterKeyFile.load(site.server.settings, mayCreate: true)
        },
    ]

    private static let databases = [
        BrokenSetup("database.missing") { site in
            try FileManager.default.removeItem(atPath: site.server.database)
            try FileManager.default.removeItem(atPath: site.server.data + "/master.key")
        },
        BrokenSetup("database.damaged") { try write("this is not a database, but some text", to: $0.server.database) },
        BrokenSetup("database.foreign") { try write("", to: $0.server.database) },
        BrokenSetup("database.newer") { try await $0.server.replaceDatabase(by: .later) },
        BrokenSetup("database.older") { try await $0.server.replaceDatabase(by: .earlier) },
        BrokenSetup("database.unusable") { site in
            try FileManager.default.removeItem(atPath: site.server.database)
            try FileManager.default.createDirectory(
                atPath: site.server.database, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
        },
        BrokenSetup("clock.behind") { site in
            try await site.server.use { storage, _ in
                try await storage.withTransaction { try $0.clock.accept(Timestamp.now().advanced(by: 3600)) }
            }
        },
    ]

    private static let configurations = [
        BrokenSetup("configuration.unreadable") {
            try await $0.put(.client, id: "x", ["client_id": "x", "callbacks": 1])
        },
        BrokenSetup("configuration.host-unserved", url: "https://other.example.com") { _ in },
        BrokenSetup("configuration.public-suffix") { site in
            try await site.put(
                .customDomain, id: DoctorSite.host,
                ["domain": .string(DoctorSite.host), "relying_party_identifier": "com"])
        },
        BrokenSetup("configuration.origin-outside") { site in
            try await site.put(
                .client, id: "x",
                [
                    "client_id": "x", "name": "X", "app_type": "spa", "web_origins": ["https://app.example.net"],
                    "grant_types": ["urn:okta:params:oauth:grant-type:webauthn"],
                ])
        },
        BrokenSetup("configuration.related-origins") { site in
            let origins = (1...6).map { JSONValue.string("https://brand\($0).example") }
            try await site.put(
                .customDomain, id: DoctorSite.host,
                ["domain": .string(DoctorSite.host), "thumbturn": ["related_origins": .array(origins)]])
        },
        BrokenSetup("configuration.callback-plain") {
            try await $0.put(.client, id: "x", web("http://app.example.com/"))
        },
        BrokenSetup("configuration.callback-local") {
            try await $0.put(.client, id: "x", web("http://localhost:3000/"))
        },
        BrokenSetup("configuration.development") { site in
            try await site.put(
                .tenant, id: "tenant", ["skip_non_verifiable_callback_uri_confirmation_prompt": true])
        },
        BrokenSetup("configuration.mail-off") { site in
            try await site.recordStart(at: "https://\(DoctorSite.host)", sendingMail: false)
            try await site.put(
                .tenant, id: "tenant", ["thumbturn": ["notices": ["new_browser": true]]])
        },
        BrokenSetup("configuration.messages-off") { site in
            try await site.recordStart(at: "https://\(DoctorSite.host)", sendingMessages: false)
            try await site.put(
                .connection, id: "People",
                [
                    "name": "People",
                    "options": [
                        "authentication_methods": ["phone_otp": ["enabled": true]],
                        "attributes": ["phone_number": ["identifier": ["active": true]]],
                    ],
                ])
        },
        BrokenSetup("url.plain", url: "http://login.example.com") { _ in },
    ]

    private static let deviceKeys = [
        BrokenSetup("device-keys.ending") { try await $0.addDeviceKey(until: .now().advanced(by: 29 * 86_400)) },
        BrokenSetup("device-keys.ended") { try await $0.addDeviceKey(until: .now().advanced(by: -60)) },
    ]

    @Test func `device keys with more than a month, or whose users have passkeys, are no finding`() async throws {
        try await DoctorSite.with { site in
            try await site.recordStart(at: "https://\(DoctorSite.host)")
            let user = try await site.addDeviceKey(until: .now().advanced(by: 31 * 86_400))
            try await site.expectInside([])
            try await site.putClient(deviceKeysUntil: .now())
            try await site.server.addPasskey(1, of: user)
            try await site.expectInside([])
        }
    }

    private static func web(_ callback: String) -> JSONObject {
        ["client_id": "x", "name": "X", "app_type": "regular_web", "callbacks": [.string(callback)]]
    }

    private static func write(_ text: String, to path: String) throws {
        try #require(
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
    }

    @Test func `a server that sends mail, or may, lacks none`() async throws {
        for sendsMail in [true, nil] {
            try await DoctorSite.with { site in
                try await site.put(.tenant, id: "tenant", ["thumbturn": ["notices": ["new_browser": true]]])
                try await site.recordStart(at: "https://\(DoctorSite.host)", sendingMail: sendsMail)
                #expect(try await site.diagnosis(arguments: []).findings.isEmpty)
            }
        }
    }

    @Test func `a native application may have a callback on its own machine`() async throws {
        try await DoctorSite.with { site in
            try await site.put(
                .client, id: "x",
                ["client_id": "x", "name": "X", "app_type": "native", "callbacks": ["http://127.0.0.1/"]])
            try await site.expectInside([])
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `a file of another user than the folder's is found`() async throws {
        try await DoctorSite.with { site in
            try await site.recordStart(at: "https://login.example.com")
            #expect(chown(site.server.database, 1234, 1234) == 0)
            let finding = try #require(try await site.diagnosis(arguments: []).findings.first)
            #expect(finding.kind.code == "data.file-owner")
            #expect(finding.remedy == "chown -h root '\(site.server.database)'")
        }
    }

    @Test func `examining changes nothing`() async throws {
        try await DoctorSite.with { site in
            try await site.recordStart(at: "https://login.example.com")
            try setMode(0o644, of: site.server.database)
            let bytes = try Data(contentsOf: URL(filePath: site.server.database))
            _ = try await site.diagnosis(arguments: [])
            #expect(try mode(of: site.server.database) == 0o644)
            #expect(try Data(contentsOf: URL(filePath: site.server.database)) == bytes)
        }
    }
}

extension DoctorSite {
    /// Adds an account with a device key of a client, whose keys have an end.
    @discardableResult
    fileprivate func addDeviceKey(until end: Timestamp) async throws -> User {
        try await putClient(deviceKeysUntil: end)
        let user = try await server.addUser("auth0|1", address: "ada@example.com")
        try await server.addDeviceKey(1, of: user, client: "planner")
        return user
    }

    fileprivate func putClient(deviceKeysUntil end: Timestamp) async throws {
        try await put(
            .client, id: "planner",
            [
                "client_id": "planner", "name": "Trip Planner", "app_type": "native",
                "grant_types": ["urn:ietf:params:oauth:grant-type:jwt-bearer"],
                "thumbturn": ["device_keys_until": .string(end.description)],
            ])
    }
}
