// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import Foundation
import FoundationNetworking
import ServerHarness
import TestSupport
import Testing
import WireFormats

@testable import Thumbturn

extension SDKTests {
    @MainActor @Suite struct ErrorTests {
        @Test func `a sheet that the user closes is canceled`() async throws {
            let app = TestApp()
            app.device.set { $0.person = .dismisses }
            await #expect(throws: PasskeyError.canceled) { try await app.signUp() }
        }

        @Test func `no passkey is told from a closed sheet by whether there is a reason, in any language`() async throws
        {
            for (reason, expected) in [(nil, PasskeyError.canceled), ("没有可用于登录的凭证。", .noPasskeyHere)] {
                let app = TestApp()
                app.device.set { $0.nextFailure = (code: 1001, reason: reason) }
                await #expect(throws: expected) { try await app.run { try await $0.signIn() } }
            }
        }

        @Test func `an application that is not associated learns what to compare`() async throws {
            let app = TestApp()
            app.device.set { $0.associatedDomains = [] }
            let error = await #expect(throws: PasskeyError.self) { try await app.signUp() }
            guard case .appNotAssociated(let help)? = error else {
                Issue.record("\(error as Any)")
                return
            }
            #expect(help.entitlement == "webcredentials:example.test")
            #expect(help.associationFile == "https://example.test/.well-known/apple-app-site-association")
            #expect(error?.developerNote?.contains("mode=developer") == true)
            #expect(error?.recovery == "Contact the makers of the app.")
        }

        @Test func `a system that is newer than this version gets a sensible error`() async throws {
            let app = TestApp()
            app.device.set { $0.nextFailure = (code: 1099, reason: nil) }
            await #expect(throws: PasskeyError.unexpectedResponse) { try await app.signUp() }
        }

        @Test func `a sheet to which nobody responds in time is told from a canceled one`() async throws {
            let app = TestApp("ios-timed-out")
            app.device.set { $0.person = .letsItTimeOut }
            await #expect(throws: PasskeyError.timedOut) { try await app.signUp() }
            #expect(await loggedReason(of: "ios-timed-out") == "timed_out")
        }

        @Test func `the server learns why a ceremony failed on the device`() async throws {
            let app = TestApp("ios-without-passcode")
            app.device.set { $0.hasPasscode = false }
            await #expect(throws: PasskeyError.deviceCannotCreate(reason: nil)) { try await app.signUp() }
            #expect(await loggedReason(of: "ios-without-passcode") == "not_supported")
        }

        @Test func `a server that does not know the application gives its code and its reference`() async throws {
            let app = TestApp("no-such-client")
            let error = await #expect(throws: PasskeyError.self) { try await app.signUp() }
            guard case .misconfigured(let code, let message, let reference)? = error else {
                Issue.record("\(error as Any)")
                return
            }
            #expect(!code.isEmpty && !message.isEmpty)
            #expect(reference?.hasPrefix("req_") == true)
            #expect(error?.reference == reference)
            #expect(error?.developerNote == "\(code): \(message) (\(reference ?? ""))")
            #expect(error?.message.contains(message) == false)
        }

        @Test func `a profile that the server does not accept names the member`() async throws {
            let app = TestApp()
            for (user, field) in [(NewUser(email: "nonsense"), "email"), (NewUser(name: "Ada"), "email")] {
                await #expect(throws: PasskeyError.invalidProfile(field: field)) {
                    try await app.run { try await $0.signUp(user) }
                }
            }
            let picture = NewUser(email: app.email)
            await #expect(throws: PasskeyError.invalidProfile(field: "picture")) {
                try await app.run { client async throws in
                    var user = picture
                    user.picture = "http://example.org/ada.png"
                    return try await client.signUp(user)
                }
            }
        }

        @Test func `a choice of Sign in with Apple is told from a canceled form`() async throws {
            let app = TestApp("ios-prefers-apple")
            app.device.set { $0.nextFailure = (code: 1009, reason: nil) }
            await #expect(throws: PasskeyError.prefersSignInWithApple) {
                guard #available(iOS 26.0, macOS 26.0, visionOS 26.0, *) else { return }
                _ = try await app.run { try await $0.createAccount() }
            }
            #expect(await loggedReason(of: "ios-prefers-apple") == "canceled")
        }

        @Test func `a gate tells locked biometrics and a background application from a canceled question`() async throws
        {
            let app = TestApp { $0.gate = BiometricGate(reason: "Open your notes", allowsPasscode: false) }
            for (biometrics, expected) in [
                (SimulatorState.Biometrics.lockedOut, PasskeyError.biometricsLocked),
                (.cannotBeAsked, .notInteractive), (.fails, .canceled),
            ] {
                app.device.set { $0.biometrics = biometrics }
                await #expect(throws: expected) { try await app.run { try await $0.unlock() } }
            }
        }

        @Test func `a sign-in that failed on the device does not tell the user to update the system`() async throws {
            let app = TestApp()
            app.device.set { $0.nextFailure = (code: 1004, reason: "It failed.") }
            await #expect(throws: PasskeyError.unexpectedResponse) { try await app.run { try await $0.signIn() } }
        }

        @Test(arguments: [
            ("sign-in.account-blocked", PasskeyError.accountBlocked), ("oauth.user-blocked", .accountBlocked),
            ("sign-in.account-to-be-deleted", .accountToBeDeleted), ("sign-in.identifier-mismatch", .wrongAccount),
            ("sign-in.too-old", .signInTooOld), ("insufficient_user_authentication", .signInTooOld),
            ("sign-in.ceremony.expired", .timedOut), ("sign-in.profile.text-too-long", .invalidProfile(field: "name")),
            ("sign-in.profile.too-much-metadata", .invalidProfile(field: "name")),
        ])
        func `a code of the server means`(_ code: String, _ expected: PasskeyError) async throws {
            let body = #"{"error":"invalid_request","error_description":"name is wrong.","code":"\#(code)"}"#
            let client = PasskeyClient(
                domain: SDKServer.host, clientID: "ios", options: .with(FixedTransport(body, status: 400)))
            await #expect(throws: expected) { try await AppleSimulator.withApp().run { try await client.signIn() } }
        }

        @Test func `without a network the error says so`() async throws {
            let app = TestApp(transport: SocketTransport { _ in .lost })
            await #expect(throws: PasskeyError.network) { try await app.signUp() }
        }

        @Test func `a response that makes no sense is an error, and nothing else`() async throws {
            for body in ["", "[]", "{}", #"{"auth_session":"s","authn_params_public_key":{"challenge":"!"}}"#] {
                let client = PasskeyClient(
                    domain: SDKServer.host, clientID: "ios", options: .with(FixedTransport(body)))
                let device = AppleSimulator.withApp()
                await #expect(throws: PasskeyError.unexpectedResponse) {
                    try await device.run { try await client.signIn() }
                }
            }
        }

        /// The reason that the server has logged for the failure of a client's application, which no other test has.
        private func loggedReason(of client: String) async -> String? {
            let line = await eventually(in: SDKServer.current?.log) { log in
                log.events("passkey.failed-on-device").first { $0["client"] == .string(client) }
            }
            #expect(line?["reference"]?.stringValue?.hasPrefix("req_") == true)
            #expect(line?["error"]?.stringValue?.isEmpty == false)
            return line?["reason"]?.stringValue
        }

        private func eventually<Value>(
            in log: ProgramLog?, _ find: (ProgramLog.Content) -> Value?
        ) async -> Value? {
            var value: Value?
            _ = await TestSupport.eventually {
                value = log.flatMap { find($0.now) }
                return value != nil
            }
            return value
        }
    }
}

/// Responds to everything with one body.
private struct FixedTransport: HTTPTransport {
    let body: String
    let status: Int

    init(_ body: String, status: Int = 200) {
        self.body = body
        self.status = status
    }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
        else { throw URLError(.badURL) }
        return (Data(body.utf8), response)
    }
}

extension PasskeyClient.Options {
    fileprivate static func with(_ transport: any HTTPTransport) -> Self {
        var options = Self()
        options.transport = transport
        return options
    }
}
