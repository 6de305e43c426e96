// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import Foundation
import FoundationNetworking
import SoftwareAuthenticator
import Testing

@testable import Thumbturn

extension SDKTests {
    /// The code of the README's section about the SDK.
    @MainActor @Suite struct ReadmeTests {
        @Test func `the README's function is this one, in at most ten lines`() throws {
            let page = try GuidePage.lines(of: "README.md")
            let block = page.drop { $0 != "import Thumbturn" }.prefix { $0 != "```" }
            #expect((5...10).contains(block.count(where: { !$0.isEmpty })))
            let function = Array(block.drop { !$0.hasPrefix("func ") })
            #expect(GuidePage.contains(try GuidePage.lines(of: "Tests/ThumbturnTests/ReadmeTests.swift"), function))
        }

        @Test func `it signs up, then keeps the user, then signs in`() async throws {
            let app = TestApp()
            try await app.run { client async throws in
                let code = Code(client: client)
                var request = URLRequest(url: try #require(URL(string: "https://api.example.test/")))
                try await code.signIn(as: app.email, for: &request)
                #expect(request.value(forHTTPHeaderField: "Authorization")?.hasPrefix("Bearer ") == true)
                try await code.signIn(as: app.email, for: &request)
                #expect(app.device.records.shownSheets == 1)
                await client.signOut()
                try await code.signIn(as: app.email, for: &request)
                #expect(try await client.user()?.email == app.email)
                #expect(app.device.authenticator.credentials.count == 1)
            }
        }
    }
}

private struct Code {
    let client: PasskeyClient

    func signIn(as email: String, for request: inout URLRequest) async throws {
        if try await client.user() == nil, try await client.signInIfAvailable() == nil {
            _ = try await client.signUp(email: email)
        }
        try await client.authorize(&request)
    }
}
