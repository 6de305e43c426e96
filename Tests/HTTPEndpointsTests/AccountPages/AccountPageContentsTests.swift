// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import RateLimiting
import SoftwareAuthenticator
import Testing
import WireFormats

/// The marks and descriptions of the account page's entries, and the limits on its use.
struct AccountPageContentsTests {
    private static let scopes: JSONValue = [
        ["value": "read:notes", "description": "Read your notes"],
        ["value": "write:notes", "description": "Change your notes"],
    ]

    /// The number of times that the page says something, apart from the messages of its script.
    private func count(of words: String, in page: PageDocument) -> Int {
        page.elements.filter { $0["id"] != "settings" }.map(\.text).joined().ranges(of: words).count
    }

    @Test func `only the passkey of the session and its browser are marked`() async throws {
        let account = try await AccountPageFixture()
        try await account.addPasskey().require(200)
        _ = try await account.otherBrowser()
        let page = try await account.page()
        #expect(try await account.passkeys().count == 2)
        #expect(count(of: "Signed in with this", in: page) == 1)
        #expect(count(of: "This browser", in: page) == 1)
        #expect(page.forms.contains { $0.isCeremony })
    }

    @Test func `a session of an unknown browser has its address as name`() async throws {
        let account = try await AccountPageFixture()
        #expect(try await account.page().text.contains("192.0.2.1"))
    }

    @Test func `scopes of an API have its descriptions, each client those that it got`() async throws {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].id == TestServerConfiguration.interface {
                documents[index].json["scopes"] = Self.scopes
            }
            documents.append(
                TestServerConfiguration.client(
                    "writer",
                    members: [
                        "app_type": "spa", "grant_types": ["authorization_code"], "is_first_party": false,
                        "callbacks": [.string(TestServerConfiguration.partnerCallback)],
                    ]))
        }
        let account = try await AccountPageFixture(at: server)
        let clients = [
            ("partner", "read:notes", "Read your notes", "Change your notes"),
            ("writer", "write:notes", "Change your notes", "Read your notes"),
        ]
        for (client, scope, shown, hidden) in clients {
            let party = account.party.with {
                $0.client = client
                $0.redirectURI = TestServerConfiguration.partnerCallback
                $0.scope = "openid \(scope)"
            }
            let visit = try await account.browser.authorize(
                party.attempt(["audience": TestServerConfiguration.interface]))
            #expect(try visit.page.text.contains(shown))
            #expect(try !visit.page.text.contains(hidden))
            let allowed = try await account.browser.submit(visit.page.form("/consent"), pressing: "allow")
            #expect(allowed["code"] != nil)
        }
        let page = try await account.page()
        #expect(count(of: "Read your notes", in: page) == 1)
        #expect(count(of: "Change your notes", in: page) == 1)
    }

    // MARK: Bounds

    private func limitedAccount() async throws -> AccountPageFixture {
        var rules = RateLimitRules.off
        rules.myAccount = RateLimits.Rule(capacity: 1, refillPerSecond: 0.001)
        let account = try await AccountPageFixture(at: TestServer(limits: rules))
        #expect(try await account.post("/account/profile", fields: [("name", "Grace")]).path == "/account")
        return account
    }

    @Test func `changes of an account are limited`() async throws {
        let account = try await limitedAccount()
        let visit = try await account.post("/account/profile", fields: [("name", "Eve")])
        #expect(visit.response.status == 429 && visit.response.isPage)
        #expect(try await account.user().profile.name == "Grace")
    }

    @Test func `registrations of passkeys are limited`() async throws {
        let account = try await limitedAccount()
        #expect(try await account.addPasskeyOptions().status == 429)
    }

    @Test func `a form without its token does not lead back to the page`() async throws {
        let account = try await AccountPageFixture()
        #expect(try await account.post("/account").path == "/account")
        #expect(try await account.browser.post("/account", fields: []).response.status == 400)
    }
}

extension AccountPageFixture {
    /// Begins the registration of a passkey on the page.
    fileprivate func addPasskeyOptions() async throws -> TestResponse {
        try await browser.call("/account/passkeys/challenge", body: ["csrf": .string(try await formToken())])
    }
}
