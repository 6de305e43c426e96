// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import IdentityModel
import OpenIDProvider
import TestConsole
import TestStorage
import TestSupport
import Testing
import ThumbturnServer
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

import enum CommandLine.ExitStatus

/// The data folder of a server that has been started before, with a configuration and keys.
struct ServerFolder: Sendable {
    static let host = "login.example.com"
    static let now = Timestamp(secondsSince1970: 1_780_000_000)

    let folder: String
    var data: String { folder + "/data" }
    var database: String { data + "/thumbturn.sqlite" }
    var settings: ServerSettings {
        get throws { try ServerSettings.read(["--data", data], environment: [:]) }
    }

    /// Passes a new folder to a body.
    static func with<Result>(
        hosts: [String] = [host], body: (ServerFolder) async throws -> Result
    ) async throws -> Result {
        try await withTemporaryFolder { folder in
            let server = ServerFolder(folder: folder)
            if hosts == [host] {
                try server.write(try await filesOfUsualHost.value)
            } else {
                try await server.prepare(hosts)
            }
            return try await body(server)
        }
    }

    /// The files of a server with the usual host. Generating its RSA keys is slow, so it is done once.
    private static let filesOfUsualHost = Task {
        try await withTemporaryFolder { folder in
            let server = ServerFolder(folder: folder)
            try await server.prepare([host])
            var files: [String: Data] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: server.data) {
                files[name] = try Data(contentsOf: URL(filePath: "\(server.data)/\(name)"))
            }
            return files
        }
    }

    private func write(_ files: [String: Data]) throws {
        let (manager, isPrivate) = (FileManager.default, [FileAttributeKey.posixPermissions: 0o700])
        try manager.createDirectory(atPath: data, withIntermediateDirectories: true, attributes: isPrivate)
        for (name, content) in files {
            guard
                manager.createFile(atPath: "\(data)/\(name)", contents: content, attributes: [.posixPermissions: 0o600])
            else { throw CocoaError(.fileWriteUnknown) }
        }
    }

    private func prepare(_ hosts: [String]) async throws {
        let domains = hosts.map { "{\"domain\": \"\($0)\"}" }.joined(separator: ",")
        let configuration = """
            {"custom_domains": [\(domains)], "connections": [{"name": "People"}, {"name": "Staff"}],
             "clients": [{"client_id": "web", "name": "Web", "app_type": "spa"}]}
            """
        let console = RecordingConsole(input: configuration)
        try await createDatabase()
        #expect(await console.run("apply", "-", "--data", data) == .success)
        try await use { storage, ring in
            for host in hosts { try await ring.prepare(host: host, at: Self.now) }
            for host in hosts { try await ring.prepareNext(host: host, at: Self.now) }
        }
    }

    /// Creates an empty database, as a server does that starts for the first time.
    func createDatabase() async throws {
        try FileManager.default.createDirectory(
            atPath: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        await (try settings.database.open()).storage.close()
    }

    /// Passes the storage and the keys to a body.
    @discardableResult
    func use<Result>(_ body: (any Storage, KeyRing) async throws -> Result) async throws -> Result {
        let master = try MasterKeyFile.load(settings, mayCreate: true)
        return try await withStorage(settings.database.open().storage) { storage in
            try await body(storage, KeyRing(master: master, storage: storage))
        }
    }

    /// Runs a command on the folder.
    func run(_ words: String...) async -> (status: ExitStatus, console: RecordingConsole) {
        let console = RecordingConsole()
        return (await console.run(words + ["--data", data]), console)
    }

    /// Adds a user with an e-mail address and a refresh token.
    @discardableResult
    func addUser(
        _ id: String, address: String, in connection: String = "People",
        change: @escaping @Sendable (inout User) -> Void = { _ in }
    ) async throws -> User {
        let handle = try #require(UserHandle(Array(id.utf8)))
        var user = User(id: UserID(rawValue: id), connection: connection, handle: handle, createdAt: Self.now)
        user.identifiers = [Identifier(kind: .email, value: address, normalized: address.lowercased())]
        change(&user)
        let added = user
        let token = RefreshToken(
            hash: Array("token of \(id)".utf8), family: RefreshToken.Family(rawValue: "family-\(id)"),
            grant: .init(user: added.id, client: "web", host: Self.host, authenticatedAt: Self.now),
            issuedAt: Self.now, expiresAt: nil)
        try await use { storage, _ in
            try await storage.withTransaction { transaction in
                try transaction.users.insert(added)
                try transaction.refreshTokens.insert(token)
            }
        }
        return added
    }

    /// Adds a passkey, and a refresh token of a session that it opened.
    func addPasskey(_ number: UInt8, of user: User) async throws {
        let origin = Passkey.Origin(
            credentialID: CredentialID([number]), publicKey: [1], relyingPartyID: Self.host,
            userHandle: user.handle, aaguid: .zero, transports: [], attachment: nil, isBackupEligible: true,
            isCreatedConditionally: false, attestationFormat: .none, userAgent: nil, createdAt: Self.now)
        let passkey = Passkey(stored: PasskeyID(rawValue: "passkey|dev_\(number)"), owner: user.id, origin: origin)
        var grant = RefreshToken.Grant(
            user: user.id, client: "web", host: Self.host, authenticatedAt: Self.now)
        grant.ways = [passkey.id.way]
        let token = RefreshToken(
            hash: [number], family: .init(rawValue: "opened by \(number)"), grant: grant, issuedAt: Self.now,
            expiresAt: nil)
        try await use { storage, _ in
            try await storage.withTransaction { transaction in
                try transaction.passkeys.insert(passkey)
                try transaction.refreshTokens.insert(token)
            }
        }
    }

    /// Adds a device key, and a refresh token of a sign-in with it.
    @discardableResult
    func addDeviceKey(
        _ number: UInt8, of user: User, client: String = "web", shape: DeviceKey.Shape = .modern
    ) async throws -> DeviceKey {
        let key = DeviceKey(
            id: DeviceKey.ID(rawValue: "device-key|\(number)"), user: user.id, client: client,
            deviceName: "Phone \(number)", publicKey: [1], shape: shape, createdAt: Self.now)
        var grant = RefreshToken.Grant(user: user.id, client: client, host: Self.host, authenticatedAt: Self.now)
        grant.ways = [key.id.way]
        let token = RefreshToken(
            hash: [100 + number], family: .init(rawValue: "opened by device key \(number)"), grant: grant,
            issuedAt: Self.now, expiresAt: nil)
        try await use { storage, _ in
            try await storage.withTransaction { transaction in
                try transaction.deviceKeys.insert(key)
                try transaction.refreshTokens.insert(token)
            }
        }
        return key
    }

    func user(_ id: String) async throws -> User? {
        try await use { storage, _ in try await storage.read { try $0.users.find(UserID(rawValue: id)) } }
    }

    func refreshTokens(of id: String) async throws -> [RefreshToken] {
        try await use { storage, _ in try await storage.read { try $0.refreshTokens.list(of: UserID(rawValue: id)) } }
    }

    func events() async throws -> [AuditEvent] {
        try await use { storage, _ in try await storage.read { try $0.events.list(user: nil, limit: 100) } }
    }

    /// The stored configuration.
    func documents() async throws -> [ConfigurationDocument] {
        try await use { storage, _ in try await storage.read { try $0.configuration.list() } }
    }

    func keys(_ host: String = host) async throws -> [PublishedKey] {
        try await use { _, ring in try await ring.list(host: host) }
    }
}

/// Returns the permissions of a file.
func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

func setMode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
}
