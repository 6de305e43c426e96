// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// What users do to their accounts with access tokens.
extension CodeScene {
    static let oldAddress = "ada@example.org"
    static let newAddress = "new@example.org"

    /// Has a code sent to another address of the account.
    func begin(
        to email: String = newAddress, token: String, adding members: JSONObject = [:]
    ) async throws -> TestResponse {
        var body: JSONObject = ["type": "email", "email": .string(email)]
        for member in members.members { body[member.name] = member.value == .null ? nil : member.value }
        return try await mailed.user.device().account(.post(PasswordClient.methods, json: body), token: token)
    }

    /// Enters the code that was sent to another address.
    func verify(_ code: String, of begun: TestResponse, token: String) async throws -> TestResponse {
        let location = try #require(begun.headers["Location"])
        let path = String(location.dropFirst("https://\(TestServer.host)".count))
        let body: JSONObject = ["auth_session": .string(try begun.text("auth_session")), "otp_code": .string(code)]
        return try await mailed.user.device().account(.post(path + "/verify", json: body), token: token)
    }

    /// Gives the account an address, with what the token may alone.
    @discardableResult
    func addAddress(_ email: String, token: String) async throws -> TestResponse {
        let begun = try await begin(to: email, token: token).require(202)
        return try await verify(code(to: email), of: begun, token: token).require(201)
    }

    /// Changes the address, which a passkey confirms.
    func change(by device: TestClient, to email: String = newAddress) async throws {
        let token = try await device.accountToken()
        let begun = try await begin(to: email, token: token, adding: device.confirm("change-email", token))
            .require(202)
        wait()
        try await verify(code(to: email), of: begun, token: token).require(201)
    }

    /// Gives the account a passkey, which settles.
    func withPasskey() async throws -> TestClient {
        let device = mailed.user.device()
        try await device.enroll(mailed.user.accountToken()).require(201)
        server.clock.advance(seconds: PasswordClient.delay)
        return device
    }

    /// An access token for the account, of a sign-in with a mailed code.
    func codeToken(for email: String = oldAddress, scope: String = TestClient.accountScope) async throws -> String {
        let session = try await challenge(email)
        return try await enter(
            code(to: email), session: session,
            adding: ["scope": .string(scope), "audience": "https://login.brand1.test/me/"]
        ).require(200).text("access_token")
    }

    /// Sets the account's password with what the token may alone.
    func setPassword(
        _ password: String, token: String, adding members: JSONObject = [:]
    ) async throws -> TestResponse {
        let device = mailed.user.device()
        let begun = try await device.account(.post(PasswordClient.methods, json: ["type": "password"]), token: token)
            .require(202)
        var body: JSONObject = ["auth_session": begun.value("auth_session") ?? "", "new_password": .string(password)]
        for member in members.members { body[member.name] = member.value }
        return try await device.account(
            .post("\(PasswordClient.methods)/password%7Cnew/verify", json: body), token: token)
    }
}
