// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import RateLimiting
import SignIn
import TestSupport
import Testing
import WireFormats

/// What strangers see who ask for a code or enter one, whoever has the address.
@Suite(.timeLimit(.minutes(5))) struct CodeShapeTests {
    private typealias Standing = CodeScene.Standing

    private static let sending = WireCost(reads: 1, transactions: 1, rows: 1, hashes: 0)

    /// Five an hour, and nothing else is counted.
    private static var fiveAnHour: RateLimitRules {
        var rules = RateLimitRules.off
        rules.codeOfAddress = RateLimitRules.standard.codeOfAddress
        return rules
    }

    private func contents(of scene: CodeScene) async throws -> [Standing: String] {
        try await scene.mailed.orders().reversed().reduce(into: [:]) { found, order in
            guard let standing = Standing.allCases.first(where: { $0.email == order.address }) else { return }
            switch order.content {
            case .code: found[standing] = "code"
            case .accountExists: found[standing] = "account exists"
            case .signUpConfirmation: found[standing] = "link"
            default: found[standing] = "\(order.content)"
            }
        }
    }

    @Test(arguments: [true, false])
    func `a challenge is the same for every address`(allowsSignUp: Bool) async throws {
        let scene = try await CodeScene()
        try await scene.populate()
        try await scene.expectAlike(cost: Self.sending) {
            try await scene.tryChallenge($0.email, adding: ["allow_signup": .bool(allowsSignUp)])
        }
        let expected: [Standing: String] =
            allowsSignUp
            ? [.known: "code", .unverified: "code", .nobody: "code"] : [.known: "code", .unverified: "code"]
        #expect(try await contents(of: scene) == expected)
    }

    @Test(arguments: ["code", "link"])
    func `Auth0's older request is the same for every address`(sending kind: String) async throws {
        let scene = try await CodeScene()
        try await scene.populate()
        try await scene.expectAlike(cost: Self.sending) {
            try await scene.start($0.email, adding: ["send": .string(kind)])
        }
        #expect(try await contents(of: scene) == [.known: "code", .unverified: "code", .nobody: "code"])
    }

    @Test func `a request whose codes are not sent any longer is the same for every address`() async throws {
        let scene = try await CodeScene(limits: Self.fiveAnHour)
        try await scene.populate()
        for standing in Standing.allCases {
            for _ in 0..<5 { try await scene.tryChallenge(standing.email).require(200) }
        }
        let nothing = WireCost(reads: 0, transactions: 0, rows: 0, hashes: 0)
        try await scene.expectAlike(status: 429, cost: nothing) { try await scene.tryChallenge($0.email) }
        try await scene.expectAlike(status: 429, cost: nothing) { try await scene.start($0.email) }
        scene.server.clock.advance(seconds: 720)
        try await scene.tryChallenge(Standing.known.email).require(200)
    }

    @Test func `a wrong code is the same for every address, and so is one after five`() async throws {
        let scene = try await CodeScene()
        try await scene.populate()
        var sessions: [Standing: String] = [:]
        for standing in Standing.allCases { sessions[standing] = try await scene.challenge(standing.email) }
        let enter = { (standing: Standing) in
            try await scene.enter("abcdef", session: try #require(sessions[standing]))
        }
        for _ in 0..<6 { try await scene.expectAlike(status: 403, enter) }
    }

    @Test func `Auth0's older form is the same for every address`() async throws {
        let scene = try await CodeScene()
        try await scene.populate()
        for standing in Standing.allCases { try await scene.start(standing.email).require(200) }
        for _ in 0..<6 {
            try await scene.expectAlike(status: 403) { try await scene.enter("abcdef", for: $0.email) }
        }
        // And for those to whom none was sent.
        let silent = try await CodeScene()
        try await silent.populate()
        try await silent.expectAlike(status: 403) { try await silent.enter("abcdef", for: $0.email) }
    }

    @Test func `twenty wrong codes a day are the same for every address`() async throws {
        let scene = try await CodeScene()
        try await scene.populate()
        for _ in 0..<4 {
            for standing in Standing.allCases {
                let session = try await scene.challenge(standing.email)
                for _ in 0..<5 { try await scene.enter("abcdef", session: session).requireWrongCode() }
            }
        }
        var sessions: [Standing: String] = [:]
        for standing in Standing.allCases { sessions[standing] = try await scene.challenge(standing.email) }
        try await scene.expectAlike(status: 403) {
            try await scene.enter("abcdef", session: try #require(sessions[$0]))
        }
    }

    @Test func `the page that asks for a code is the same for every address`() async throws {
        let scene = try await CodeScene()
        try await scene.populate()
        let form = try await scene.askPage(in: scene.mailed.browser).page.form("/login/code/send")
        try await scene.expectAlike {
            try await scene.mailed.browser.submit(form, entering: ["identifier": $0.email]).response
        }
        for standing in Standing.allCases where standing != .nobody {
            let page = try await scene.mailed.browser.submit(form, entering: ["identifier": standing.email])
            #expect(page.path == "/login/code")
        }
    }

    @Test func `a wrong code on the page is the same for every address`() async throws {
        let scene = try await CodeScene()
        try await scene.populate()
        let browser = scene.mailed.browser
        let form = try await scene.askPage(in: browser).page.form("/login/code/send")
        var pages: [Standing: Visit] = [:]
        for standing in Standing.allCases {
            pages[standing] = try await browser.submit(form, entering: ["identifier": standing.email])
        }
        for _ in 0..<6 {
            try await scene.expectAlike(status: 403) { standing in
                let page = try #require(pages[standing])
                return try await browser.submit(page.page.form("/login/code"), entering: ["code": "abcdef"]).response
            }
        }
    }
}
