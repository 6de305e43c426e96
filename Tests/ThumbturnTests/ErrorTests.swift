// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import Foundation
import FoundationNetworking
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
            let app = TestApp()
            app.device.set { $0.person = .letsItTimeOut }
            await #expect(throws: PasskeyError.canceled) { try await app.signUp() }
            #expect(await report(of: app) == "timed_out")
        }

        @Test func `the server learns why a ceremony failed on the device`() async throws {
            let app = TestApp()
            app.device.set { $0.hasPasscode = false }
            await #expect(throws: PasskeyError.deviceCannotCreate(reason: nil)) { try await app.signUp() }
            #expect(await report(of: app) == "not_supported")
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

        /// The reason that the server has logged for the application's failure.
        private func report(of app: TestApp) async -> String? {
            let path = "/passkey/report"
            #expect(await eventually { !app.transport.sent(to: path).isEmpty })
            guard let session = app.transport.sent(to: path).first?.json?["auth_session"]?.stringValue else {
                return nil
            }
            #expect(session.count > 20)
            return app.transport.sent(to: path).first?.json?["reason"]?.stringValue
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
