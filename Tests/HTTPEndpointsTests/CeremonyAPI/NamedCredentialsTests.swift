// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WebAuthnMessages
import WireFormats

/// Names that don't exist look like names that do.
struct NamedCredentialsTests {
    private func credentials(_ name: String, at page: PlainPage) async throws -> [JSONValue] {
        let options = try await page.authenticationOptions(name).require(200)
        return try #require(options.value("allowCredentials")?.arrayValue)
    }

    @Test func `every name has as many credentials, and the same ones each time`() async throws {
        let page = PlainPage(at: try await TestServer())
        let credential = try await page.register("ada@example.org").require(200).text("credentialId")
        let known = try await credentials("ada@example.org", at: page)
        let unknown = try await credentials("nobody@example.org", at: page)
        #expect(known.count == NamedCredentials.count && unknown.count == NamedCredentials.count)
        #expect(try await credentials("Ada@example.org", at: page) == known)
        #expect(try await credentials("Nobody@Example.org", at: page) == unknown)
        #expect(Set(known.map { $0["id"] }).isDisjoint(with: unknown.map { $0["id"] }))
        let id = try #require(Base64URL.decode(credential)).map(\.self)
        #expect(known.contains { $0["id"] == .string(Base64.encode(id)) })
    }

    @Test func `a list tells by none of its members, lengths and numbers whether a name exists`() async throws {
        let server = try await TestServer()
        let devices = [AuthenticatorProfile.iCloudKeychain, .googlePasswordManager, .windowsHello]
        for (number, device) in devices.enumerated() {
            try await PlainPage(at: server, device: device).register("user\(number)@example.org").require(200)
        }
        // A passkey of an unusual model. Decoys follow the stored credential that comes next, and a third of them this
        // one.
        try await server.storeCredential(try await Self.id(behindTheLargestGapOf: server, length: 77))
        let page = PlainPage(at: server)
        var (shapes, lengths): (Set<[String]>, Set<Int>) = ([], [])
        for number in 0..<80 {
            for credential in try await credentials("none\(number)@example.org", at: page) {
                shapes.insert(try #require(credential.objectValue).members.map(\.name))
                lengths.insert(try Self.id(of: credential).count)
            }
        }
        #expect(lengths.isSuperset(of: [77] + devices.map(\.credentialIDLength)))
        for name in ["owner@example.org"] + devices.indices.map({ "user\($0)@example.org" }) {
            for credential in try await credentials(name, at: page) {
                #expect(shapes == [try #require(credential.objectValue).members.map(\.name)])
            }
        }
    }

    @Test func `a text that can't be a name has credentials like any other`() async throws {
        let page = PlainPage(at: try await TestServer())
        for name in ["ada", "+1", "ada@", "@", "a@b@c", String(repeating: "a", count: 200)] {
            #expect(try await credentials(name, at: page).count == NamedCredentials.count)
        }
    }

    @Test func `a response with a listed credential fails alike, whether or not it exists`() async throws {
        let server = try await TestServer()
        let (page, stranger) = (PlainPage(at: server), PlainPage(at: server))
        try await page.register("ada@example.org").require(200)
        try await stranger.register("eve@example.org").require(200)
        let client = TestClient(at: server).with { $0.profile = ["email": "kim@example.org"] }
        _ = try await client.signUp()
        var answers: [Set<String>] = [[], []]
        for name in ["ada@example.org", "nobody@example.org"] {
            for credential in try await credentials(name, at: page) {
                let id = try Self.id(of: credential)
                let assertion = try await stranger.signed(stranger.authenticationOptions().require(200))
                let response = try await stranger.verifyAuthentication(name, assertion: assertion.naming(id))
                answers[0].insert("\(response.status) \(response.text.replacing(/req_[\w-]+/, with: ""))")
                let started = try await client.beginSignIn()
                let signed = try JSONReader.read(client.signed(started)).naming(id).serialized()
                let token = try await client.finish(started.session, response: signed)
                answers[1].insert("\(token.status) \(token.text.replacing(/req_[\w-]+/, with: ""))")
            }
        }
        #expect(answers.map(\.count) == [1, 1], "\(answers)")
        #expect(answers.allSatisfy { !$0.contains { $0.contains("signal") } })
    }

    @Test func `a listed credential can't be registered, whether or not it exists, with any name`() async throws {
        let server = try await TestServer()
        let page = PlainPage(at: server)
        try await page.register("ada@example.org").require(200)
        var answers: Set<String> = []
        for name in ["ada@example.org", "nobody@example.org"] {
            for credential in try await credentials(name, at: page) {
                let id = try Self.id(of: credential)
                for taken in ["ada@example.org", "eve@example.org"] {
                    var profile = AuthenticatorProfile.iCloudKeychain
                    profile.credentialIDLength = id.count
                    let stranger = PlainPage(at: server, device: profile)
                    let options = try await stranger.registrationOptions(taken).require(200)
                    let created = try stranger.created(options).naming(id)
                    let response = try await stranger.verifyRegistration(taken, credential: created)
                    answers.insert("\(response.status) \(response.text.replacing(/req_[\w-]+/, with: ""))")
                }
            }
        }
        #expect(answers.count == 1, "\(answers)")
        #expect(try await server.users().count == 1)
    }

    @Test func `a listed credential is used and registered nowhere else either, whether or not it exists`() async throws
    {
        let server = try await TestServer()
        let page = PlainPage(at: server)
        try await page.register("ada@example.org").require(200)
        var elsewhere = TestClient(at: server)
        elsewhere.host = TestServer.otherHost
        elsewhere.origin = "https://\(TestServer.otherHost)"
        elsewhere.profile = ["email": "kim@example.org"]
        _ = try await elsewhere.signUp().require(200)
        var answers: [Set<String>] = [[], []]
        for name in ["ada@example.org", "nobody@example.org"] {
            for credential in try await credentials(name, at: page) {
                let id = try Self.id(of: credential)
                let signIn = try await elsewhere.beginSignIn()
                let signed = try JSONReader.read(elsewhere.signed(signIn)).naming(id).serialized()
                let used = try await elsewhere.finish(signIn.session, response: signed)
                answers[0].insert("\(used.status) \(used.text.replacing(/req_[\w-]+/, with: ""))")
                var profile = AuthenticatorProfile.iCloudKeychain
                profile.credentialIDLength = id.count
                var stranger = elsewhere.with { $0.profile = ["email": "\(id[0])-\(id[1])-\(id[2])@example.org"] }
                stranger.device = SoftwareAuthenticator(profile: profile)
                let signUp = try await stranger.beginSignUp()
                let created = try JSONReader.read(stranger.created(signUp)).naming(id).serialized()
                let registered = try await stranger.finish(signUp.session, response: created)
                answers[1].insert("\(registered.status) \(registered.text.replacing(/req_[\w-]+/, with: ""))")
            }
        }
        #expect(answers.map(\.count) == [1, 1], "\(answers)")
        #expect(answers[1].first?.contains("credential-already-registered") == true)
    }

    /// Returns an ID before which there is as much room as possible.
    private static func id(behindTheLargestGapOf server: TestServer, length: Int) async throws -> [UInt8] {
        let users = try await server.users().map(\.id)
        let passkeys = try await server.storage.read { snapshot in
            try users.flatMap { try snapshot.passkeys.list(of: $0) }
        }
        let starts = passkeys.map(\.origin.credentialID.bytes).map { Int($0[0]) << 8 | Int($0[1]) }.sorted()
        let ends = starts.dropFirst() + [try #require(starts.first) + 65_536]
        let gap = try #require(zip(starts, ends).max { $0.1 - $0.0 < $1.1 - $1.0 })
        let start = (gap.1 - 1) % 65_536
        return [UInt8(start >> 8), UInt8(start & 0xff)] + [UInt8](repeating: 0xff, count: length - 2)
    }

    private static func id(of credential: JSONValue) throws -> [UInt8] {
        try #require(credential["id"]?.stringValue.flatMap(Base64.decode)).map(\.self)
    }

    @Test func `an account with more passkeys gets those that were used last`() async throws {
        let server = try await TestServer()
        let page = PlainPage(at: server)
        try await page.register("ada@example.org").require(200)
        for _ in 0..<NamedCredentials.count {
            server.clock.advance(seconds: 1)
            let options = try await page.registrationOptions("ada@example.org").require(200)
            let device = PlainPage(at: server, device: .googlePasswordManager)
            try await page.verifyRegistration("ada@example.org", credential: device.created(options)).require(200)
        }
        let user = try #require(try await server.users().first).id
        let passkeys = try await server.storage.read { try $0.passkeys.list(of: user) }
        let newest = passkeys.dropFirst().map { JSONValue.string(Base64.encode($0.origin.credentialID.bytes)) }
        #expect(Set(try await credentials("ada@example.org", at: page).compactMap { $0["id"] }) == Set(newest))
    }

    @Test func `strangers hear the same of every name, and the owner the truth`() async throws {
        let page = PlainPage(at: try await TestServer())
        try await page.register("ada@example.org").require(200)
        let options = try await page.registrationOptions("ada@example.org").require(200)
        let device = PlainPage(at: page.browser.server, device: .googlePasswordManager)
        try await page.verifyRegistration("ada@example.org", credential: device.created(options)).require(200)
        #expect(try await page.check("ada@example.org").value("count") == 2)
        let stranger = PlainPage(at: page.browser.server)
        for name in ["ada@example.org", "nobody@example.org"] {
            #expect(try await stranger.check(name).require(200).value("count") == 1)
            #expect(try await stranger.check(name).value("hasPasskeys") == true)
        }
        #expect(try await page.check("nobody@example.org").value("count") == 1)
    }
}

extension JSONValue {
    /// The response of a device as if it were another credential's.
    fileprivate func naming(_ id: [UInt8]) throws -> JSONValue {
        var response = try #require(objectValue)
        let own = try #require(response["id"]?.stringValue.flatMap { Base64URL.decode($0) }).map(\.self)
        response["id"] = .string(Base64URL.encode(id))
        response["rawId"] = .string(Base64URL.encode(id))
        if var members = response["response"]?.objectValue, let text = members["attestationObject"]?.stringValue {
            let bytes = try #require(Base64URL.decode(text) ?? Base64.decode(text)).replacing(own, with: id)
            members["attestationObject"] = .string(
                Base64URL.decode(text) == nil ? Base64.encode(bytes) : Base64URL.encode(bytes))
            response["response"] = .object(members)
        }
        return .object(response)
    }
}
