// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// What strangers see who sign up with an address that may have an account.
@Suite(.timeLimit(.minutes(5))) struct SignUpShapeTests {
    private typealias Standing = CodeScene.Standing

    private static let strict: JSONObject = ["sign_up_mode": "strict"]
    private static let password = "a long enough one"

    private func scene(isStrict: Bool = true) async throws -> CodeScene {
        let scene = try await CodeScene(tenant: isStrict ? Self.strict : [:])
        try await scene.populate()
        return scene
    }

    private func device(_ standing: Standing, at scene: CodeScene) -> TestClient {
        TestClient(at: scene.server).with {
            $0.realm = PasswordClient.connection
            $0.profile = ["email": .string(standing.email)]
        }
    }

    private func signUp(_ standing: Standing, at scene: CodeScene) async throws -> TestResponse {
        try await scene.mailed.user.with {
            $0.email = standing.email
            $0.password = Self.password
        }.signUp()
    }

    /// What was sent in the order of the standings.
    private func contents(of scene: CodeScene) async throws -> [String] {
        try await scene.mailed.orders().prefix(Standing.allCases.count).reversed().map { order in
            switch order.content {
            case .code: "code"
            case .signUpConfirmation: "link"
            case .accountExists: "exists"
            case .nothing: "nothing"
            default: "\(order.content)"
            }
        }
    }

    @Test func `strict: a sign-up with a passkey begins the same for every address`() async throws {
        let scene = try await scene()
        let cost = WireCost(reads: 1, transactions: 1, rows: 1, hashes: 0)
        try await scene.expectAlike(cost: cost) { try await scene.server.send(device($0, at: scene).registration) }
        // The standings: known, blocked, unverified, going to be erased, and nobody's.
        #expect(try await contents(of: scene) == ["exists", "nothing", "code", "nothing", "code"])
    }

    @Test func `strict: a wrong code of a sign-up is the same for every address, up to the last one`() async throws {
        let scene = try await scene()
        var (sessions, responses): ([Standing: String], [Standing: [UInt8]]) = ([:], [:])
        for standing in Standing.allCases {
            let device = device(standing, at: scene)
            let started = try await device.beginSignUp()
            (sessions[standing], responses[standing]) = (started.session, try device.created(started))
        }
        for _ in 0..<6 {
            try await scene.expectAlike(status: 403) { standing in
                try await device(standing, at: scene).with {
                    $0.tokenParameters["verification"] = ["email": "abcdef"]
                }.finish(try #require(sessions[standing]), response: try #require(responses[standing]))
            }
        }
    }

    @Test func `strict: a sign-up with a password is the same for every address`() async throws {
        let scene = try await scene()
        let before = try await scene.server.users().count
        let cost = WireCost(reads: 1, transactions: 1, rows: 1, hashes: 1)
        try await scene.expectAlike(cost: cost) { try await signUp($0, at: scene) }
        #expect(try await contents(of: scene) == ["exists", "nothing", "link", "nothing", "link"])
        #expect(try await scene.server.users().count == before)
    }

    @Test func `strict: a password that is not accepted is the same for every address`() async throws {
        let scene = try await scene()
        try await scene.expectAlike(status: 400) { standing in
            try await scene.mailed.user.with {
                $0.email = standing.email
                $0.password = "password1234"
            }.signUp()
        }
    }

    @Test func `strict: the page for a sign-up is the same for every address`() async throws {
        let scene = try await scene()
        let browser = scene.mailed.browser
        let start = try await browser.authorize(RelyingParty(at: scene.server).attempt(["prompt": "login"]))
        let form = try await browser.visit(start.page.link(to: "/signup"), from: .ownPage).page.form("/signup")
        var pages: [Standing: Visit] = [:]
        try await scene.expectAlike { standing in
            let page = try await browser.submit(form, entering: ["email": standing.email])
            #expect(page.path == "/signup/code")
            pages[standing] = page
            return page.response
        }
        #expect(try await contents(of: scene) == ["exists", "nothing", "code", "nothing", "code"])
        for _ in 0..<6 {
            try await scene.expectAlike(status: 403) { standing in
                let form = try #require(try pages[standing]?.page.forms.first { $0.action == "/signup/code" })
                return try await browser.submit(form, entering: ["code": "abcdef"]).response
            }
        }
    }

    @Test func `strict: the plain ceremony API is the same for every address`() async throws {
        let scene = try await scene()
        var credentials: [Standing: JSONValue] = [:]
        try await scene.expectAlike { standing in
            let page = PlainPage(at: scene.server)
            let options = try await page.registrationOptions(standing.email)
            credentials[standing] = try page.created(options)
            return options
        }
        #expect(try await contents(of: scene) == ["exists", "nothing", "code", "nothing", "code"])
        try await scene.expectAlike(status: 403) { standing in
            try await PlainPage(at: scene.server).send(
                .post, at: "register/verify",
                body: [
                    "username": .string(standing.email), "credential": try #require(credentials[standing]),
                    "verification": ["email": "abcdef"],
                ])
        }
    }

    @Test func `strict: a stranger can't finish a sign-up with an address that another account has proven`()
        async throws
    {
        let scene = try await scene()
        let device = device(.known, at: scene)
        let started = try await device.beginSignUp()
        let response = try device.created(started)
        for code in ["", "000000", "\u{0}"] {
            let answer = try await device.with { $0.tokenParameters["verification"] = ["email": .string(code)] }
                .finish(started.session, response: response)
            #expect(answer.status == 400 || answer.status == 403)
        }
        #expect(try await scene.user(Standing.known.email)?.passkeyCount(at: scene) == 0)
    }

    @Test func `in the mode of Auth0 an address that an account has is taken, whatever its standing`() async throws {
        let scene = try await scene(isStrict: false)
        let taken: [Standing] = [.known, .blocked, .unverified, .erased]
        try await scene.expectAlike(taken, status: 400) { try await signUp($0, at: scene) }
        try await scene.expectAlike(taken, status: 400) {
            try await scene.server.send(device($0, at: scene).registration)
        }
        let browser = scene.mailed.browser
        let start = try await browser.authorize(RelyingParty(at: scene.server).attempt(["prompt": "login"]))
        let form = try await browser.visit(start.page.link(to: "/signup"), from: .ownPage).page.form("/signup")
        try await scene.expectAlike(taken, status: 400) {
            try await browser.submit(form, entering: ["email": $0.email]).response
        }
        try await scene.server.send(device(.nobody, at: scene).registration).require(200)
        #expect(try await browser.submit(form, entering: ["email": Standing.nobody.email]).response.status == 200)
        try await signUp(.nobody, at: scene).require(200)
    }

    @Test func `strict: a telephone number is not said to be taken either`() async throws {
        let scene = try await scene()
        try await scene.mailed.addPhone("+4915112345678")
        var shapes: Set<AnswerShape> = []
        for number in ["+4915112345678", "+4915112345679"] {
            for email in [JSONValue.null, .string("new@example.org")] {
                let answer = try await scene.mailed.user.signUp(adding: [
                    "email": email, "phone_number": .string(number),
                ])
                shapes.insert(AnswerShape(answer))
                #expect(answer.code == "invalid_signup")
            }
        }
        #expect(shapes.count == 1)
    }
}

extension User {
    fileprivate func passkeyCount(at scene: CodeScene) async throws -> Int {
        try await scene.server.storage.read { [id] in try $0.passkeys.list(of: id).count }
    }
}
