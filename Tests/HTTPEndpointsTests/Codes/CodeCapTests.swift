// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import RateLimiting
import SignIn
import TestSupport
import Testing
import WireFormats

/// How many codes are sent, and how many may be guessed.
@Suite(.timeLimit(.minutes(5))) struct CodeCapTests {
    private static let email = "ada@example.org"

    static var fiveAnHour: RateLimitRules {
        var rules = RateLimitRules.off
        rules.codeOfAddress = RateLimitRules.standard.codeOfAddress
        rules.codeInKnownBrowser = RateLimitRules.standard.codeInKnownBrowser
        return rules
    }

    /// Enters wrong codes for an address until no more are accepted on this day.
    private func exhaust(_ scene: CodeScene, for email: String = email) async throws {
        for _ in 0..<4 {
            let session = try await scene.challenge(email)
            for _ in 0..<5 { try await scene.enter("abcdef", session: session).requireWrongCode() }
            scene.wait()
        }
    }

    /// Whether the right code for the address is accepted.
    private func accepts(_ scene: CodeScene, for email: String = email) async throws -> Bool {
        let session = try await scene.challenge(email)
        return try await scene.enter(scene.code(to: email), session: session).status == 200
    }

    /// A browser in which the user has signed in, without the session.
    private func knownBrowser(of scene: CodeScene) async throws -> TestBrowser {
        let browser = TestBrowser(at: scene.server)
        try await scene.mailed.signIn(in: browser)
        try #require(browser.cookies["__Host-thumbturn-known"] != nil)
        try browser.cookies.store(
            "__Host-thumbturn-session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None", from: TestServer.host)
        return browser
    }

    @Test func `guesses count over both forms, all sessions and the pages`() async throws {
        let scene = try await CodeScene()
        for _ in 0..<2 {
            let session = try await scene.challenge(Self.email)
            for _ in 0..<4 { try await scene.enter("abcdef", session: session).requireWrongCode() }
            scene.wait()
            try await scene.start(Self.email).require(200)
            for _ in 0..<4 { try await scene.enter("abcdef", for: Self.email).requireWrongCode() }
            scene.wait()
        }
        let browser = TestBrowser(at: scene.server)
        let page = try await scene.codePage(in: browser)
        for _ in 0..<3 { _ = try await scene.submit("abcdef", on: page, in: browser) }
        #expect(try await scene.events(.codeExhausted).isEmpty)
        _ = try await scene.submit("abcdef", on: page, in: browser)
        #expect(try await scene.events(.codeExhausted).count == 1)
        #expect(try await scene.submit(scene.code(), on: page, in: browser).response.status == 403)
        #expect(try await !accepts(scene))
    }

    @Test func `guesses for one address of an account don't rest the codes of another one`() async throws {
        let scene = try await CodeScene()
        try await scene.mailed.addPhone("+4915112345678")
        try await exhaust(scene)
        #expect(try await !accepts(scene))
        let session = try await scene.challenge(
            "", adding: ["email": .null, "phone_number": "+4915112345678"])
        guard case .code(let code, _) = try #require(try await scene.mailed.messages().first).content else {
            throw Unexpected("no code")
        }
        try await scene.enter(code, session: session).require(200)
    }

    @Test func `an address in other letters is the same address`() async throws {
        let scene = try await CodeScene()
        try await exhaust(scene, for: "ADA@Example.ORG")
        #expect(try await !accepts(scene))
    }

    @Test func `parallel guesses are counted one by one, over all sessions`() async throws {
        let scene = try await CodeScene()
        var sessions: [String] = []
        for _ in 0..<5 {
            sessions.append(try await scene.challenge(Self.email))
            scene.wait()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for session in sessions {
                for _ in 0..<6 {
                    group.addTask { try await scene.enter("abcdef", session: session).requireWrongCode() }
                }
            }
            try await group.waitForAll()
        }
        let time = scene.server.clock.now
        let address = SentCode.Address(.email, normalized: Self.email, in: PasswordClient.connection)
        let counted = try await scene.server.storage.read { try $0.codes.count(CodeFailures(for: address, at: time)) }
        #expect(counted == CodeServices.dailyFailures)
        #expect(try await scene.events(.codeExhausted).count == 1)
    }

    @Test func `a known browser goes on where the codes of others rest, up to a cap of its own`() async throws {
        let scene = try await CodeScene()
        let (known, stranger) = (try await knownBrowser(of: scene), TestBrowser(at: scene.server))
        try await exhaust(scene)
        let rejected = try await scene.codePage(in: stranger)
        #expect(try await scene.submit(scene.code(), on: rejected, in: stranger).response.status == 403)
        scene.wait()
        for _ in 0..<4 {
            let page = try await scene.codePage(in: known)
            for _ in 0..<5 { #expect(try await scene.submit("abcdef", on: page, in: known).response.status == 403) }
            scene.wait()
        }
        let late = try await scene.codePage(in: known)
        #expect(try await scene.submit(scene.code(), on: late, in: known).response.status == 403)
        scene.server.clock.advance(seconds: 86_400)
        let next = try await scene.codePage(in: stranger)
        #expect(try await scene.submit(scene.code(), on: next, in: stranger).response.status != 403)
    }

    @Test func `a known browser enters the right code where the codes of others rest`() async throws {
        let scene = try await CodeScene()
        let known = try await knownBrowser(of: scene)
        try await exhaust(scene)
        #expect(try await scene.signIn(in: known).response.status != 403)
        #expect(known.session != nil)
    }

    @Test func `all known browsers of an address have one cap, and an unproven address has none`() async throws {
        let scene = try await CodeScene()
        let browsers = [try await knownBrowser(of: scene), try await knownBrowser(of: scene)]
        try await exhaust(scene)
        for number in 0..<4 {
            let browser = browsers[number % 2]
            let page = try await scene.codePage(in: browser)
            for _ in 0..<5 { #expect(try await scene.submit("abcdef", on: page, in: browser).response.status == 403) }
            scene.wait()
        }
        for browser in browsers {
            let page = try await scene.codePage(in: browser)
            #expect(try await scene.submit(scene.code(), on: page, in: browser).response.status == 403)
            scene.wait()
        }
        let unproven = try await CodeScene(isVerified: false)
        let browser = try await knownBrowser(of: unproven)
        try await exhaust(unproven)
        let page = try await unproven.codePage(in: browser)
        #expect(try await unproven.submit(unproven.code(), on: page, in: browser).response.status == 403)
    }

    @Test func `a mark of a browser is good for its own account only`() async throws {
        let scene = try await CodeScene()
        try await scene.populate()
        let known = try await knownBrowser(of: scene)
        try await exhaust(scene, for: CodeScene.Standing.known.email)
        let page = try await scene.codePage(in: known, for: CodeScene.Standing.known.email)
        #expect(try await scene.submit(scene.code(), on: page, in: known).response.status == 403)
    }

    @Test func `codes go on being sent to a known browser, up to a cap of its own`() async throws {
        let scene = try await CodeScene(limits: Self.fiveAnHour)
        let (known, stranger) = (try await knownBrowser(of: scene), TestBrowser(at: scene.server))
        for _ in 0..<5 { try await scene.tryChallenge(Self.email).require(200) }
        #expect(try await scene.tryChallenge(Self.email).status == 429)
        let ask = try await scene.askPage(in: stranger)
        let rejected = try await stranger.submit(
            ask.page.form("/login/code/send"), entering: ["identifier": Self.email])
        #expect(rejected.response.status == 429)
        let form = try await scene.askPage(in: known).page.form("/login/code/send")
        for _ in 0..<5 {
            #expect(try await known.submit(form, entering: ["identifier": Self.email]).path == "/login/code")
        }
        #expect(try await known.submit(form, entering: ["identifier": Self.email]).response.status == 429)
        // A mark is of no use at the token endpoint, and none for other addresses.
        #expect(try await scene.tryChallenge(Self.email).status == 429)
    }

    @Test func `a day has at most twenty codes for an address, and another address its own`() async throws {
        var rules = RateLimitRules.off
        rules.codeOfAddress = RateLimitRules.standard.codeOfAddress
        rules.dailyCodeOfAddress = RateLimitRules.standard.dailyCodeOfAddress
        let scene = try await CodeScene(limits: rules)
        var sent = 0
        for _ in 0..<144 {
            if try await scene.tryChallenge(Self.email).status == 200 { sent += 1 }
            scene.server.clock.advance(seconds: 600)
        }
        #expect(sent > 15 && sent <= 20)
        try await scene.tryChallenge("grace@example.org").require(200)
    }

    @Test func `passkeys and passwords go on while codes rest`() async throws {
        let scene = try await CodeScene()
        let device = scene.mailed.user.device()
        try await device.enroll(scene.mailed.user.accountToken()).require(201)
        try await exhaust(scene)
        try await device.signIn().require(200)
        try await scene.mailed.user.signIn().require(200)
    }

    @Test func `a client's settings say how many digits, tries and seconds a code has`() async throws {
        let scene = try await CodeScene(tenant: ["codes": ["digits": 8, "tries": 3, "lifetime_seconds": 180]])
        let session = try await scene.challenge(Self.email)
        let code = try await scene.code()
        #expect(code.utf8.count == 8)
        for _ in 0..<3 { try await scene.enter("abcdef", session: session).requireWrongCode() }
        try await scene.enter(code, session: session).requireWrongCode()
        scene.wait()
        let next = try await scene.challenge(Self.email)
        scene.server.clock.advance(seconds: 180)
        try await scene.enter(scene.code(), session: next).requireWrongCode()
    }
}
