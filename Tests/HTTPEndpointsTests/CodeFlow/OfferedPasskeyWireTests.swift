// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import RateLimiting
import SoftwareAuthenticator
import TestSupport
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The offer of a passkey on this device, after a sign-in with a phone.
struct OfferedPasskeyWireTests {
    /// A browser on a computer, whose user has a passkey on a phone.
    private struct Computer {
        let server: TestServer
        let party: RelyingParty
        let phone: TestBrowser
        let browser: TestBrowser
        let user: UserID

        init(
            phone profile: AuthenticatorProfile = .iCloudKeychain,
            _ change: (inout [ConfigurationDocument]) -> Void = { _ in }
        ) async throws {
            server = try await TestServer(limits: .off, change)
            party = RelyingParty(at: server)
            phone = TestBrowser(at: server, device: profile)
            browser = TestBrowser(at: server, device: .googlePasswordManager)
            let tokens = try await phone.signUp(at: party)
            user = UserID(rawValue: try #require(tokens.identity["sub"]?.stringValue))
        }

        /// Signs in on the page with the phone, and goes where the server says.
        func signIn(_ attempt: RelyingParty.Attempt, attachment: String = "cross-platform") async throws -> Visit {
            let page = try await browser.authorize(attempt)
            let started = try await browser.beginCeremony(of: page).require(200)
            let options = try #require(started.value("options")).serialized()
            let json = try phone.device.get(
                optionsJSON: options, origin: browser.origin, settings: CeremonySettings(), mutation: nil)
            var response = try #require(try JSONReader.read(json).objectValue)
            response["authenticatorAttachment"] = .string(attachment)
            let finished = try await browser.call(
                "/login/passkey",
                body: [
                    "state": .string(try #require(page.page.state)), "session": .string(try started.text("session")),
                    "response": .object(response),
                ]
            ).require(200)
            let location = try finished.text("location")
            guard location.hasPrefix("/") else { return try Visit(location, response: finished) }
            return try await browser.visit(location, from: .ownPage)
        }

        func passkeys() async throws -> [Passkey] {
            let user = user
            return try await server.storage.read { try $0.passkeys.list(of: user) }
        }

        func passkeyCount() async throws -> Int { try await passkeys().count }

        /// Runs the ceremony of the page with a device that shows no prompt, up to the response of the server.
        func createWithoutPrompt(on offer: Visit, beginning mediation: JSONObject) async throws -> TestResponse {
            let state = JSONValue.string(try #require(offer.page.state))
            var request = mediation
            request["state"] = state
            let started = try await browser.call("/login/add-passkey/challenge", body: request).require(200)
            #expect(started.value("options.excludeCredentials")?.arrayValue?.count == 1)
            let response = try browser.device.create(
                optionsJSON: try #require(started.value("options")).serialized(), origin: browser.origin,
                settings: .with { $0.mediation = .conditional }, mutation: nil)
            return try await browser.call(
                "/login/add-passkey",
                body: [
                    "state": state, "session": .string(try started.text("session")),
                    "response": try JSONReader.read(response),
                ])
        }
    }

    @Test func `after a sign-in with a phone the user adds a passkey here, and then gets back to the client`()
        async throws
    {
        let computer = try await Computer()
        let attempt = computer.party.attempt()
        let offer = try await computer.signIn(attempt)
        #expect(offer.path == "/login/add-passkey")
        #expect(try offer.page.text.contains("ada@example.org"))
        let finished = try await computer.browser.finishCeremony(of: offer).require(200)
        #expect(finished.value("signal") != nil)
        let visit = try await computer.browser.visit(finished.text("location"), from: .ownPage)
        _ = try await computer.party.tokens(from: visit, of: attempt)
        #expect(try await computer.passkeyCount() == 2)
        // The browser's history leads to the page again.
        #expect(try await computer.browser.visit(offer.address)["code"] != nil)
        _ = try await computer.browser.signIn(at: computer.party)
    }

    @Test func `a user who does not want one continues, and the browser is not asked again`() async throws {
        let computer = try await Computer()
        let attempt = computer.party.attempt()
        let offer = try await computer.signIn(attempt)
        let visit = try await computer.browser.submit(offer.page.form("/login/add-passkey/skip"))
        _ = try await computer.party.tokens(from: visit, of: attempt)
        let again = computer.party.attempt(["prompt": "login"])
        _ = try await computer.party.tokens(from: computer.signIn(again), of: again)
        #expect(try await computer.passkeyCount() == 1)
    }

    @Test func `no code is issued before the user has decided`() async throws {
        let computer = try await Computer()
        let offer = try await computer.signIn(computer.party.attempt())
        let state = try #require(offer.page.state)
        let visit = try await computer.browser.visit("/login/continue?state=\(state)", from: .ownPage)
        #expect(visit.path == "/login/add-passkey")
        #expect(try await computer.browser.authorize(computer.party.attempt(["prompt": "none"]))["code"] != nil)
    }

    @Test func `a form without a script whose sign-in has ended gets the page of every form`() async throws {
        let browser = TestBrowser(at: try await TestServer())
        var titles: Set<String> = []
        for path in ["/login/add-passkey", "/login/add-passkey/skip"] {
            let visit = try await browser.post(path, fields: [("state", "x")], from: .ownPage)
            #expect(visit.response.status == 400)
            titles.insert(try visit.page.text.content(between: "<h1>", and: "</h1>"))
        }
        #expect(titles.count == 1)
    }

    @Test func `without a script the form leads back to the page`() async throws {
        let computer = try await Computer()
        let offer = try await computer.signIn(computer.party.attempt())
        let again = try await computer.browser.submit(offer.page.form("/login/add-passkey"))
        #expect(again.path == "/login/add-passkey" && again.response.status == 200)
        try await computer.browser.finishCeremony(of: again).require(200)
    }

    @Test(arguments: ["platform", "unknown"])
    func `a passkey of this device offers nothing`(attachment: String) async throws {
        let computer = try await Computer()
        #expect(try await computer.signIn(computer.party.attempt(), attachment: attachment)["code"] != nil)
    }

    @Test func `a user with the most passkeys is offered no other`() async throws {
        let computer = try await Computer()
        let user = computer.user
        let first = try #require(try await computer.server.storage.read { try $0.passkeys.list(of: user) }.first)
        try await computer.server.storage.withTransaction { transaction in
            for number in 1..<20 {
                let origin = Passkey.Origin(
                    credentialID: CredentialID([UInt8(number)]), publicKey: first.origin.publicKey,
                    relyingPartyID: first.origin.relyingPartyID, userHandle: first.origin.userHandle, aaguid: .zero,
                    transports: [], attachment: nil, isBackupEligible: true, isCreatedConditionally: false,
                    attestationFormat: .none, userAgent: nil, createdAt: first.origin.createdAt)
                try transaction.passkeys.insert(
                    Passkey(stored: PasskeyID(rawValue: "passkey|dev_\(number)"), owner: user, origin: origin))
            }
        }
        #expect(try await computer.signIn(computer.party.attempt())["code"] != nil)
        let account = try await computer.browser.visit("/account").page
        #expect(account.text.contains("20 passkeys") && !account.forms.contains(where: \.isCeremony))
    }

    @Test func `a security key offers nothing`() async throws {
        let computer = try await Computer(phone: .securityKey)
        #expect(try await computer.signIn(computer.party.attempt())["code"] != nil)
    }

    @Test func `a passkey of another device whose transports are unknown counts as a phone's`() async throws {
        var phone = AuthenticatorProfile.iCloudKeychain
        phone.transports = []
        let computer = try await Computer(phone: phone)
        #expect(try await computer.signIn(computer.party.attempt()).path == "/login/add-passkey")
    }

    @Test func `a connection can do without the offer`() async throws {
        let computer = try await Computer { documents in
            for index in documents.indices where documents[index].kind == .connection && documents[index].id == "people"
            {
                documents[index].json["options"] = [
                    "attributes": ["email": ["identifier": ["active": true], "signup": ["status": "required"]]],
                    "passkey_options": ["local_enrollment_enabled": false],
                ]
            }
        }
        #expect(try await computer.signIn(computer.party.attempt())["code"] != nil)
    }

    @Test func `the account's passkeys are excluded, so that the phone can't be registered again`() async throws {
        let computer = try await Computer()
        let offer = try await computer.signIn(computer.party.attempt())
        let started = try await computer.browser.beginCeremony(of: offer).require(200)
        let excluded = started.value("options.excludeCredentials")?.arrayValue
        #expect(excluded?.count == 1)
    }

    @Test func `the offer ends a quarter of an hour after the sign-in, also for a ceremony that has begun`()
        async throws
    {
        let computer = try await Computer()
        let attempt = computer.party.attempt()
        let offer = try await computer.signIn(attempt)
        computer.server.clock.advance(seconds: 15 * 60 - 1)
        let started = try await computer.browser.beginCeremony(of: offer).require(200)
        let response = try computer.browser.device.create(
            optionsJSON: try #require(started.value("options")).serialized(), origin: computer.browser.origin)
        computer.server.clock.advance(seconds: 2)
        let finished = try await computer.browser.call(
            "/login/add-passkey",
            body: [
                "state": .string(try #require(offer.page.state)), "session": .string(try started.text("session")),
                "response": try JSONReader.read(response),
            ])
        #expect(try finished.require(401).code == "page.sign-in-required")
        #expect(finished.value("signal.unknown_credential") != nil, "the device keeps a passkey that opens nothing")
        #expect(try await computer.browser.beginCeremony(of: offer).require(401).code == "page.sign-in-required")
        // The user goes on to the client.
        #expect(try await computer.browser.visit(offer.address)["code"] != nil)
        #expect(try await computer.passkeyCount() == 1)
    }

    // MARK: Without a prompt

    @Test func `the browser is asked once to create the passkey without a prompt`() async throws {
        let computer = try await Computer()
        let offer = try await computer.signIn(computer.party.attempt())
        #expect(try offer.page.settings?["conditional"] == true)
        let again = try await computer.browser.visit(offer.address, from: .ownPage)
        #expect(again.path == "/login/add-passkey")
        #expect(try again.page.settings?["action"] == "create" && again.page.settings?["conditional"] == nil)
    }

    @Test func `a passkey that was created without a prompt leads back to the client like any other`() async throws {
        let computer = try await Computer()
        let attempt = computer.party.attempt()
        let offer = try await computer.signIn(attempt)
        let finished = try await computer.createWithoutPrompt(on: offer, beginning: ["mediation": "conditional"])
            .require(200)
        #expect(finished.value("signal") != nil)
        let visit = try await computer.browser.visit(finished.text("location"), from: .ownPage)
        _ = try await computer.party.tokens(from: visit, of: attempt)
        #expect(try await computer.passkeys().map(\.origin.isCreatedConditionally) == [false, true])
        _ = try await computer.browser.signIn(at: computer.party)
    }

    @Test func `the ceremony of the button requires that the user was present`() async throws {
        let computer = try await Computer()
        let offer = try await computer.signIn(computer.party.attempt())
        let rejected = try await computer.createWithoutPrompt(on: offer, beginning: [:])
        #expect(rejected.code == "registration.user-presence-missing")
        #expect(try await computer.passkeyCount() == 1)
        try await computer.browser.finishCeremony(of: offer).require(200)
        #expect(try await computer.passkeys().map(\.origin.isCreatedConditionally) == [false, false])
    }

    // MARK: Attacks

    @Test func `another user's session can't add a passkey with the page of the first`() async throws {
        let computer = try await Computer()
        let offer = try await computer.signIn(computer.party.attempt())
        let other = TestBrowser(at: computer.server, device: .googlePasswordManager)
        try await other.signUp(at: computer.party, email: "eve@example.org")
        var jar = computer.browser.cookies
        jar.remove("__Host-thumbturn-session")
        jar.insert(try #require(other.cookies["__Host-thumbturn-session"]))
        computer.browser.cookies = jar
        let response = try await computer.browser.beginCeremony(of: offer)
        #expect(response.status == 401 && response.code == "page.sign-in-required")
        #expect(try response.text("location").hasPrefix("/login/continue"))
        let state = try #require(offer.page.state)
        let visit = try await computer.browser.visit("/login/add-passkey?state=\(state)", from: .ownPage)
        #expect(visit.path != "/login/add-passkey")
    }

    @Test func `a user who has declined can't add a passkey for the same request`() async throws {
        let computer = try await Computer()
        let offer = try await computer.signIn(computer.party.attempt())
        let form = Message.form(
            "/login/add-passkey/skip", fields: [("state", try #require(offer.page.state))]
        ).on(computer.browser.origin)
        let skipped = try await computer.browser.send(form).require(303)
        let state = try #require(try Visit(skipped.headers["Location"] ?? "", response: skipped)["state"])
        let begun = try await computer.browser.call("/login/add-passkey/challenge", body: ["state": .string(state)])
        #expect(begun.status == 401 && begun.code == "page.sign-in-required")
        let visit = try await computer.browser.visit("/login/add-passkey?state=\(state)", from: .ownPage)
        #expect(visit["code"] != nil)
    }

    @Test func `a session that ended adds no passkey`() async throws {
        let computer = try await Computer()
        let offer = try await computer.signIn(computer.party.attempt())
        let user = computer.user
        let started = try await computer.browser.beginCeremony(of: offer).require(200)
        let response = try computer.browser.device.create(
            optionsJSON: try #require(started.value("options")).serialized(), origin: computer.browser.origin,
            settings: CeremonySettings(), mutation: nil)
        try await computer.server.storage.withTransaction { try $0.sessions.removeAll(of: user) }
        let finished = try await computer.browser.call(
            "/login/add-passkey",
            body: [
                "state": .string(try #require(offer.page.state)), "session": .string(try started.text("session")),
                "response": try JSONReader.read(response),
            ])
        #expect(finished.status == 401)
        #expect(try await computer.passkeyCount() == 1)
    }

    @Test(arguments: ["/login/add-passkey/challenge", "/login/add-passkey", "/login/add-passkey/skip"])
    func `requests of other sites and of other browsers are rejected`(path: String) async throws {
        let computer = try await Computer()
        let state = try #require(try await computer.signIn(computer.party.attempt()).page.state)
        let body: JSONObject = ["state": .string(state), "session": "x", "response": [:]]
        let message = Message.raw(
            .post, path: path, body: JSONValue.object(body).serialized(), type: "application/json")
        let foreign = try await computer.browser.send(message.on("https://attacker.test"))
        #expect(foreign.status == 403)
        let other = try await TestBrowser(at: computer.server).send(message.on(computer.browser.origin))
        #expect(other.status == 400)
        #expect(try await computer.passkeyCount() == 1)
    }
}

extension String {
    /// The text between two marks; empty if there is none.
    fileprivate func content(between start: String, and end: String) -> String {
        guard let from = firstRange(of: start), let to = self[from.upperBound...].firstRange(of: end) else { return "" }
        return String(self[from.upperBound..<to.lowerBound])
    }
}
