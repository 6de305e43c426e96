// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// In browsers, adding or removing a passkey needs a recent sign-in (RFC 9470).
struct RecentSignInTests {
    private static let begin = Message.post("/me/v1/authentication-methods", json: ["type": "passkey"])

    /// A user whose application got a token for the account from a refresh token, some time after the sign-in.
    private struct User {
        let server: TestServer
        let client: TestClient

        init(
            client name: String = "spa", at origin: String? = nil,
            _ change: (inout [ConfigurationDocument]) -> Void = { _ in }
        ) async throws {
            server = try await TestServer(change)
            let usual = TestClient(at: server).with { $0.client = name }
            client = origin.map(usual.inApplication) ?? usual
        }

        func token(after seconds: Int64) async throws -> String {
            let refresh = try await client.signUp().require(200).text("refresh_token")
            server.clock.advance(seconds: seconds)
            let scope = ["create", "read", "delete"].map { "\($0):me:authentication_methods" }.joined(separator: " ")
            let members: JSONObject = [
                "audience": .string("https://\(TestServer.host)/me/"), "scope": .string(scope),
            ]
            return try await client.refresh(refresh, adding: members).require(200).text("access_token")
        }

        func deletePasskey(with token: String) async throws -> TestResponse {
            let list = try await client.list(token).require(200)
            let id = try #require(list.value("authentication_methods")?.arrayValue?.first?["id"]?.stringValue)
            return try await client.remove(id, with: token)
        }
    }

    @Test func `a browser's old sign-in neither adds nor removes a passkey`() async throws {
        let user = try await User()
        let token = try await user.token(after: 901)
        for response in [
            try await user.client.account(Self.begin, token: token), try await user.deletePasskey(with: token),
        ] {
            try response.require(401)
            #expect(response.value("error") == "insufficient_user_authentication")
            #expect(response.value("max_age") == 900 && response.code == "sign-in.too-old")
            #expect(response.value("title") == "Recent Sign-In Required")
            #expect(response.value("type") == "https://auth0.com/api-errors/A0E-401-0003")
            let challenge = try #require(response.headers["WWW-Authenticate"])
            #expect(challenge.hasPrefix("Bearer error=\"insufficient_user_authentication\""))
            #expect(challenge.hasSuffix("max_age=\"900\""))
        }
    }

    @Test func `a sign-in of fifteen minutes ago adds a passkey`() async throws {
        let user = try await User()
        let token = try await user.token(after: 900)
        try await user.client.account(Self.begin, token: token).require(202)
    }

    @Test func `a native application adds a passkey at any time, as with Auth0`() async throws {
        let user = try await User(at: TestServerConfiguration.androidOrigin)
        let token = try await user.token(after: 86_400)
        try await user.client.account(Self.begin, token: token).require(202)
    }

    @Test func `a client may have a limit of its own`() async throws {
        let user = try await User(client: "strict") {
            $0.append(
                TestServerConfiguration.client(
                    "strict",
                    members: [
                        "app_type": "spa", "web_origins": [.string(TestServer.page)],
                        "thumbturn": ["enrollment_max_age": 60],
                    ]))
        }
        let token = try await user.token(after: 61)
        #expect(try await user.client.account(Self.begin, token: token).require(401).value("max_age") == 60)
    }

    @Test func `the first passkey of an account needs no recent sign-in`() async throws {
        let user = try await User()
        let token = try await user.token(after: 901)
        let account = try #require(try await user.server.users().first)
        try await user.server.storage.withTransaction { transaction in
            for passkey in try transaction.passkeys.list(of: account.id) { try transaction.passkeys.remove(passkey.id) }
        }
        try await user.client.account(Self.begin, token: token).require(202)
    }
}
