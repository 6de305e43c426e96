// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import ClientContract
import Foundation
import TestLimits
import Testing

@testable import Thumbturn

/// The SDK at Auth0, as Auth0's documentation describes it.
@MainActor @Suite(.turnLimit)
struct Auth0Tests {
    private struct App {
        let server = Auth0Server()
        let device = AppleSimulator(associatedDomains: [Auth0Server.relyingPartyID])
        let client: PasskeyClient

        init() {
            var options = PasskeyClient.Options()
            options.service = .auth0
            options.transport = server
            options.connection = "Username-Password-Authentication"
            client = PasskeyClient(domain: Auth0Server.host, clientID: Auth0Server.client, options: options)
        }

        func run<Result: Sendable>(_ body: @MainActor (PasskeyClient) async throws -> Result) async throws -> Result {
            try await device.run { try await body(client) }
        }
    }

    @Test func `a user signs up, signs in and gets tokens`() async throws {
        let app = App()
        try await app.run { client async throws in
            let user = try await client.signUp(email: "ada@example.org", name: "Ada").user
            #expect(user.id == "auth0|1")
            await client.signOut()
            #expect(try await client.signIn().user == user)
            let token = try await client.accessToken()
            #expect(try await client.accessToken() == token)
            #expect(try await client.accessToken(audience: "https://api.example.test/") != token)
            #expect(try await client.renew().accessToken != token)
        }
    }

    @Test func `a user's passkeys are listed, added and deleted, and nothing is sent that Auth0 does not know`()
        async throws
    {
        let app = App()
        try await app.run { client async throws in
            _ = try await client.signUp(email: "ada@example.org")
            let first = try #require(try await client.passkeys.list().first)
            #expect(first.isSynced && first.name == nil)
            // Auth0 sends no list of credentials to exclude, so the system replaces the passkey.
            let second = try await client.passkeys.add()
            #expect(try await client.passkeys.list().map(\.id) == [first.id, second.id])
            try await client.passkeys.remove(first)
            #expect(try await client.passkeys.list().map(\.id) == [second.id])
            #expect(try await client.signIn().user.id == "auth0|1")
        }
        let unknown = app.server.requests.filter {
            !["/passkey/register", "/passkey/challenge", "/oauth/token", "/oauth/revoke", "/me/v1/"].contains(
                where: $0.contains)
        }
        #expect(unknown == [])
    }

    @Test func `failures on the device are not reported, and what Auth0 lacks is left out`() async throws {
        let app = App()
        try await app.run { client async throws in
            app.device.set { $0.person = .dismisses }
            await #expect(throws: PasskeyError.canceled) { try await client.signUp(email: "ada@example.org") }
            app.device.set { $0.person = .approves }
            await #expect(throws: PasskeyError.notSupported) { try await client.createAccount() }
            #expect(await client.upgradeToPasskey() == false)
        }
        #expect(app.server.requests == ["POST /passkey/register"])
        #expect(app.device.records.signals.isEmpty)
    }

    @Test func `errors of both of Auth0's APIs have their texts`() async throws {
        let app = App()
        try await app.run { client async throws in
            _ = try await client.signUp(email: "ada@example.org")
            let known = PasskeyError.server(
                code: "invalid_request", message: "The user already exists.", reference: nil)
            await #expect(throws: known) { try await client.signUp(email: "ada@example.org") }
            let passkey = try #require(try await client.passkeys.list().first)
            let missing = await #expect(throws: PasskeyError.self) {
                try await client.passkeys.rename(passkey, to: "Phone")
            }
            guard case .server("Not Found", _, nil)? = missing else {
                Issue.record("\(missing as Any)")
                return
            }
        }
    }

    @Test func `a refresh token that Auth0 rejects ends the session`() async throws {
        let app = App()
        try await app.run { client async throws in
            _ = try await client.signUp(email: "ada@example.org")
            let token = try #require(try await client.keeper.current()?.refreshToken)
            try await client.send(.revocation(.init(client: client.context.client, token: token)))
            await #expect(throws: PasskeyError.notSignedIn) { try await client.renew() }
            #expect(try await client.user() == nil)
        }
    }
}
