// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SignIn
import TestSupport
import Testing
import WireFormats

/// Bytes from outside where a code, a session or a link is expected.
@Suite(.timeLimit(.minutes(5))) struct CodeTextTests {
    private static let email = "ada@example.org"

    @Test(arguments: [" ", "-", "\u{A0}", "\u{2009}", "\u{202F}"])
    func `a code is typed as it is read, in groups`(separator: String) async throws {
        let scene = try await CodeScene()
        let session = try await scene.challenge(Self.email)
        let code = try await scene.code()
        let typed = separator + code.prefix(3) + separator + code.suffix(3) + separator
        try await scene.enter(typed, session: session).require(200)
    }

    /// The digits of a code in other scripts are other characters.
    @Test func `only the digits that were sent are a code`() async throws {
        let scene = try await CodeScene()
        let session = try await scene.challenge(Self.email)
        let code = try await scene.code()
        let shifted = { (zero: UInt32) in
            String(String.UnicodeScalarView(code.unicodeScalars.compactMap { Unicode.Scalar($0.value - 0x30 + zero) }))
        }
        for text in [shifted(0xFF10), shifted(0x0660), code + "\u{200B}", code + "0"] {
            try await scene.enter(text, session: session).requireWrongCode()
        }
        try await scene.enter(code, session: session).require(200)
    }

    @Test func `text of any length is a wrong code`() async throws {
        let scene = try await CodeScene()
        let texts = [
            " ", "\u{0}", "-", String(repeating: "1", count: 10_000), String(repeating: " ", count: 10_000), "१२३४५६",
            "👩‍👩‍👧‍👦", "'; DROP TABLE codes; --", "\u{202E}654321",
        ]
        for text in texts {
            scene.wait()
            let session = try await scene.challenge(Self.email)
            let answer = try await scene.enter(text, session: session)
            #expect(answer.status == 403 || answer.status == 400, "\(text.prefix(20))")
            #expect(answer.status == 400 || answer.code == "sign-in.code-mismatch")
        }
        let page = try await scene.codePage(in: scene.mailed.browser)
        for text in texts + [""] {
            let answer = try await scene.submit(text, on: page, in: scene.mailed.browser)
            #expect(answer.response.status == 403 || answer.response.status == 400, "\(text.prefix(20))")
        }
    }

    @Test func `text that is no session of a code has a wrong code`() async throws {
        let scene = try await CodeScene()
        let session = try await scene.challenge(Self.email)
        let code = try await scene.code()
        var texts = [
            "x", "=", "AAAA", session + "A", session + "=", " " + session, String(session.dropLast()),
            session.lowercased(), String(repeating: "A", count: 64), String(repeating: "A", count: 4_000), "é", "\u{0}",
            "../codes",
        ]
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<50 {
            var symbols = Array(session)
            symbols[Int.random(in: symbols.indices, using: &generator)] =
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".randomElement(using: &generator)
                ?? "A"
            texts.append(String(symbols))
        }
        for text in texts where text != session {
            let answer = try await scene.enter(code, session: text)
            #expect(answer.status == 403 || answer.status == 400, "\(text.prefix(20))")
            #expect(answer.status == 400 || answer.code == "sign-in.code-mismatch", "\(text.prefix(20))")
        }
        try await scene.enter(code, session: session).require(200)
    }

    @Test func `text that is no link opens the page of links that don't work`() async throws {
        let scene = try await CodeScene()
        _ = try await scene.codePage(in: scene.mailed.browser)
        let link = try await scene.linkPath()
        let token = String(try #require(link.split(separator: "=").last))
        var texts = [
            "", "x", "=", token + "A", String(token.dropLast()), String(repeating: "A", count: 513), "%00", "%FF",
        ]
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<50 {
            var symbols = Array(token)
            let index = Int.random(in: symbols.indices, using: &generator)
            symbols[index] = symbols[index] == "A" ? "B" : "A"
            texts.append(String(symbols))
        }
        for text in texts {
            #expect(
                try await scene.mailed.browser.visit("/link?t=\(text)").response.status == 403, "\(text.prefix(20))")
        }
        #expect(try await scene.mailed.browser.visit("/link").response.status == 403)
        #expect(try await scene.mailed.browser.visit(link).response.status == 200)
    }

    @Test func `addresses that are none are rejected, and nothing is sent`() async throws {
        let scene = try await CodeScene()
        for text in [
            "", "ada", "@", "a@b@c", "ada@example.org\r\nBcc: eve@example.org", String(repeating: "a", count: 400),
        ] {
            let answers = [try await scene.tryChallenge(text), try await scene.start(text)]
            #expect(answers.allSatisfy { $0.status == 400 }, "\(text.prefix(20))")
        }
        #expect(try await scene.mailed.orders().isEmpty)
    }
}
