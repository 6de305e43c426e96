// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPContract
import Testing
import WireFormats

/// The longest value of a string member in one or more bodies.
struct LengthRow: Sendable, CustomTestStringConvertible {
    let member: String
    let limit: Int
    let bodies: [String]

    init(_ member: String, limit: Int, in bodies: [String]) {
        self.member = member
        self.limit = limit
        self.bodies = bodies
    }

    var testDescription: String { member }

    var fixtures: [BodyFixture] { BodyFixture.all.filter { bodies.contains($0.name) } }
}

struct BodyShapeTests {
    private static let ofClients = [
        "PasskeyRegisterBody", "PasskeyChallengeBody", "TokenBody", "RevocationBody", "DeviceAuthorizationBody",
    ]
    private static let ofSignIns = ["PasskeyRegisterBody", "PasskeyChallengeBody", "TokenBody"]
    private static let ofPages = ["TransactionBody", "SignUpFormBody", "OfferedPasskeyBody", "PageCeremonyBody"]
    private static let ofTokens = ["TokenBody", "DeviceAuthorizationBody"]
    private static let ofInvitations = ["InvitationBody", "InvitationChallengeBody"]
    private static let ofCeremonyAPI = [
        "RegistrationOptionsBody", "RegistrationVerificationBody", "AuthenticationVerificationBody",
    ]
    private static let ofDatabases = ["DatabaseSignUpBody", "DatabasePasswordChangeBody"]
    private static let ofVerification = ["AuthenticationMethodVerifyBody", "InvitationVerifyBody"]

    static let lengths = [
        LengthRow("client_id", limit: 128, in: ofClients), LengthRow("client_secret", limit: 512, in: ofClients),
        LengthRow("client_assertion_type", limit: 128, in: ofClients),
        LengthRow("client_assertion", limit: 8192, in: ofClients), LengthRow("realm", limit: 128, in: ofSignIns),
        LengthRow("organization", limit: 64, in: ofSignIns), LengthRow("grant_type", limit: 200, in: ["TokenBody"]),
        LengthRow("scope", limit: 2048, in: ofTokens), LengthRow("audience", limit: 600, in: ofTokens),
        LengthRow("resource", limit: 600, in: ["TokenBody"]),
        LengthRow("auth_session", limit: 65_536, in: ofVerification + ["TokenBody", "PasskeyReportBody"]),
        LengthRow("authn_response", limit: 131_072, in: ["TokenBody"]),
        LengthRow("user_profile", limit: 131_072, in: ["TokenBody"]),
        LengthRow("refresh_token", limit: 512, in: ["TokenBody"]),
        LengthRow("access_token", limit: 8192, in: ["UserInfoBody"]),
        LengthRow("login_hint", limit: 320, in: ["TokenBody"]),
        LengthRow("username", limit: 320, in: ["TokenBody"] + ofDatabases),
        LengthRow("password", limit: 1024, in: ["TokenBody"] + ofDatabases),
        LengthRow("new_password", limit: 1024, in: ["AuthenticationMethodVerifyBody"]),
        LengthRow("current_password", limit: 1024, in: ["AuthenticationMethodVerifyBody"]),
        LengthRow("otp", limit: 64, in: ["TokenBody"]), LengthRow("assertion", limit: 16_384, in: ["TokenBody"]),
        LengthRow("otp_code", limit: 64, in: ["AuthenticationMethodVerifyBody"]),
        LengthRow("act", limit: 100, in: ["ConfirmationBody"]),
        LengthRow("auth_session", limit: 65_536, in: ["AuthenticationMethodRemovalBody", "ConfirmedActBody"]),
        LengthRow("client_id", limit: 128, in: ofDatabases), LengthRow("connection", limit: 128, in: ofDatabases),
        LengthRow("email", limit: 320, in: ofDatabases),
        LengthRow("phone_number", limit: 320, in: ["DatabaseSignUpBody"]),
        LengthRow("organization", limit: 64, in: ["DatabasePasswordChangeBody"]),
        LengthRow("name", limit: 4096, in: ["DatabaseSignUpBody"]),
        LengthRow("given_name", limit: 4096, in: ["DatabaseSignUpBody"]),
        LengthRow("family_name", limit: 4096, in: ["DatabaseSignUpBody"]),
        LengthRow("nickname", limit: 4096, in: ["DatabaseSignUpBody"]),
        LengthRow("picture", limit: 4096, in: ["DatabaseSignUpBody"]),
        LengthRow("device_capability", limit: 200, in: ["TokenBody"]),
        LengthRow("code", limit: 512, in: ["TokenBody"]), LengthRow("redirect_uri", limit: 2048, in: ["TokenBody"]),
        LengthRow("code_verifier", limit: 256, in: ["TokenBody"]),
        LengthRow("code_challenge", limit: 256, in: ["TokenBody"]),
        LengthRow("code_challenge_method", limit: 64, in: ["TokenBody"]),
        LengthRow("device_code", limit: 512, in: ["TokenBody"]), LengthRow("state", limit: 32_768, in: ofPages),
        LengthRow("identifier", limit: 320, in: ["PageCeremonyBody"]),
        LengthRow("session", limit: 65_536, in: ["PageCeremonyBody", "AccountCeremonyBody"]),
        LengthRow("email", limit: 320, in: ["SignUpFormBody"]),
        LengthRow("username", limit: 320, in: ["SignUpFormBody"] + ofCeremonyAPI),
        LengthRow("displayName", limit: 300, in: ["RegistrationOptionsBody"]),
        LengthRow("error", limit: 64, in: ["PasskeyReportBody"]),
        LengthRow("phone_number", limit: 320, in: ["SignUpFormBody"]),
        LengthRow("name", limit: 1000, in: ["SignUpFormBody", "AccountFormBody", "PasskeyNameBody"]),
        LengthRow("csrf", limit: 200, in: ["AccountFormBody", "AccountCeremonyBody"]),
        LengthRow("id", limit: 600, in: ["AccountFormBody"]),
        LengthRow("token", limit: 16_384, in: ["RevocationBody"]),
        LengthRow("token_type_hint", limit: 64, in: ["RevocationBody"]),
        LengthRow("connection", limit: 128, in: ["AuthenticationMethodCreateBody"]),
        LengthRow("identity_user_id", limit: 255, in: ["AuthenticationMethodCreateBody"]),
        LengthRow("identity", limit: 255, in: ["AuthenticationMethodCreateBody"]),
        LengthRow("name", limit: 100, in: ["AuthenticationMethodUpdateBody"]),
        LengthRow("invitation", limit: 4096, in: ofInvitations),
    ]

    @Test(arguments: BodyFixture.all)
    func `the smallest body is accepted`(body: BodyFixture) {
        #expect(body.rejection(of: .object(body.minimal)) == nil)
    }

    @Test(arguments: BodyFixture.all)
    func `each required member is missed, absent or null`(body: BodyFixture) {
        for member in body.minimal.members {
            #expect(body.rejection(changing: member.name, to: nil)?.pointers == ["/\(member.name)"])
            #expect(body.rejection(changing: member.name, to: .null)?.pointers == ["/\(member.name)"])
        }
        guard !body.minimal.isEmpty else { return }
        #expect(body.rejection(of: [:])?.pointers == body.minimal.members.map { "/\($0.name)" })
    }

    @Test(arguments: BodyFixture.all)
    func `each member of the wrong type is rejected at its place`(body: BodyFixture) throws {
        guard case .object(let rule) = body.shape else { throw Failure.notAnObject }
        #expect(!rule.members.isEmpty)
        for member in rule.members {
            for value: JSONValue in [1, [], [1]] {
                #expect(body.rejection(changing: member.name, to: value)?.pointers == ["/\(member.name)"])
            }
        }
    }

    @Test(arguments: BodyFixture.all)
    func `each optional member may be null`(body: BodyFixture) throws {
        guard case .object(let rule) = body.shape else { throw Failure.notAnObject }
        for member in rule.members where !member.isRequired {
            #expect(body.rejection(changing: member.name, to: .null) == nil, "\(member.name)")
        }
    }

    @Test(arguments: BodyFixture.all)
    func `an unknown member is ignored except in an update`(body: BodyFixture) {
        let rejection = body.rejection(changing: "unknown", to: [1])
        if body.name == "AuthenticationMethodUpdateBody" {
            #expect(rejection?.pointers == ["/unknown"])
        } else {
            #expect(rejection == nil)
        }
    }

    @Test(arguments: lengths)
    func `a string is accepted up to its longest length`(row: LengthRow) {
        #expect(row.fixtures.count == row.bodies.count)
        for body in row.fixtures {
            #expect(body.rejection(changing: row.member, to: .letters(row.limit)) == nil, "\(body.name)")
            let rejection = body.rejection(changing: row.member, to: .letters(row.limit + 1))
            #expect(rejection?.pointers == ["/\(row.member)"], "\(body.name)")
        }
    }

    @Test func `every string member of every body has a length in the table`() throws {
        for body in BodyFixture.all {
            guard case .object(let rule) = body.shape else { throw Failure.notAnObject }
            for member in rule.members {
                guard case .string = member.shape else { continue }
                let rows = Self.lengths.filter { $0.member == member.name && $0.bodies.contains(body.name) }
                #expect(rows.count == 1 || Self.ofInvitations.contains(body.name), "\(body.name) \(member.name)")
            }
        }
    }

    @Test(arguments: BodyFixture.all)
    func `a required string is not empty`(body: BodyFixture) {
        for member in body.minimal.members where member.value.stringValue != nil {
            #expect(body.rejection(changing: member.name, to: "")?.pointers == ["/\(member.name)"])
        }
    }

    @Test(
        arguments: [
            ("type", ["passkey", "password", "recovery-code", "totp", "phone", "email"], ["Passkey", "fingerprint"]),
            ("connection", ["", "Users-1"], ["a b", "a_b"]), ("identity_user_id", ["", "auth0|x"], ["a b"]),
            ("identity", ["auth0|x"], ["a\tb"]), ("use_exclude_credentials", [true, false], ["true"]),
            ("mediation", ["conditional"], ["silent", ""]),
        ] as [(String, [JSONValue], [JSONValue])])
    func `the members of an enrollment take only their values`(
        member: String, accepted: [JSONValue], rejected: [JSONValue]
    ) throws {
        let body = try #require(BodyFixture.named(AuthenticationMethodCreateBody.self))
        for value in accepted { #expect(body.rejection(changing: member, to: value) == nil, "\(value)") }
        for value in rejected {
            #expect(body.rejection(changing: member, to: value)?.pointers == ["/\(member)"], "\(value)")
        }
    }

    @Test(arguments: ["InvitationChallengeBody", "InvitationVerifyBody"])
    func `existing access is kept or removed`(name: String) throws {
        let body = try #require(BodyFixture.all.first { $0.name == name })
        for value: JSONValue in ["keep", "remove", .null] {
            #expect(body.rejection(changing: "existing", to: value) == nil, "\(value)")
        }
        for value: JSONValue in ["Keep", "", true] {
            #expect(body.rejection(changing: "existing", to: value)?.pointers == ["/existing"], "\(value)")
        }
    }

    private enum Failure: Error {
        case notAnObject
    }
}

/// The members of `user_profile` and `user_metadata` at a sign-up.
struct ProfileShapeTests {
    private func rejection(_ body: JSONObject) throws -> BodyRejection? {
        try #require(BodyFixture.named(PasskeyRegisterBody.self)).rejection(of: .object(body))
    }

    @Test(arguments: [
        ("email", 320), ("phone_number", 30), ("username", 128), ("name", 300), ("given_name", 150),
        ("family_name", 150), ("nickname", 300), ("picture", 2048),
    ])
    func `a member of the profile is a string of limited length without control characters`(
        member: String, limit: Int
    ) throws {
        for profile in ["user_profile", "user_identifier"] {
            let pointers = ["/\(profile)/\(member)"]
            #expect(try rejection([profile: [member: .letters(limit)]]) == nil)
            #expect(try rejection([profile: [member: .null]]) == nil)
            #expect(try rejection([profile: [member: .letters(limit + 1)]])?.pointers == pointers)
            #expect(try rejection([profile: [member: 1]])?.pointers == pointers)
            #expect(try rejection([profile: [member: "a\u{7}"]])?.pointers == pointers)
        }
    }

    @Test(arguments: ["user_profile", "user_identifier"])
    func `an unknown member of the profile is rejected`(profile: String) throws {
        #expect(try rejection([profile: ["birthday": "x"]])?.pointers == ["/\(profile)/birthday"])
    }

    @Test func `metadata are at most ten strings of at most 500 characters`() throws {
        func texts(_ count: Int, length: Int) -> JSONValue {
            .object(JSONObject((0..<count).map { ("m\($0)", .letters(length)) }))
        }
        for (outer, pointer) in [(false, "/user_metadata"), (true, "/user_profile/user_metadata")] {
            func rejection(of metadata: JSONValue) throws -> BodyRejection? {
                try self.rejection(
                    outer ? ["user_profile": ["user_metadata": metadata]] : ["user_metadata": metadata])
            }
            #expect(try rejection(of: texts(10, length: 500)) == nil)
            #expect(try rejection(of: texts(11, length: 1))?.pointers == [pointer])
            #expect(try rejection(of: texts(1, length: 501))?.pointers == [pointer + "/m0"])
            #expect(try rejection(of: ["a": 1])?.pointers == [pointer + "/a"])
        }
    }
}
