// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import TestSupport
import Testing
import WireFormats

/// The device authorization grant (RFC 8628), with decisions written into the storage.
struct DeviceGrantWireTests {
    private struct Device {
        static let grant = "urn:ietf:params:oauth:grant-type:device_code"

        let server: TestServer
        let party: RelyingParty
        let started: TestResponse
        let code: String

        init(
            limits: RateLimitRules = .off, _ change: (inout [ConfigurationDocument]) -> Void = { _ in }
        ) async throws {
            server = try await TestServer(limits: limits, change)
            party = RelyingParty(at: server).with { $0.client = "television" }
            started = try await server.send(
                .form(
                    "/oauth/device/code",
                    fields: [("client_id", "television"), ("scope", "openid profile offline_access")])
            ).require(200)
            code = try started.text("device_code")
        }

        func poll(_ members: JSONObject = [:], with key: ProofKey? = nil) async throws -> TestResponse {
            var body: JSONObject = ["grant_type": .string(Self.grant), "device_code": .string(code)]
            for member in members.members { body[member.name] = member.value }
            return try await party.with { $0.key = key }.requestTokens(body)
        }

        /// Writes a user's decision.
        func decide(_ decision: (UserID) -> DeviceAuthorization.Decision) async throws {
            if try await server.users().isEmpty { try await TestClient(at: server).signUp().require(200) }
            let decided = decision(try #require(try await server.users().first).id)
            let text = try started.text("user_code")
            let userCode = try #require(UserCode(entered: text)).normalized
            try await server.storage.withTransaction {
                try $0.deviceAuthorizations.decide(userCode: userCode, as: decided)
            }
        }

        func approve() async throws {
            let time = server.clock.now
            try await decide {
                .approved(DeviceAuthorization.Approval(user: $0, authenticatedAt: time, decidedAt: time))
            }
        }
    }

    @Test func `a device gets codes and the address of the page`() async throws {
        let started = try await Device().started
        let page = try started.text("verification_uri")
        #expect(page == "https://\(TestServer.host)/activate")
        #expect(try started.text("verification_uri_complete") == "\(page)?user_code=\(started.text("user_code"))")
        #expect(started.value("expires_in")?.intValue == 900 && started.value("interval")?.intValue == 5)
        #expect(started.headers["Cache-Control"] == "no-store")
    }

    @Test func `a device waits for the user's approval, and gets tokens once`() async throws {
        let device = try await Device()
        let pending = try await device.poll().require(400)
        #expect(pending.value("error") == "authorization_pending")
        try await device.approve()
        let tokens = try await device.poll().require(200)
        let user = try #require(try await device.server.users().first).id
        let identity = try await VerifiedToken(tokens.text("id_token"), at: device.server)
        #expect(identity["sub"] == .string(user.rawValue) && identity["aud"] == "television")
        try await device.party.refresh(tokens.text("refresh_token")).require(200)
        #expect(try await device.poll().require(400).value("error") == "invalid_grant")
    }

    @Test func `updated_at is a number in a device's tokens, also after a refresh`() async throws {
        let device = try await Device()
        try await device.approve()
        let tokens = try await device.poll().require(200)
        let refreshed = try await device.party.refresh(tokens.text("refresh_token")).require(200)
        for response in [tokens, refreshed] {
            let identity = try await VerifiedToken(response.text("id_token"), at: device.server)
            #expect(identity["updated_at"]?.intValue != nil)
            let claims = try await device.party.userInfo(response.text("access_token")).require(200)
            #expect(claims.value("updated_at")?.intValue != nil)
        }
    }

    @Test func `of sixteen polls at once, one gets the tokens`() async throws {
        let device = try await Device()
        try await device.approve()
        let responses = try await withThrowingTaskGroup(of: TestResponse.self) { group in
            for _ in 0..<16 { group.addTask { try await device.poll() } }
            return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
        }
        #expect(responses.count { $0.status == 200 } == 1)
        #expect(responses.count { $0.value("error") == "invalid_grant" } == 15)
    }

    @Test func `a denied request ends with access_denied`() async throws {
        let device = try await Device()
        try await device.decide { _ in .denied }
        #expect(try await device.poll().require(400).value("error") == "access_denied")
    }

    @Test func `a request expires`() async throws {
        let device = try await Device()
        device.server.clock.advance(seconds: 900)
        #expect(try await device.poll().require(400).value("error") == "expired_token")
    }

    @Test func `a device that polls too fast is told to slow down`() async throws {
        let device = try await Device(limits: .standard)
        var errors: [String?] = []
        for _ in 0..<10 {
            errors.append(try await device.poll().require(400).value("error")?.stringValue)
        }
        #expect(errors.first == "authorization_pending")
        #expect(errors.contains("slow_down"))
        device.server.clock.advance(seconds: 60)
        #expect(try await device.poll().value("error") == "authorization_pending")
    }

    @Test(arguments: ["web", "app"])
    func `another client can't use the code`(client: String) async throws {
        let device = try await Device()
        try await device.approve()
        let response = try await device.poll(["client_id": .string(client)])
        #expect(response.status == 400 || response.code == "oauth.grant-type-not-allowed")
        try await device.poll().require(200)
    }

    @Test func `a device that has to prove a key gets nothing without a proof, and the code stays good`() async throws {
        let device = try await Device { documents in
            for index in documents.indices where documents[index].id == "television" {
                documents[index].json["require_proof_of_possession"] = true
            }
        }
        try await device.approve()
        #expect(try await device.poll().require(400).code == "oauth.dpop-missing")
        let tokens = try await device.poll(with: ProofKey()).require(200)
        #expect(tokens.value("token_type") == "DPoP")
    }

    @Test func `a user who was blocked after the approval gets no tokens`() async throws {
        let device = try await Device()
        try await device.approve()
        let user = try #require(try await device.server.users().first)
        try await ServerOperator(storage: device.server.storage).block(user.id)
        #expect(try await device.poll().status >= 400)
    }

    @Test func `a client that requires an organization gets no codes`() async throws {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].id == "television" {
                documents[index].json["organization_usage"] = "require"
            }
        }
        let response = try await server.send(.form("/oauth/device/code", fields: [("client_id", "television")]))
        #expect(response.status == 403 && response.code == "oauth.device-organization-required")
        #expect(response.value("error") == "unauthorized_client")
    }

    @Test func `a client without the grant gets no codes`() async throws {
        let response = try await TestServer().send(.form("/oauth/device/code", fields: [("client_id", "web")]))
        #expect(response.code == "oauth.grant-type-not-allowed")
    }
}
