// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SQLiteStorage
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WebAuthnMessages
import WireFormats

/// Names that don't exist look like names that do.
struct DecoyTests {
    /// Registers people with one, two or three passkeys each.
    private func server(people: Int) async throws -> TestServer {
        let server = try await TestServer()
        for number in 0..<people {
            let page = PlainPage(at: server)
            try await page.register(name(number)).require(200)
            for _ in 0..<number % 3 {
                let options = try await page.registrationOptions(name(number)).require(200)
                let device = PlainPage(at: server, device: .googlePasswordManager)
                try await page.verifyRegistration(name(number), credential: device.created(options)).require(200)
            }
        }
        return server
    }

    private func name(_ number: Int) -> String { "person\(number)@example.org" }

    private func credentials(_ name: String, at page: PlainPage) async throws -> [JSONValue] {
        let options = try await page.authenticationOptions(name).require(200)
        return try #require(options.value("allowCredentials")?.arrayValue)
    }

    @Test func `a name without an account has the same credentials each time, and others than other names`()
        async throws
    {
        let page = PlainPage(at: try await server(people: 3))
        let first = try await credentials("nobody@example.org", at: page)
        #expect(!first.isEmpty)
        #expect(try await credentials("Nobody@example.org", at: page) == first)
        #expect(try await credentials("no-one@example.org", at: page) != first)
        #expect(try await page.check("nobody@example.org").value("count")?.intValue == first.count)
    }

    @Test func `a server without accounts has decoys of the usual shape`() async throws {
        let page = PlainPage(at: try await TestServer())
        let found = try await credentials("nobody@example.org", at: page)
        #expect(found.count == 1)
        let id = try #require(found.first?["id"]?.stringValue)
        #expect(Base64.decode(id)?.count == 20)
        #expect(found.first?["transports"] == ["hybrid", "internal"])
    }

    @Test func `decoys have the numbers and the shapes of what exists`() async throws {
        let page = PlainPage(at: try await server(people: 6))
        var known: [String: Int] = [:]
        var unknown: [String: Int] = [:]
        for number in 0..<6 { known[try await shape(name(number), at: page), default: 0] += 1 }
        for number in 0..<300 { unknown[try await shape("nobody\(number)@example.org", at: page), default: 0] += 1 }
        #expect(Set(unknown.keys) == Set(known.keys))
        // A third each, give or take four standard deviations.
        for count in unknown.values { #expect((67...133).contains(count)) }
    }

    private func shape(_ name: String, at page: PlainPage) async throws -> String {
        try await credentials(name, at: page).map { credential in
            let length = credential["id"]?.stringValue.flatMap { Base64.decode($0) }?.count ?? 0
            let transports = credential["transports"]?.arrayValue?.compactMap(\.stringValue) ?? []
            return "\(length) \(transports.joined(separator: "+")) \(credential["type"]?.stringValue ?? "")"
        }.joined(separator: ", ")
    }

    @Test func `an account without a passkey has decoys`() async throws {
        let server = try await server(people: 3)
        let page = PlainPage(at: server)
        let before = try await credentials("later@example.org", at: page)
        var user = User(
            id: .random(), connection: "people", handle: try #require(UserHandle([7])), createdAt: server.clock.now)
        user.identifiers = [Identifier(kind: .email, value: "later@example.org", normalized: "later@example.org")]
        let later = user
        try await server.storage.withTransaction { try $0.users.insert(later) }
        #expect(try await credentials("later@example.org", at: page) == before)
    }

    @Test func `decoys follow what exists after an hour`() async throws {
        let server = try await TestServer()
        let page = PlainPage(at: server)
        let before = try await credentials("nobody@example.org", at: page)
        let yubico = PlainPage(at: server, device: .securityKey)
        try await yubico.register("ada@example.org").require(200)
        server.clock.advance(seconds: 3599)
        #expect(try await credentials("nobody@example.org", at: page) == before)
        server.clock.advance(seconds: 1)
        let after = try await credentials("nobody@example.org", at: page)
        #expect(after != before)
        #expect(
            after.map { $0["transports"] }
                == (try await credentials("ada@example.org", at: page)).map { $0["transports"] })
    }
}
