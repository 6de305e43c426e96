// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import OpenIDProvider
import Testing
import WebAuthnMessages
import WireFormats

@Suite struct LoginTicketSealTests {
    private static let now = ProviderFixture.start
    private static let origin = "https://app.example.com"
    private let seal = AuthorizationSeal(key: .generate())
    private let binding = LoginTicket.Binding(
        client: "spa", host: "auth.example.com", origin: origin, challenge: AuthorizationFixture.challenge)

    private func ticket() throws -> LoginTicket {
        let handle = try #require(UserHandle(Array("ada".utf8)))
        var user = User(id: UserID(rawValue: "auth0|1"), connection: "people", handle: handle, createdAt: Self.now)
        user.tokenGeneration = 7
        return LoginTicket(
            binding, user: user, ways: [PasskeyID(rawValue: "passkey|dev_1").way],
            authentication: AuthenticationFacts(authenticatedAt: Self.now, methods: ["swk", "user", "pop"]))
    }

    private func open(
        _ text: String, for request: AuthorizationRequest? = nil, host: String = "auth.example.com",
        origin: String? = origin, after seconds: Int64 = 0
    ) async throws -> Result<LoginTicket, AuthorizationError> {
        let request = if let request { request } else { try await AuthorizationFixture().request() }
        do throws(AuthorizationError) {
            return .success(
                try seal.openLoginTicket(
                    text, for: request, host: host, origin: origin, at: Self.now.advanced(by: seconds)))
        } catch {
            return .failure(error)
        }
    }

    @Test func `a ticket comes back as it was`() async throws {
        let ticket = try ticket()
        #expect(try await open(seal.seal(ticket)) == .success(ticket))
        #expect(ticket.generation == 7)
    }

    @Test func `each ticket has an identifier of its own`() throws {
        #expect(try ticket().id != ticket().id)
        #expect(try ticket().id.count == 16)
    }

    @Test func `a ticket is valid for less than a minute`() async throws {
        let ticket = try ticket()
        let text = seal.seal(ticket)
        #expect(try await open(text, after: 59) == .success(ticket))
        #expect(try await open(text, after: 60) == .failure(.loginTicketInvalid))
    }

    @Test func `another client, host or request can't use it`() async throws {
        let text = seal.seal(try ticket())
        let fixture = try await AuthorizationFixture()
        #expect(try await open(text, host: "login.example.com") == .failure(.loginTicketInvalid))
        let challenge = String(AuthorizationFixture.challenge.reversed())
        var other = try fixture.request()
        other.challenge = challenge
        #expect(try await open(text, for: other) == .failure(.loginTicketInvalid))
        other.challenge = nil
        #expect(try await open(text, for: other) == .failure(.loginTicketInvalid))
        let request = try fixture.request()
        var foreign = AuthorizationRequest(client: "other", target: request.target)
        foreign.challenge = request.challenge
        #expect(try await open(text, for: foreign) == .failure(.loginTicketInvalid))
    }

    @Test(arguments: [nil, "null", "", "https://APP.example.com", "https://app.example.com/", "https://evil.example"])
    func `a page of another origin can't use it`(origin: String?) async throws {
        #expect(try await open(seal.seal(try ticket()), origin: origin) == .failure(.loginTicketOriginMismatch))
    }

    @Test func `a text that this key did not seal as a ticket is rejected`() async throws {
        let text = seal.seal(try ticket())
        let other = AuthorizationSeal(key: .generate()).seal(try ticket())
        let page = seal.seal(PageTicket(destination: "/", host: "h", browser: [], expiresAt: Self.now))
        for text in [other, page, String(text.dropLast(2)), "", "x"] {
            #expect(try await open(text) == .failure(.loginTicketInvalid))
        }
    }
}
