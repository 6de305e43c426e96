// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import RateLimiting
import SoftwareAuthenticator
import Testing
import WireFormats

/// Limits on the number of sign-ups and on the profile.
struct SignUpLimitTests {
    private func signUp(_ number: Int, from address: String, at server: TestServer) async throws -> String {
        let testClient = TestClient(at: server).with {
            $0.profile = ["email": .string("\(number)@example.org")]
        }
        let started = try await testClient.beginSignUp()
        return try await server.send(
            testClient.tokenRequest(started.session, response: testClient.created(started)).from(address)
        )
        .code
    }

    private func server(_ change: (inout RateLimitRules) -> Void) async throws -> TestServer {
        var rules = RateLimitRules.off
        change(&rules)
        return try await TestServer(limits: rules)
    }

    @Test(arguments: [
        ["192.0.2.1", "192.0.2.99", "192.0.2.200", "192.0.3.1"],
        ["2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:1:ffff::1", "2001:db8:0:2::1"],
    ])
    func `sign-ups are limited for each block of addresses`(addresses: [String]) async throws {
        let server = try await server { $0.signUp = RateLimits.Rule(capacity: 2, refillPerSecond: 0.001) }
        var codes: [String] = []
        for (number, address) in addresses.enumerated() {
            codes.append(try await signUp(number, from: address, at: server))
        }
        #expect(codes == ["200", "200", "request.rate-limited", "200"])
        #expect(try await server.users().count == 3)
    }

    @Test func `all sign-ups share a limit that does not affect sign-ins`() async throws {
        let server = try await server { $0.allSignUps = RateLimits.Rule(capacity: 1, refillPerSecond: 0.001) }
        let testClient = TestClient(at: server)
        try await testClient.signUp().require(200)
        #expect(try await signUp(1, from: "198.51.100.1", at: server) == "request.rate-limited")
        try await testClient.signIn().require(200)
    }

    @Test(arguments: [
        "http://example.org/a.png", "javascript:alert(1)", "data:image/png;base64,AA", "//example.org/a.png", "a.png",
        "https://", "https://example.org/a b",
    ])
    func `a picture is an https URL`(picture: String) async throws {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.profile = ["email": "ada@example.org", "picture": .string(picture)]
        }
        let response = try await testClient.server.send(testClient.registration)
        #expect(response.code == "sign-in.profile.picture-not-secure")
    }

    @Test(arguments: ["name", "given_name", "family_name", "nickname"])
    func `names can't change the text direction`(member: String) async throws {
        for character in ["\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}"] {
            let testClient = TestClient(at: try await TestServer()).with {
                $0.profile = ["email": "ada@example.org", member: .string("Ada\(character)nimda")]
            }
            let response = try await testClient.server.send(testClient.registration)
            #expect(response.code == "sign-in.profile.direction-override")
        }
    }

    @Test func `names in all scripts are accepted`() async throws {
        let testClient = TestClient(at: try await TestServer()).with {
            $0.profile = [
                "email": "ada@example.org", "name": "\u{5E2}\u{5D3}\u{5D4}\u{200F} 👩‍🔬",
                "picture": "https://example.org/a.png",
            ]
        }
        try await testClient.signUp().require(200)
    }
}
