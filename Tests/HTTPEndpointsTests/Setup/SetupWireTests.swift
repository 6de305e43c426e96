// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// The set-up of a new server.
struct SetupWireTests {
    @Test func `the owner's account is created with a passkey, and the browser is signed in`() async throws {
        let fixture = try await SetupFixture()
        let page = try await fixture.browser.visit("/setup").page
        #expect(try page.form("/setup")["code"]?.isEmpty == true)
        let location = try await fixture.finish(fixture.begin()).require(200).text("location")
        #expect(location == "/account?done=set-up")
        let account = try await fixture.browser.visit(location, from: .ownPage)
        #expect(account.path == "/account")
        #expect(try account.page.text.contains("Your server is set up."))
        let user = try #require(try await fixture.server.users().first)
        #expect(try await fixture.owners() == [user.id])
        #expect(user.identifiers.map(\.value) == ["owner@example.org"])
        let kinds = try await fixture.server.storage.read { try $0.events.list(user: user.id, limit: 10) }.map(\.kind)
        #expect(kinds.contains(.ownerAppointed) && kinds.contains(.signedIn))
    }

    @Test func `afterwards the page is gone, and there is no other code`() async throws {
        let fixture = try await SetupFixture()
        try await fixture.finish(fixture.begin()).require(200)
        let stranger = TestBrowser(at: fixture.server, device: .googlePasswordManager)
        let visit = try await stranger.visit("/setup")
        #expect(visit.response.status == 404)
        #expect(try visit.page.text.contains("This server is set up"))
        #expect(try visit.page.forms.isEmpty)
        #expect(try await SetupFixture.issue(at: fixture.server) == nil)
        #expect(try await fixture.server.storage.read { try $0.owners.setupCode() } == nil)
    }

    @Test func `the code is entered in any case and with any separators`() async throws {
        let fixture = try await SetupFixture()
        let entered = fixture.code.lowercased().replacing("-", with: " ").replacing("0", with: "o")
        try await fixture.begin(code: entered).started.require(200)
    }

    @Test func `the device must verify the owner`() async throws {
        let fixture = try await SetupFixture()
        let options = try await fixture.begin().started.require(200).value("options")
        #expect(options?["authenticatorSelection"]?["userVerification"] == "required")
    }

    @Test(arguments: ["", "0000-0000-0000-0000", "0000-0000-0000-000", "ß"])
    func `a wrong code is rejected, and nothing is stored`(code: String) async throws {
        let fixture = try await SetupFixture()
        let response = try await fixture.begin(code: code).started.require(403)
        #expect(response.code == "sign-in.setup.code-mismatch")
        #expect(try await fixture.server.users().isEmpty)
        #expect(try await fixture.server.storage.read { try $0.events.list(user: nil, limit: 10) }.isEmpty)
    }

    @Test func `a code expires after an hour`() async throws {
        let fixture = try await SetupFixture()
        fixture.server.clock.advance(seconds: 3600)
        let response = try await fixture.begin().started.require(403)
        #expect(response.code == "sign-in.setup.code-expired")
    }

    @Test func `a ceremony that began before its code expired can't finish later`() async throws {
        let fixture = try await SetupFixture()
        fixture.server.clock.advance(seconds: 3599)
        let attempt = try await fixture.begin()
        fixture.server.clock.advance(seconds: 1)
        #expect(try await fixture.finish(attempt).require(403).code == "sign-in.setup.code-expired")
        #expect(try await fixture.server.users().isEmpty)
    }

    @Test func `a new code replaces the one before, also in ceremonies that have begun`() async throws {
        let fixture = try await SetupFixture()
        let attempt = try await fixture.begin()
        let code = try await SetupFixture.issue(at: fixture.server)
        #expect(try await fixture.begin().started.code == "sign-in.setup.code-mismatch")
        #expect(try await fixture.finish(attempt).require(403).code == "sign-in.setup.code-mismatch")
        try await fixture.finish(fixture.begin(code: code)).require(200)
    }

    @Test(arguments: ["owner@example.org", "another@example.org"])
    func `of two browsers one wins, and the other goes to a page that says so`(email: String) async throws {
        let fixture = try await SetupFixture()
        let other = TestBrowser(at: fixture.server, device: .googlePasswordManager)
        let attempts = [
            try await fixture.begin(), try await fixture.begin(in: other, identifiers: ["email": .string(email)]),
        ]
        async let first = fixture.finish(attempts[0])
        async let second = fixture.finish(attempts[1])
        let responses = try await [first, second]
        #expect(responses.count { $0.status == 200 } == 1)
        let loser = try #require(responses.first { $0.status != 200 })
        #expect(loser.code == "sign-in.setup.finished")
        #expect(try await other.visit(loser.text("location"), from: .ownPage).response.status == 404)
        #expect(try await fixture.server.users().count == 1)
        #expect(try await fixture.owners().count == 1)
    }

    @Test(
        arguments: [
            (["email": "owner"], "sign-in.profile.identifier-malformed"),
            ([:], "sign-in.profile.identifier-missing"),
        ] as [(JSONObject, String)])
    func `identifiers that can't be used are rejected, and the page has a message`(
        identifiers: JSONObject, code: String
    ) async throws {
        let fixture = try await SetupFixture()
        #expect(try await fixture.begin(identifiers: identifiers).started.require(400).code == code)
        let settings = try await fixture.browser.visit("/setup").page.settings
        #expect(settings?["messages"]?[code] != nil)
    }

    @Test func `an identifier that an account has is rejected`() async throws {
        let fixture = try await SetupFixture()
        try await TestClient(at: fixture.server).signUp().require(200)
        let user = try #require(try await fixture.server.users().first)
        let taken = try #require(user.identifiers.first?.value)
        let response = try await fixture.begin(identifiers: ["email": .string(taken)]).started.require(400)
        #expect(response.code == "sign-in.account-exists")
    }

    @Test func `a server that allows no sign-ups has an owner, too`() async throws {
        let fixture = try await SetupFixture { documents in
            for index in documents.indices where documents[index].kind == .tenant {
                documents[index].json["default_directory"] = "closed"
            }
        }
        try await fixture.finish(fixture.begin()).require(200)
    }

    @Test func `when the owner's account is removed, the server can be set up again`() async throws {
        let fixture = try await SetupFixture()
        try await fixture.finish(fixture.begin()).require(200)
        let owner = try #require(try await fixture.owners().first)
        try await ServerOperator(storage: fixture.server.storage).remove(owner)
        #expect(try await fixture.owners().isEmpty)
        #expect(try await SetupFixture.issue(at: fixture.server) != nil)
    }
}
