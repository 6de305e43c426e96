// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import AuthenticationServices
import Foundation
import Testing

@testable import Thumbturn

extension SDKTests {
    @MainActor @Suite struct BrowserSignInTests {
        private var signIn: BrowserSignIn {
            var signIn = BrowserSignIn()
            signIn.callback = URL(string: SDKServer.callback)
            return signIn
        }

        private func app(
            _ client: String = "ios", returning change: @escaping @Sendable (URL) -> URL? = { $0 }
        ) -> TestApp {
            let app = TestApp(client) { $0.usesDPoP = client == "ios-bound" }
            let authenticator = app.device.authenticator
            app.device.set { state in
                state.browser = { url in
                    var browser = SimulatedBrowser(with: authenticator)
                    return change(try browser.signIn(from: url))
                }
            }
            return app
        }

        @Test(arguments: ["ios", "ios-bound"])
        func `a user signs in on the server's pages, and comes back over https`(to client: String) async throws {
            let app = app(client)
            let user = try await app.signUp().user
            try await app.run { client async throws in
                await client.signOut()
                let result = try await client.signInWithBrowser(signIn)
                #expect(result.user.id == user.id)
                #expect(try await client.passkeys.list().count == 1)
            }
            let session = try #require(app.device.records.webSessions.first)
            #expect(session.callback == .https(host: SDKServer.host, path: "/ios/\(SDKServer.bundle)/callback"))
            #expect(session.url.absoluteString.contains("code_challenge_method=S256"))
            #expect(!session.isEphemeral)
        }

        @Test func `a user who closes the page has canceled`() async throws {
            let app = TestApp()
            app.device.set { $0.browser = { _ in nil } }
            await #expect(throws: PasskeyError.canceled) {
                try await app.run { try await $0.signInWithBrowser(signIn) }
            }
        }

        @Test func `a canceled task closes the page, whether the system says so or not`() async throws {
            for isReported in [true, false] {
                let app = TestApp()
                app.device.set {
                    $0.reportsCanceledWebSessions = isReported
                    $0.browser = { _ in
                        try await Task.sleep(for: .seconds(60))
                        return nil
                    }
                }
                try await app.run { client async throws in
                    let task = Task { try await client.signInWithBrowser(signIn) }
                    try await app.device.wait { $0.records.webSessions.count == 1 }
                    task.cancel()
                    await #expect(throws: PasskeyError.canceled) { try await task.value }
                }
            }
        }

        @Test func `a callback that belongs to another sign-in is not accepted`() async throws {
            let app = app { url in
                URL(string: url.absoluteString.replacingOccurrences(of: "state=", with: "state=x"))
            }
            try await app.signUp()
            await #expect(throws: PasskeyError.unexpectedResponse) {
                try await app.run { try await $0.signInWithBrowser(signIn) }
            }
        }

        @Test func `an error of the server's pages is an error of the sign-in`() async throws {
            let app = TestApp()
            app.device.set { state in
                state.browser = { url in
                    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
                    let sent = items.first { $0.name == "state" }?.value ?? ""
                    return URL(
                        string: "\(SDKServer.callback)?error=login_required&error_description=Sign+in%21&state=\(sent)")
                }
            }
            let expected = PasskeyError.server(code: "login_required", message: "Sign in!", reference: nil)
            await #expect(throws: expected) { try await app.run { try await $0.signInWithBrowser(signIn) } }
        }

        @Test func `an older system returns to a scheme of the application`() async throws {
            let context = TestApp().client.context
            let bundle = SDKServer.bundle
            let new = BrowserSignIn().callback(in: context, bundle: bundle)
            #expect(new?.absoluteString == SDKServer.callback)
            let old = DeviceAbility.$missing.withValue([.httpsCallback]) {
                BrowserSignIn().callback(in: context, bundle: bundle)
            }
            #expect(old?.absoluteString == "\(bundle)://\(SDKServer.host)/ios/\(bundle)/callback")
        }

        @Test func `what the application adds does not replace what protects the sign-in`() async throws {
            let app = TestApp()
            app.device.set { $0.browser = { _ in nil } }
            var signIn = signIn
            signIn.parameters = ["state": "mine", "ui_locales": "de"]
            _ = try? await app.run { [signIn] in try await $0.signInWithBrowser(signIn) }
            let url = try #require(app.device.records.webSessions.first?.url.absoluteString)
            #expect(!url.contains("state=mine") && url.contains("ui_locales=de"))
        }
    }
}
