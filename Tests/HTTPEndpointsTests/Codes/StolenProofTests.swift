// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// What somebody can't do who has one thing of a user: the mailbox, the password or a session.
@Suite(.timeLimit(.minutes(5))) struct StolenProofTests {
    private static let thief = "thief@example.net"
    private static let password = "what the thief likes"

    private func deleteAccount(_ scene: CodeScene, token: String) async throws -> TestResponse {
        try await scene.mailed.user.device().account(.json(.delete, path: "/me/v1", body: [:]), token: token)
    }

    @Test func `a mailbox alone sets no password beside it, and changes no address`() async throws {
        let scene = try await CodeScene()
        let email = "mail-only@example.org"
        let challenge = try await scene.challenge(email, adding: ["allow_signup": true])
        let own = try await scene.enter(scene.code(to: email), session: challenge).require(200).text("refresh_token")
        scene.server.clock.advance(seconds: PasswordClient.delay)
        let token = try await scene.codeToken(for: email)
        let set = try await scene.setPassword(Self.password, token: token)
        #expect(set.status == 401 && set.code == "sign-in.confirmation-required")
        let change = try await scene.begin(
            to: Self.thief, token: token, adding: ["current_password": .string(Self.password)])
        #expect(change.status >= 400, "\(change.text)")
        #expect(change.code == "sign-in.password-mismatch")
        let device = scene.mailed.user.device().with { $0.client = CodeScene.client }
        try await device.refresh(own).require(200)
    }

    @Test func `a password alone replaces no address, whether or not somebody has proven it`() async throws {
        for isVerified in [true, false] {
            let scene = try await CodeScene(isVerified: isVerified)
            let token = try await scene.mailed.user.accountToken()
            for proof in [[:], ["current_password": .string(scene.mailed.user.password)]] as [JSONObject] {
                let answer = try await scene.begin(to: Self.thief, token: token, adding: proof)
                #expect(answer.status == 401 && answer.code == "sign-in.confirmation-required")
            }
        }
    }

    @Test func `an address that a weak session has added deletes no account`() async throws {
        let scene = try await CodeScene(
            [
                "attributes": [
                    "email": ["identifier": ["active": true], "signup": ["status": "optional"]],
                    "username": ["identifier": ["active": true], "signup": ["status": "optional"]],
                ]
            ])
        let owner = scene.mailed.user.with { $0.email = "" }
        try await owner.signUp(adding: ["email": .null, "username": "owner1"]).require(200)
        let token = try await owner.with { $0.email = "owner1" }.accountToken()
        try await scene.addAddress(Self.thief, token: token)
        let scope = TestClient.accountScope + " delete:me:account"
        let weak = try await scene.codeToken(for: Self.thief, scope: scope)
        let answer = try await deleteAccount(scene, token: weak)
        #expect(answer.code == "sign-in.address-too-new")
        scene.server.clock.advance(seconds: PasswordClient.delay)
        try await deleteAccount(scene, token: scene.codeToken(for: Self.thief, scope: scope)).require(202)
    }

    @Test func `an address that a weak session has added hears nothing once it is replaced`() async throws {
        let scene = try await CodeScene(isVerified: false)
        let device = try await scene.withPasskey()
        try await scene.addAddress(CodeScene.oldAddress, token: device.accountToken())
        #expect(try await scene.user()?[.email]?.unconfirmedUntil != nil)
        try await scene.change(by: device)
        scene.wait()
        try await scene.mailed.user.device(.googlePasswordManager).enroll(device.accountToken()).require(201)
        let told = try await scene.mailed.notices().filter { $0.event == .passkeyAdded }.map(\.address)
        #expect(told.contains(CodeScene.newAddress) && !told.contains(CodeScene.oldAddress))
    }

    @Test func `a code that was not to make an account makes none when its address has left one`() async throws {
        let scene = try await CodeScene()
        let device = try await scene.withPasskey()
        let session = try await scene.challenge(CodeScene.oldAddress)
        let code = try await scene.code(to: CodeScene.oldAddress)
        scene.wait()
        try await scene.change(by: device)
        try await scene.enter(code, session: session).requireWrongCode()
        #expect(try await scene.user(CodeScene.oldAddress) == nil)
    }

    @Test func `the code of a sign-up opens no account that its address has`() async throws {
        let scene = try await CodeScene(
            [
                "attributes": [
                    "email": [
                        "identifier": ["active": true],
                        "signup": ["status": "required", "verification": ["active": true]],
                    ]
                ]
            ], tenant: ["sign_up_mode": "strict"])
        try await scene.populate()
        let email = CodeScene.Standing.unverified.email
        let old = try #require(try await scene.user(email))
        let browser = TestBrowser(at: scene.server)
        let start = try await browser.authorize(RelyingParty(at: scene.server).attempt(["prompt": "login"]))
        let form = try await browser.visit(start.page.link(to: "/signup"), from: .ownPage).page.form("/signup")
        let page = try await browser.submit(form, entering: ["email": email])
        _ = try await browser.post(
            "/signup/code", fields: [("state", try #require(page.page.state)), ("code", scene.code(to: email))])
        let state = try #require(start.page.state)
        let review = try await browser.visit("/login/code/review?state=\(state)", from: .ownPage)
        #expect(review.path != "/login/code/review")
        _ = try await browser.post("/login/code/review", fields: [("state", state)])
        #expect(browser.session == nil)
        #expect(try await scene.user(email) == old)
    }

    @Test func `letters of another case don't get more mail sent, or more codes guessed`() async throws {
        let server = try await PasswordClient.server(
            [
                "attributes": [
                    "email": ["identifier": ["active": false], "signup": ["status": "optional"]],
                    "username": ["identifier": ["active": true], "signup": ["status": "required"]],
                ]
            ], limits: CodeCapTests.fiveAnHour, sendsMail: true)
        let owner = PasswordClient(at: server).with { $0.email = "owner1" }
        try await owner.signUp(adding: ["email": .null, "username": .string(owner.email)]).require(200)
        let token = try await owner.accountToken()
        let add = { (email: String) in
            try await owner.device().account(
                .post(PasswordClient.methods, json: ["type": "email", "email": .string(email)]), token: token)
        }
        let cases = ["victim", "Victim", "vIctim", "viCtim", "vicTim"].map { $0 + "@example.org" }
        for email in cases { try await add(email).require(202) }
        #expect(try await add("victiM@example.org").status == 429)
    }
}
