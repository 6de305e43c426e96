// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import IdentityModel
import Testing
import WireFormats

/// `/dbconnections/signup` and `/dbconnections/change_password`.
struct PasswordSignUpTests {
    @Test func `a weak password is answered with the rules, as Auth0's SDKs read them`() async throws {
        let server = try await PasswordClient.server()
        let response = try await PasswordClient(at: server).with { $0.password = "short" }.signUp().require(400)
        #expect(
            Set(response.json?.members.map(\.name) ?? []) == [
                "error", "error_description", "name", "message", "code", "description", "policy", "statusCode",
                "reason",
                "reference",
            ])
        #expect(try response.text("name") == "PasswordStrengthError")
        #expect(try response.text("code") == "invalid_password")
        #expect(try response.text("policy") == "* At least 8 characters in length")
        #expect(response.value("description.verified") == false)
        #expect(response.value("description.rules")?.arrayValue?.first?["code"] == "lengthAtLeast")
        #expect(try response.text("reason") == "sign-in.password-rejected.too-short")
        #expect(try await server.users().isEmpty)
    }

    /// Auth0's levels, with a password that is just good enough and one that is just not.
    @Test(arguments: [
        ("none", "Ξ", ""), ("low", "qfwzkj", "abcde"), ("fair", "abcdeF12", "abcdefgh"),
        ("good", "abcdE12!", "abcdefgh1"),
        ("excellent", "abcdefG12!", "aabbbccdE1!"),
    ])
    func `each level of Auth0's policy takes what it allows`(level: String, good: String, bad: String) async throws {
        let server = try await PasswordClient.server(["passwordPolicy": .string(level)])
        let user = PasswordClient(at: server)
        try await server.overSocket {
            let rejected = try await user.with { $0.password = bad }.signUp().require(400)
            #expect(try rejected.text("code") == "invalid_password")
            try await user.with { $0.password = good }.signUp().require(200)
            try await user.with { $0.password = good }.signIn().require(200)
        }
    }

    @Test func `the newer options win over the level`() async throws {
        let server = try await PasswordClient.server([
            "passwordPolicy": "none", "password_options": ["complexity": ["min_length": 12]],
        ])
        let user = PasswordClient(at: server)
        try await user.with { $0.password = "elevenchars" }.signUp().require(400)
        try await user.with { $0.password = "twelve chars" }.signUp().require(200)
    }

    @Test func `a password must not be the name`() async throws {
        let server = try await PasswordClient.server()
        let response = try await PasswordClient(at: server).with { $0.password = "ada@example.org" }.signUp()
            .require(400)
        #expect(try response.text("name") == "PasswordNoUserInfoError")
        #expect(try response.text("reason") == "sign-in.password-rejected.personal")
    }

    @Test(arguments: [false, true])
    func `a taken name is an invalid sign-up, or said if the tenant wants that`(isTold: Bool) async throws {
        let server = try await PasswordClient.server { documents in
            guard isTold, let index = documents.firstIndex(where: { $0.kind == .tenant }) else { return }
            var json = documents[index].json
            json["flags"] = ["enable_public_signup_user_exists_error": true]
            documents[index] = ConfigurationDocument(kind: .tenant, id: "tenant", json: json)
        }
        let user = PasswordClient(at: server)
        try await user.signUp().require(200)
        let response = try await user.signUp().require(400)
        #expect(try response.text("code") == (isTold ? "user_exists" : "invalid_signup"))
        #expect(try response.text("description") == (isTold ? "The user already exists." : "Invalid sign up"))
    }

    @Test func `without a password none is stored, where the connection allows that`() async throws {
        let server = try await PasswordClient.server()
        let missing = try await PasswordClient(at: server).signUp(adding: ["password": .null]).require(400)
        #expect(try missing.text("code") == "invalid_signup")
        let optional = try await PasswordClient.server([
            "authentication_methods": [
                "passkey": ["enabled": true], "password": ["enabled": true, "api_behavior": "optional"],
            ]
        ])
        // A form with an empty field is a mistake, and no wish.
        let empty = try await PasswordClient(at: optional).signUp(adding: ["password": ""]).require(400)
        #expect(try empty.text("code") == "invalid_password")
        try await PasswordClient(at: optional).signUp(adding: ["password": .null]).require(200)
        let user = try #require(try await optional.users().first)
        #expect(try await optional.storage.read { try $0.passwords.find(of: user.id) } == nil)
    }

    @Test func `a connection may reject passwords at the sign-up`() async throws {
        let server = try await PasswordClient.server([
            "authentication_methods": [
                "passkey": ["enabled": true], "password": ["enabled": true, "signup_behavior": "block"],
            ]
        ])
        let response = try await PasswordClient(at: server).signUp().require(400)
        #expect(try response.text("reason") == "sign-in.password-sign-up-blocked")
    }

    @Test func `the request of a reset is answered alike for everyone`() async throws {
        let server = try await PasswordClient.server()
        try await PasswordClient(at: server).signUp().require(200)
        for email in ["ada@example.org", "nobody@example.org"] {
            let response = try await server.send(
                .post(
                    "/dbconnections/change_password",
                    json: [
                        "client_id": "password", "connection": "members", "email": .string(email),
                        "password": "ignored",
                    ])
            ).require(200)
            #expect(response.text == "We've just sent you an email to reset your password.")
        }
    }
}
