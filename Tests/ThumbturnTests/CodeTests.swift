// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import Foundation
import SoftwareAuthenticator
import TestLimits
import Testing
import WireFormats

@testable import Thumbturn

/// What the SDK sends for codes, and what the device is asked and told meanwhile.
@MainActor @Suite(.turnLimit)
struct CodeTests {
    private struct Abandoned: Error {}

    private func client(
        of server: CodeServer, _ configure: (inout PasskeyClient.Options) -> Void = { _ in }
    ) -> PasskeyClient {
        var options = PasskeyClient.Options()
        options.transport = server
        configure(&options)
        return PasskeyClient(domain: SDKServer.host, clientID: "ios", options: options)
    }

    // MARK: Signing in

    @Test func `with a connection, a code is bound to the session that has asked for it`() async throws {
        let server = CodeServer(.accepted)
        let client = client(of: server) { $0.connection = "People" }
        let result = try await AppleSimulator.withApp().run {
            let sent = try await client.sendCode(to: .phoneNumber("+4930123456"), by: .voice)
            return try await client.signIn(with: sent, code: " 123 456")
        }
        #expect(result.user.id == CodeServer.user && result.credentialID == nil && result.suggestsPasskey)
        #expect(
            server.bodies(to: "/otp/challenge") == [
                [
                    "client_id": "ios", "connection": "People", "phone_number": "+4930123456",
                    "delivery_method": "voice",
                ]
            ])
        let body = try #require(server.bodies(to: "/oauth/token").first)
        #expect(body["grant_type"] == "http://auth0.com/oauth/grant-type/passwordless/otp")
        #expect(body["auth_session"] == "session of a code" && body["otp"] == "123456")
        #expect(body["username"] == nil && body["realm"] == nil)
    }

    @Test func `without a connection, a code belongs to its address`() async throws {
        let server = CodeServer(.accepted)
        let client = client(of: server)
        _ = try await AppleSimulator.withApp().run {
            try await client.signIn(with: client.sendCode(to: .email("ada@example.org")), code: "123456")
        }
        #expect(
            server.bodies(to: "/passwordless/start") == [
                ["client_id": "ios", "connection": "email", "email": "ada@example.org", "send": "code"]
            ])
        let body = try #require(server.bodies(to: "/oauth/token").first)
        #expect(body["username"] == "ada@example.org" && body["realm"] == "email" && body["otp"] == "123456")
    }

    @Test func `without a connection, a call and a sign-up are mistakes of the developer`() async {
        let client = client(of: CodeServer(.accepted))
        for (delivery, allowsSignUp) in [(CodeDelivery.voice, false), (.text, true)] {
            let error = await #expect(throws: PasskeyError.self) {
                try await client.sendCode(to: .phoneNumber("+4930123456"), by: delivery, allowsSignUp: allowsSignUp)
            }
            #expect(error?.name == "misconfigured")
        }
    }

    @Test(arguments: [
        (CodeServer.Verdict.ended, PasskeyError.wrongCode),
        (.problem(status: 403, code: "sign-in.code-mismatch"), .wrongCode),
        (.problem(status: 403, code: "sign-in.identifier-unverified"), .identifierUnverified),
        (.problem(status: 429, code: "request.rate-limited"), .tooBusy(retryAfter: nil)),
        (.lost, .network),
    ])
    func `a sign-in with a code that fails says why`(_ verdict: CodeServer.Verdict, _ expected: PasskeyError)
        async throws
    {
        let client = client(of: CodeServer(verdict))
        await #expect(throws: expected) {
            try await AppleSimulator.withApp().run {
                try await client.signIn(with: client.sendCode(to: .email("ada@example.org")), code: "123456")
            }
        }
    }

    // MARK: Signing up

    @Test func `after a wrong code, the same passkey is sent again in the session that goes on`() async throws {
        let server = CodeServer(.wrong(next: "another session"), .accepted)
        let device = AppleSimulator.withApp()
        let client = client(of: server)
        var (codes, requests): ([String], [CodeRequest]) = (["000000", "123456"], [])
        let result = try await device.run {
            try await client.signUp(email: "ada@example.org") { request in
                #expect(device.authenticator.credentials.count == 1)
                requests.append(request)
                return codes.removeFirst()
            }
        }
        #expect(result.user.isEmailVerified && result.credentialID != nil)
        let address = ContactAddress.email("ada@example.org")
        #expect(requests == [CodeRequest(address: address), CodeRequest(address: address, isRepeated: true)])
        #expect(device.records.shownSheets == 1)
        let sent = server.bodies(to: "/oauth/token").filter { $0["verification"] != nil }
        #expect(sent.map { $0["auth_session"] } == ["session of a sign-up", "another session"])
        #expect(sent.map { $0["verification"]?["email"] } == ["000000", "123456"])
        #expect(sent.first?["authn_response"] == sent.last?["authn_response"])
    }

    @Test func `a user who enters no code gets no account, and the device removes the passkey`() async throws {
        let server = CodeServer(.wrong(next: "another session"))
        let device = AppleSimulator.withApp()
        let client = client(of: server)
        var codes = ["000000"]
        await #expect(throws: PasskeyError.canceled) {
            try await device.run {
                try await client.signUp(email: "ada@example.org") { _ in
                    guard let code = codes.popLast() else { throw Abandoned() }
                    return code
                }
            }
        }
        #expect(server.bodies(to: "/oauth/token").count == 1)
        #expect(device.authenticator.credentials.isEmpty)
    }

    @Test func `a sign-up that has ended says so, and the device removes the passkey`() async throws {
        let device = AppleSimulator.withApp()
        let client = client(of: CodeServer(.ended))
        await #expect(throws: PasskeyError.codeExpired) {
            try await device.run { try await client.signUp(email: "ada@example.org") { _ in "123456" } }
        }
        #expect(device.authenticator.credentials.isEmpty)
    }

    @Test func `a passkey stays on the device if nobody knows whether an account got it`() async throws {
        let device = AppleSimulator.withApp()
        let client = client(of: CodeServer(.lost))
        await #expect(throws: PasskeyError.network) {
            try await device.run { try await client.signUp(email: "ada@example.org") { _ in "123456" } }
        }
        #expect(device.authenticator.credentials.count == 1)
    }

    @Test func `without a question for the code, no passkey is made`() async throws {
        let device = AppleSimulator.withApp()
        let client = client(of: CodeServer(.accepted))
        let error = await #expect(throws: PasskeyError.self) {
            try await device.run { try await client.signUp(email: "ada@example.org") }
        }
        #expect(error?.name == "misconfigured")
        #expect(device.records.shownSheets == 0)
    }

    @Test func `each address has its code, and a call delivers that of the phone number`() async throws {
        let server = CodeServer(requiring: ["email", "phone"], .accepted)
        let client = client(of: server)
        var user = NewUser(email: "ada@example.org", phoneNumber: "+4930123456")
        user.codeDelivery = .voice
        _ = try await AppleSimulator.withApp().run { [user] in
            try await client.signUp(user) { $0.address.email == nil ? "222222" : "111111" }
        }
        #expect(server.bodies(to: "/passkey/register").first?["delivery_method"] == "voice")
        #expect(server.bodies(to: "/oauth/token").first?["verification"] == ["email": "111111", "phone": "222222"])
    }

    @Test func `a sign-in while the user looks for the code takes the place of the sign-up`() async throws {
        let server = CodeServer(.accepted)
        let device = AppleSimulator.withApp()
        let client = client(of: server) { $0.connection = "People" }
        await #expect(throws: PasskeyError.canceled) {
            try await device.run {
                try await client.signUp(email: "ada@example.org") { _ in
                    // Of another task, as a button's.
                    try await Task.detached {
                        let sent = try await client.sendCode(to: .email("ada@example.org"))
                        _ = try await client.signIn(with: sent, code: "123456")
                    }.value
                    return "123456"
                }
            }
        }
        #expect(server.bodies(to: "/oauth/token").allSatisfy { $0["verification"] == nil })
        #expect(device.authenticator.credentials.isEmpty)
    }

    // MARK: Passwords

    @Test(arguments: ["sign-in.password-mismatch", "sign-in.identifier-unverified"])
    func `the account of a sign-up with a password may wait for its link`(_ code: String) async throws {
        let client = client(of: CodeServer(.problem(status: 403, code: code)))
        await #expect(throws: PasskeyError.verificationPending) {
            try await AppleSimulator.withApp().run {
                try await client.signUp(email: "ada@example.org", password: TestApp.password)
            }
        }
    }
}
