// SPDX-License-Identifier: Apache-2.0

import Administration
import Configuration
import Foundation
import HTTPEndpoints
import IdentityModel
import PasswordHashing
import SignIn
import TestSupport
import Testing
import WireFormats

/// Users whose passwords another system has hashed.
struct ImportedPasswordTests {
    /// One of each family of hashes, from `Tests/Vectors/passwords`.
    private static let families = [
        "auth0-antoinette", "auth0-mary", "auth0-velma", "auth0-edward", "auth0-terrell", "auth0-cecil", "auth0-sean",
        "auth0-peter", "auth0-carmella", "auth0-bcrypt-hello", "own-argon2i", "own-argon2d", "own-crypt-md5",
        "own-crypt-sha256", "own-crypt-sha512", "own-yescrypt", "own-gost-yescrypt", "own-scrypt-crypt",
        "own-firebase-unicode", "own-ldap-sha", "own-hmac-whirlpool", "own-md5", "own-sha1", "own-md4-utf16le",
    ]

    private static let vectors: [String: JSONObject] = {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = try? Data(contentsOf: tests.appending(path: "Vectors/passwords/password-hashes.json"))
        let all = data.flatMap { try? JSONReader.read([UInt8]($0)) }?.arrayValue?.compactMap(\.objectValue) ?? []
        return Dictionary(uniqueKeysWithValues: all.map { ($0["id"]?.stringValue ?? "", $0) })
    }()

    /// A user with an imported hash.
    private static func user(_ family: String) async throws -> (PasswordClient, UserID) {
        let vector = try #require(vectors[family])
        let server = try await PasswordClient.server([
            "authentication_methods": [
                "passkey": ["enabled": true], "password": ["enabled": true, "api_behavior": "optional"],
            ]
        ])
        let user = PasswordClient(at: server).with { $0.password = vector["password"]?.stringValue ?? "" }
        try await user.signUp(adding: ["password": .null]).require(200)
        let id = try #require(try await server.users().first).id
        let administered = AdministeredServer(
            storage: server.storage, url: try WebOrigin("https://login.brand1.test"),
            now: { server.clock.now })
        try await PasswordAssignment(server: administered)(
            hash(of: vector), of: id, by: .command("users password"))
        return (user, id)
    }

    private static func hash(of vector: JSONObject) throws -> PasswordHash {
        if let text = vector["text"]?.stringValue { return try PasswordHash(importing: text) }
        if let custom = vector["custom_password_hash"]?.objectValue { return try PasswordHash(importing: custom) }
        var firebase = vector["firebase"]?.objectValue ?? [:]
        firebase["algorithm"] = "firebase-scrypt"
        if let value = firebase["hash"] { firebase["hash"] = ["value": value, "encoding": "base64"] }
        return try PasswordHash(importing: firebase)
    }

    @available(macOS 15, *)
    @Test(arguments: families)
    func `a user of another system signs in, and gets a hash of the server's own`(family: String) async throws {
        let (user, id) = try await Self.user(family)
        try await user.server.overSocket {
            #expect(try await user.with { $0.password += "?" }.signIn().code == "sign-in.password-mismatch")
            try await user.signIn().require(200)
            let stored = try await user.server.storage.read { try $0.passwords.find(of: id) }
            #expect(stored?.hash.text.hasPrefix("$argon2id$v=19$m=64,t=1,p=1$") == true && stored?.hash.isWeak == false)
            try await user.signIn().require(200)
            #expect(try await user.with { $0.password += "?" }.signIn().code == "sign-in.password-mismatch")
        }
    }

    @Test(arguments: ["auth0-antoinette", "auth0-mary", "own-ldap-sha", "own-md5"])
    func `a weak hash is wrapped before its user signs in, who notices nothing`(family: String) async throws {
        let (user, id) = try await Self.user(family)
        let before = try await user.server.storage.read { try $0.passwords.find(of: id) }
        #expect(before?.hash.isWeak == true)
        let services = user.server.services
        #expect(try await WeakHashes(services.passwords).wrap(in: services.hosts.configuration) == 1)
        let wrapped = try await user.server.storage.read { try $0.passwords.find(of: id) }
        #expect(wrapped?.hash.wrappedAs != nil && wrapped?.hash.isWeak == false)
        #expect(wrapped?.hash.text.contains(before?.hash.text ?? "") == false)
        #expect(try await user.with { $0.password += "?" }.signIn().code == "sign-in.password-mismatch")
        try await user.signIn().require(200)
        let own = try await user.server.storage.read { try $0.passwords.find(of: id) }
        #expect(own?.hash.wrappedAs == nil && own?.hash.text.hasPrefix("$argon2id$") == true)
        #expect(try await WeakHashes(services.passwords).wrap(in: services.hosts.configuration) == 0)
    }
}
