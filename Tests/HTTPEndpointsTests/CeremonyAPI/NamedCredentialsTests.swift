// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SQLiteStorage
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
        #expect(known.allSatisfy { $0["transports"]?.arrayValue?.isEmpty == false })
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
