// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import Testing
import WireFormats

/// The messages on the pages of a sign-up about their fields.
struct FieldFaultWireTests {
    /// The fields as a user fills them in, and the page's message.
    struct Row: Sendable, CustomTestStringConvertible {
        let connection: String
        let entered: [String: String]
        let reason: String

        var testDescription: String { reason }
    }

    private static let rows = [
        Row(connection: "people", entered: ["email": ""], reason: "Please fill this in."),
        Row(connection: "people", entered: ["email": "ada"], reason: "This email address isn’t complete."),
        Row(
            connection: "people", entered: ["email": "ada@example.org"],
            reason: "There is already an account with this. Sign in instead."),
        Row(
            connection: "names", entered: ["username": "ada lovelace"],
            reason: "Use fewer characters, and only letters, digits"),
        Row(
            connection: "names", entered: ["username": "ada", "phone_number": "0170"],
            reason: "Start with + and the country code."),
        Row(connection: "either", entered: [:], reason: "Fill in at least one of these."),
    ]

    private func server() async throws -> TestServer {
        let optional: JSONValue = ["identifier": ["active": true], "signup": ["status": "optional"]]
        return try await TestServer { documents in
            documents.append(
                ConfigurationDocument(
                    kind: .connection, id: "either",
                    json: [
                        "name": "either", "strategy": "auth0",
                        "options": ["attributes": ["email": optional, "username": optional]],
                    ]))
        }
    }

    @Test(arguments: rows)
    func `an identifier that can't be used is asked for again, with the reason`(row: Row) async throws {
        let server = try await server()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        try await TestBrowser(at: server).signUp(at: party)
        let form = try await browser.authorize(
            party.attempt(["connection": row.connection, "screen_hint": "signup"])
        ).page.form("/signup")
        let faulty = try await browser.submit(form, entering: row.entered)
        #expect(faulty.response.status == 400 && faulty.path == "/signup")
        #expect(try faulty.page.text.contains(row.reason))
        for (name, value) in row.entered { #expect(try faulty.page.form("/signup")[name] == value) }
    }

    @Test(arguments: [
        (String(repeating: "a", count: 301), "This is too long."),
        ("a\u{202E}b", "Leave out the characters that change"),
    ])
    func `a name that can't be used is asked for again, with the reason`(name: String, reason: String) async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        let attempt = party.attempt(["screen_hint": "signup"])
        let form = try await browser.authorize(attempt).page.form("/signup")
        let step = try await browser.submit(form, entering: ["email": "ada@example.org"])
        let profile = try await browser.authenticate(on: step).page.form("/signup/profile")
        let faulty = try await browser.submit(profile, entering: ["name": name])
        #expect(faulty.response.status == 400)
        #expect(try faulty.page.text.contains(reason))
        let done = try await browser.submit(faulty.page.form("/signup/profile"), entering: ["name": "Ada"])
        #expect(try await party.tokens(from: done, of: attempt).identity["name"] == "Ada")
    }
}
