// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import Testing
import WireFormats

/// The contents of the sign-in page, and the outcome of what is posted to it.
struct SignInPageWireTests {
    @Test func `a sign-in whose counter has not gone back is not reported to operators`() async throws {
        let browser = TestBrowser(at: try await TestServer())
        let party = RelyingParty(at: browser.server)
        try await browser.signUp(at: party)
        _ = try await browser.signIn(at: party)
        #expect(browser.server.notices.isEmpty)
    }

    @Test(arguments: [("people", true), ("closed", false)])
    func `the page leads to the sign-up where it is open`(connection: String, isOpen: Bool) async throws {
        let browser = TestBrowser(at: try await TestServer())
        let attempt = RelyingParty(at: browser.server).attempt(["connection": connection])
        let visit = try await browser.authorize(attempt)
        #expect(visit.path == "/login")
        #expect(try visit.page.links.contains { $0.hasPrefix("/signup") } == isOpen)
    }

    /// The pages of a client and of the server itself.
    @Test(arguments: [true, false])
    func `what the user enters selects the account`(isForClient: Bool) async throws {
        let browser = TestBrowser(at: try await TestServer())
        let party = RelyingParty(at: browser.server)
        try await browser.signUp(at: party, email: "Ada@example.org")
        try await TestBrowser(at: browser.server).signUp(at: party, email: "grace@example.org")
        browser.cookies.remove("__Host-thumbturn-session")
        let page = try await isForClient ? browser.authorize(party.attempt()) : browser.visit("/account")
        // An account that doesn't exist makes no difference.
        for other in ["grace@example.org", "nobody@example.org"] {
            let response = try await browser.finishCeremony(of: page, entering: other).require(403)
            #expect(response.code == "sign-in.identifier-mismatch")
            #expect(try page.page.settings?["messages"]?["sign-in.identifier-mismatch"] != nil)
        }
        #expect(browser.session == nil)
        for own in ["ada@EXAMPLE.org", ""] {
            try await browser.finishCeremony(of: page, entering: own).require(200)
        }
    }

    @Test(
        arguments: [
            ([:], nil), (["support_email": "help@example.org"], "mailto:help@example.org"),
            (
                ["support_email": "help@example.org", "support_url": "https://example.org/help?a=b"],
                "https://example.org/help?a=b"
            ),
        ] as [(JSONObject, String?)])
    func `the page leads to the support, if there is any`(members: JSONObject, link: String?) async throws {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].kind == .tenant {
                for member in members.members { documents[index].json[member.name] = member.value }
            }
        }
        let browser = TestBrowser(at: server)
        for page in [
            try await browser.authorize(RelyingParty(at: server).attempt()), try await browser.visit("/account"),
        ] {
            #expect(try page.page.links.filter { !$0.hasPrefix("/") } == [link].compactMap(\.self))
        }
    }

    @Test(arguments: ["x=%ZZ", "%ZZ=x", "x=%FF", "x=1&x=2"])
    func `a page with a malformed query is rejected`(pair: String) async throws {
        let browser = TestBrowser(at: try await TestServer())
        let visit = try await browser.authorize(RelyingParty(at: browser.server).attempt())
        #expect(try await browser.visit("\(visit.address)&\(pair)").response.status == 400)
        #expect(browser.server.log.last?.code == "request.query-invalid")
    }

    @Test func `an account is only chosen by the user to whom it was shown`() async throws {
        let browser = TestBrowser(at: try await TestServer())
        let party = RelyingParty(at: browser.server)
        try await browser.signUp(at: party)
        let page = try await browser.authorize(party.attempt(["prompt": "select_account"]))
        // Another tab of the browser signs another user in.
        let grace = TestBrowser(at: browser.server, device: .googlePasswordManager)
        try await grace.signUp(at: party, email: "grace@example.org")
        browser.cookies.remove("__Host-thumbturn-session")
        browser.cookies.insert(try #require(grace.cookies["__Host-thumbturn-session"]))
        let visit = try await browser.submit(page.page.form("/login/select"), pressing: "current")
        #expect(visit.path == "/login/select")
        #expect(try visit.page.text.contains("grace@example.org"))
    }

    @Test func `a posted request is checked when the browser continues with it`() async throws {
        let browser = TestBrowser(at: try await TestServer())
        let attempt = RelyingParty(at: browser.server).attempt(["prompt": "register"])
        let response = try await browser.send(.form("/authorize", fields: attempt.parameters), from: .otherSite)
        let location = try #require(response.headers["Location"])
        #expect(response.status == 303 && location.hasPrefix("/authorize?client_id=web&request_uri="))
        #expect(try await browser.visit(location)["error"] == "invalid_request")
    }
}
