// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import Testing
import WireFormats

/// The confirmation of a logout, and the continuation of posted logouts.
struct LogoutConfirmationTests {
    /// The token of the page that asks.
    private func formToken(_ account: AccountPageFixture) async throws -> String {
        let page = try await account.browser.visit("/oidc/logout").page
        return try #require(try page.form("/oidc/logout")["csrf"])
    }

    @Test func `an address with the token of the page confirms nothing`() async throws {
        let account = try await AccountPageFixture()
        let visit = try await account.browser.visit("/oidc/logout?csrf=\(formToken(account))", from: .ownPage)
        #expect(try visit.page.forms.contains { $0.action == "/oidc/logout" })
        #expect(try await account.sessions().count == 1)
    }

    @Test func `the token of another session confirms nothing`() async throws {
        let account = try await AccountPageFixture()
        let token = try await AccountPageFixture(email: "eve@example.org", at: account.server).formToken()
        for field in [token, "", "x"] {
            let visit = try await account.browser.post("/oidc/logout", fields: [("csrf", field)])
            #expect(try visit.page.forms.contains { $0.action == "/oidc/logout" })
        }
        #expect(try await account.sessions().count == 1)
    }

    @Test func `a posted logout without the session's cookie continues with an address`() async throws {
        let account = try await AccountPageFixture()
        let other = TestBrowser(at: account.server)
        let message = Message.form("/oidc/logout", fields: [("client_id", "web"), ("csrf", "x"), ("state", "1")])
        let response = try await other.send(message, from: .otherSite)
        #expect(response.status == 303)
        #expect(response.headers["Location"] == "/oidc/logout?client_id=web&state=1")
    }
}
