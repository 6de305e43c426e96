// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing
import WireFormats

struct UserInfoWireTests {
    private func token(of client: TestClient) async throws -> String {
        try await client.signUp().require(200).text("access_token")
    }

    @Test func `userinfo accepts an access token in a form`() async throws {
        let client = TestClient(at: try await TestServer())
        let token = try await token(of: client)
        let claims = try await client.server.send(.form("/userinfo", parameters: ["access_token": token])).require(200)
        #expect(claims.value("email") == "ada@example.org")
    }

    @Test func `userinfo accepts an access token in no other body and not in the query`() async throws {
        let client = TestClient(at: try await TestServer())
        let token = try await token(of: client)
        for message in [
            Message.post("/userinfo", json: ["access_token": .string(token)]),
            Message.get("/userinfo?access_token=\(token)"),
        ] {
            let response = try await client.server.send(message).require(401)
            #expect(response.code == "oauth.access-token-missing")
        }
    }

    @Test(arguments: [nil, "x"])
    func `an access token in the header and in a form is rejected`(other: String?) async throws {
        let client = TestClient(at: try await TestServer())
        let token = try await token(of: client)
        let form = Message.form("/userinfo", parameters: ["access_token": token])
        let response = try await client.server.send(form.setting("Authorization", to: "Bearer \(other ?? token)"))
        try response.require(400)
        #expect(response.value("error") == "invalid_request" && response.code == "oauth.access-token-repeated")
        #expect(response.headers["WWW-Authenticate"]?.hasPrefix("Bearer error=\"invalid_request\"") == true)
    }
}
