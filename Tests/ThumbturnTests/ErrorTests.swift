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
            #expect(error?.recovery.contains("mode=developer") == true)
        }

        @Test func `a system that is newer than this version gets a sensible error`() async throws {
            let app = TestApp()
            app.device.set { $0.nextFailure = (code: 1099, reason: nil) }
            await #expect(throws: PasskeyError.unexpectedResponse) { try await app.signUp() }
        }

        @Test func `a sheet that timed out is canceled`() async throws {
            let app = TestApp("ios-timed-out")
            app.device.set { $0.person = .letsItTimeOut }
            await #expect(throws: PasskeyError.canceled) { try await app.signUp() }
            #expect(await loggedReason(of: "ios-timed-out") == "timed_out")
        }

        @Test func `the server learns why a ceremony failed on the device`() async throws {
            let app = TestApp("ios-without-passcode")
            app.device.set { $0.hasPasscode = false }
            await #expect(throws: PasskeyError.deviceCannotCreate(reason: nil)) { try await app.signUp() }
            #expect(await loggedReason(of: "ios-without-passcode") == "not_supported")
        }

        @Test func `a server that rejects a request gives its code and its reference`() async throws {
            let app = TestApp("no-such-client")
            let error = await #expect(throws: PasskeyError.self) { try await app.signUp() }
            guard case .server(let code, let message, let reference)? = error else {
                Issue.record("\(error as Any)")
                return
            }
            #expect(!code.isEmpty && !message.isEmpty)
            #expect(reference?.hasPrefix("req_") == true)
            #expect(error?.reference == reference)
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

        @Test func `every error has a sentence and says what to do`() {
            let errors: [PasskeyError] = [
                .canceled, .noPasskeyHere, .alreadyRegistered, .accountExists, .deviceCannotCreate(reason: nil),
                .securityKeyNeedsPIN, .notSupported, .network,
                .server(code: "c", message: "It failed.", reference: nil),
                .keychain(status: -1), .notSignedIn, .unexpectedResponse,
            ]
            for error in errors {
                #expect(error.message.hasSuffix(".") && error.recovery.hasSuffix("."))
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

    init(_ body: String) {
        self.body = body
    }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
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
