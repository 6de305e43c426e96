// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import IdentityModel
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// Stored data when the machine's clock jumps.
struct ClockWireTests {
    private static let jumps: [Int64] = [30, 301, 3600, 86_400, 60 * 86_400]

    /// Removes expired data as the server does.
    private func runHousekeeping(_ server: TestServer) async throws {
        let clock = try #require(server.services.options.expiryClock)
        _ = try await ExpiredRecords(storage: server.storage, clock: clock).remove()
    }

    @Test(arguments: jumps)
    func `a consumed response stays consumed when the clock jumps ahead and returns`(seconds: Int64) async throws {
        let server = try await TestServer()
        let testClient = TestClient(at: server)
        try await testClient.signUp().require(200)
        let started = try await testClient.beginSignIn()
        let message = testClient.tokenRequest(started.session, response: try testClient.signed(started))
        try await server.send(message).require(200)
        for step in [seconds, -seconds] {
            server.clock.jump(seconds: step)
            try await runHousekeeping(server)
        }
        #expect(try await server.send(message).code == "sign-in.ceremony.consumed")
    }

    @Test(arguments: jumps)
    func `a consumed invitation stays consumed when the clock jumps ahead and returns`(seconds: Int64) async throws {
        let server = try await TestServer()
        let testClient = TestClient(at: server)
        try await testClient.signUp().require(200)
        let user = try #require(try await server.users().first)
        let invitation = try await server.invite(user.id)
        let challenge = Message.post("/invitation/challenge", json: ["invitation": .string(invitation)])
        let guest = testClient.with {
            $0.device = SoftwareAuthenticator(profile: .googlePasswordManager)
            $0.origin = "https://\(TestServer.host)"
        }
        let started = try TestClient.StartedCeremony(try await server.send(challenge).require(200))
        var response = guest.enrollment(started, response: try guest.created(started))
        response.path = "/invitation/verify"
        try await server.send(response).require(201)
        for step in [seconds, -seconds] {
            server.clock.jump(seconds: step)
            try await runHousekeeping(server)
        }
        #expect(try await server.send(challenge).code == "sign-in.invitation.consumed")
    }

    @Test(arguments: jumps)
    func `a session survives a clock that jumps ahead and returns`(seconds: Int64) async throws {
        let server = try await TestServer()
        let testClient = TestClient(at: server)
        var token = try await testClient.signUp().require(200).text("refresh_token")
        for step in [seconds, -seconds] {
            server.clock.jump(seconds: step)
            try await runHousekeeping(server)
            token = try await testClient.refresh(token).require(200).text("refresh_token")
        }
    }

    @Test func `expired data is removed once it has been expired for longer than the grace period`() async throws {
        let server = try await TestServer()
        let testClient = TestClient(at: server)
        try await testClient.signUp().require(200)
        let started = try await testClient.beginSignIn()
        let response = try testClient.signed(started)
        try await testClient.finish(started.session, response: response).require(200)
        let clock = try #require(server.services.options.expiryClock)
        let records = ExpiredRecords(storage: server.storage, clock: clock)
        server.clock.advance(seconds: 300 + ExpiryClock.grace)
        #expect(try await records.remove() == 0)
        server.clock.advance(seconds: 1)
        #expect(try await records.remove() == 2)
    }
}
