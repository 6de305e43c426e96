// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import PasswordHashing
import TestSupport
import Testing
import WireFormats

/// Another password, and what confirms it (L18).
struct PasswordChangeTests {
    @Test func `a passkey sets another password, which ends what the old one opened`() async throws {
        let user = try await PasswordClient.signedUp()
        let first = user.device()
        try await first.enroll(user.accountToken()).require(201)
        user.server.clock.advance(seconds: PasswordClient.delay)
        let refreshToken = try await user.signIn().require(200).text("refresh_token")
        let token = try await first.accountToken()
        let begun = try await first.account(.post(PasswordClient.methods, json: ["type": "password"]), token: token)
            .require(202)
        #expect(try begun.text("id") == "password|new")
        #expect(begun.value("policy.complexity.min_length") == 8)
        var body = try first.response(to: begun)
        body["new_password"] = "quite another one"
        let path = "\(PasswordClient.methods)/password%7Cnew/verify"
        let set = try await first.account(.post(path, json: body), token: token).require(201)
        #expect(try set.text("type") == "password")
        #expect(try await user.signIn().code == "sign-in.password-mismatch")
        try await user.with { $0.password = "quite another one" }.signIn().require(200)
        var client = first
        client.client = "password"
        #expect(try await client.refresh(refreshToken).status == 403)
    }

    @Test func `where users don't change their password themselves, applications don't either, but it is removed`()
        async throws
    {
        let (user, first) = try await PasswordClient.withTwoPasskeys()
        let token = try await first.accountToken()
        let begun = try await first.account(.post(PasswordClient.methods, json: ["type": "password"]), token: token)
            .require(202)
        let restricted = try await PasswordClient.server(["disable_self_service_change_password": true])
        user.server.services.serve(restricted.services.hosts)
        var body = try first.response(to: begun)
        body["new_password"] = "quite another one"
        let path = "\(PasswordClient.methods)/password%7Cnew/verify"
        let set = try await first.account(.post(path, json: body), token: token)
        #expect(set.status == 400 && set.code == "sign-in.password-changes-disabled")
        let again = try await first.account(.post(PasswordClient.methods, json: ["type": "password"]), token: token)
        #expect(again.status == 400 && again.code == "sign-in.password-changes-disabled")
        try await user.signIn().require(200)
        try await first.removePassword(token).require(204)
    }

    @Test func `the current password alone changes it where there is nothing else`() async throws {
        let user = try await PasswordClient.signedUp()
        let device = user.device()
        let token = try await user.accountToken()
        let path = "\(PasswordClient.methods)/password%7Cnew/verify"
        let begun = try await device.account(.post(PasswordClient.methods, json: ["type": "password"]), token: token)
            .require(202)
        #expect(begun.value("authn_params_public_key") == nil)
        var body: JSONObject = ["auth_session": begun.value("auth_session") ?? "", "new_password": "quite another one"]
        #expect(
            try await device.account(.post(path, json: body), token: token).code == "sign-in.confirmation-required")
        body["current_password"] = "not that one"
        #expect(try await device.account(.post(path, json: body), token: token).code == "sign-in.password-mismatch")
        body["current_password"] = .string(user.password)
        try await device.account(.post(path, json: body), token: token).require(201)
        try await user.with { $0.password = "quite another one" }.signIn().require(200)
    }

    @Test func `earlier passwords are not used again, as many as the policy says`() async throws {
        let server = try await PasswordClient.server(["password_options": ["history": ["active": true, "size": 2]]])
        let user = PasswordClient(at: server)
        try await user.signUp().require(200)
        for (old, new, status) in [
            ("a long enough one", "a long enough one", 400), ("a long enough one", "quite another one", 201),
            ("quite another one", "a long enough one", 400), ("quite another one", "something different", 201),
            ("something different", "a long enough one", 201),
        ] {
            let now = user.with { $0.password = old }
            let body: JSONObject = [
                "auth_session": "none", "new_password": .string(new), "current_password": .string(old),
            ]
            let message = Message.post("\(PasswordClient.methods)/password%7Cnew/verify", json: body)
            let response = try await now.device().account(message, token: now.accountToken())
            #expect(response.status == status, "\(old) → \(new): \(response.text)")
        }
    }

    @Test func `a new password that breaks a rule is answered with the rules`() async throws {
        let user = try await PasswordClient.signedUp()
        let token = try await user.accountToken()
        func set(_ password: String) async throws -> TestResponse {
            let body: JSONObject = ["auth_session": "none", "new_password": .string(password)]
            let message = Message.post("\(PasswordClient.methods)/password%7Cnew/verify", json: body)
            return try await user.device().account(message, token: token).require(400)
        }
        let short = try await set("short")
        #expect(short.code == "sign-in.password-rejected.too-short")
        #expect(short.value("name") == "PasswordStrengthError")
        #expect(short.value("description.rules")?.arrayValue?.first?["code"] == "lengthAtLeast")
        #expect(try short.text("policy") == "* At least 8 characters in length")
        let personal = try await set(user.email)
        #expect(personal.code == "sign-in.password-rejected.personal")
        #expect(personal.value("policy") == nil)
    }

    @Test func `nothing is compared or hashed for a change that isn't confirmed`() async throws {
        let server = try await PasswordClient.server(["password_options": ["history": ["active": true, "size": 5]]])
        let user = PasswordClient(at: server)
        try await user.signUp().require(200)
        let device = user.device()
        try await device.enroll(user.accountToken()).require(201)
        server.clock.advance(seconds: PasswordClient.delay)
        let token = try await user.accountToken()
        let before = server.services.options.hashingPool.load.computed
        for password in [user.password, "some other password"] {
            let body: JSONObject = ["auth_session": "none", "new_password": .string(password)]
            let message = Message.post("\(PasswordClient.methods)/password%7Cnew/verify", json: body)
            #expect(try await device.account(message, token: token).code == "sign-in.confirmation-required")
        }
        #expect(server.services.options.hashingPool.load.computed == before)
    }
}
