// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import Testing
import WireFormats

/// A URL to return to that isn't registered: what the operator's log says, and the page doesn't. The browser tests read
/// the page on a developer's machine, which does.
struct URLMismatchTests {
    private static let foreign = "https://user:secret@attacker.test/callback/@me?token=abc"

    @Test(arguments: [
        "/authorize?client_id=web&response_type=code&redirect_uri=",
        "/oidc/logout?client_id=web&post_logout_redirect_uri=",
    ])
    func `the log has the client, what was received and what is listed`(path: String) async throws {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].id == "web" {
                documents[index].json["allowed_logout_urls"] = ["https://app.brand1.test/bye"]
            }
        }
        let browser = TestBrowser(at: server)
        let page = try await browser.visit(path + PercentEncoding.encode(Self.foreign))
        #expect(page.response.status == 400)
        let record = try #require(server.log.last)
        #expect(record.client == "web" && record.received == "https://attacker.test/callback/@me?…")
        #expect(
            record.allowed?.isEmpty == false && record.allowed?.allSatisfy { $0.contains("app.brand1.test") } == true)
        #expect(try !page.page.text.contains("attacker.test"))
    }
}
