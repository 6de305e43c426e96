// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import Testing
import WireFormats

/// Redirects that any program on the user's device can take (RFC 8252, section 8.6).
struct RedirectConfirmationWireTests {
    private static let setting = "skip_non_verifiable_callback_uri_confirmation_prompt"

    /// A native application, and a browser whose user has a session.
    private struct Scene {
        let party: RelyingParty
        let browser: TestBrowser

        init(
            redirectURI: String = TestServerConfiguration.privateUseCallback, client: JSONValue? = nil,
            tenant: JSONValue? = nil
        ) async throws {
            let server = try await TestServer { documents in
                for index in documents.indices {
                    let isClient = documents[index].kind == .client && documents[index].id == "app"
                    if isClient, let client { documents[index].json[setting] = client }
                    if documents[index].kind == .tenant, let tenant { documents[index].json[setting] = tenant }
                }
            }
            party = RelyingParty(at: server).with {
                $0.client = "app"
                $0.redirectURI = redirectURI
            }
            browser = TestBrowser(at: server)
            try await browser.signUp(at: RelyingParty(at: server))
        }

        func authorize(_ changes: [String: String?] = [:]) async throws -> Visit {
            try await browser.authorize(party.attempt(changes))
        }
    }

    @Test(arguments: [
        TestServerConfiguration.privateUseCallback, "http://127.0.0.1:49152/callback",
    ])
    func `a session is used for an application on the device only after a confirmation`(redirectURI: String)
        async throws
    {
        let scene = try await Scene(redirectURI: redirectURI)
        let attempt = scene.party.attempt()
        let visit = try await scene.browser.authorize(attempt)
        #expect(visit.path == "/login/select")
        #expect(try visit.page.title?.contains("The application app") == true)
        #expect(try await scene.authorize(["prompt": "none"])["error"] == "interaction_required")
        let confirmed = try await scene.browser.submit(visit.page.form("/login/select"), pressing: "current")
        _ = try await scene.party.tokens(from: confirmed, of: attempt)
        #expect(try await scene.authorize().path == "/login/select")
    }

    @Test func `the same application needs no confirmation where it is verifiable`() async throws {
        let scene = try await Scene(redirectURI: TestServerConfiguration.callback)
        #expect(try await scene.authorize(["prompt": "none"])["code"] != nil)
    }

    @Test func `no client of a public server skips the confirmation`() async throws {
        let visit = try await Scene(client: true, tenant: true).authorize(["prompt": "none"])
        #expect(visit["error"] == "interaction_required")
    }
}
