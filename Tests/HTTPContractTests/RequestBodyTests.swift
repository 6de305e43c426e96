// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPContract
import Testing
import WireFormats

/// The bytes of a body and the media types that they may have.
struct BodyReadingTests {
    @Test(arguments: [
        "application/json", "application/json;charset=utf-8", "application/json; charset=utf-8", "Application/JSON",
        "application/json ",
    ])
    func `JSON is read whatever its parameters and letter case`(type: String) {
        for body in BodyFixture.all {
            let bytes = JSONValue.object(body.minimal).serialized()
            #expect(body.rejection(of: bytes, type: type) == nil, "\(body.name)")
        }
    }

    @Test(
        arguments: [
            nil, "", "text/plain", "application/jsonp", "application/json+x", "json", " application/json",
            "multipart/form-data", "application/json,application/json",
        ] as [String?])
    func `a body of another media type is rejected`(type: String?) {
        for body in BodyFixture.all {
            let bytes = JSONValue.object(body.minimal).serialized()
            #expect(body.rejection(of: bytes, type: type) == .contentTypeUnknown, "\(body.name)")
        }
    }

    @Test(arguments: BodyFixture.all)
    func `a form is read only where the operation takes one`(body: BodyFixture) {
        let members = body.minimal.members.map { "\($0.name)=\($0.value.stringValue ?? "{}")" }
        let bytes = Array((members + ["other=x"]).joined(separator: "&").utf8)
        let rejection = body.rejection(of: bytes, type: "application/x-www-form-urlencoded; charset=utf-8")
        #expect(rejection == (body.form == .jsonOrForm ? nil : .contentTypeUnknown))
    }

    @Test(arguments: BodyFixture.all)
    func `JSON that is not an object is rejected`(body: BodyFixture) {
        for json: JSONValue in [[], "{}", 1, true, .null] {
            #expect(body.rejection(of: json) == .notAnObject, "\(json)")
        }
    }

    @Test(arguments: [
        ("", JSONRejection.empty), ("{", .unexpectedEnd), ("{} {}", .trailingBytes(offset: 3)),
        ("{\"a\":1,\"a\":1}", .duplicateMember("a", offset: 7)), ("{\"a\":\"\\ud800\"}", .loneSurrogate(offset: 6)),
        ("{\"a\":01}", .invalidNumber(offset: 5)),
    ])
    func `malformed JSON is rejected`(text: String, rejection: JSONRejection) {
        for body in BodyFixture.all {
            guard case .json(let found) = body.rejection(of: Array(text.utf8), type: "application/json") else {
                Issue.record("\(body.name) reads \(text)")
                continue
            }
            #expect(found.kind == rejection.kind, "\(body.name)")
        }
    }

    @Test func `JSON is read to a depth of 32`() {
        func nested(_ depth: Int) -> [UInt8] {
            let arrays = depth - 1
            return Array(
                ("{\"a\":" + String(repeating: "[", count: arrays) + String(repeating: "]", count: arrays) + "}").utf8)
        }
        for body in BodyFixture.all where body.minimal.isEmpty && body.form == .jsonOrForm {
            #expect(body.rejection(of: nested(32), type: "application/json") == nil)
            #expect(body.rejection(of: nested(33), type: "application/json") == .json(.tooDeep))
        }
    }
}

extension JSONRejection {
    /// The case without its offset.
    fileprivate var kind: String { String("\(self)".prefix { $0 != "(" }) }
}

struct FormReadingTests {
    private static let type = "application/x-www-form-urlencoded"

    private func token(_ form: String) throws(BodyRejection) -> TokenBody {
        try TokenBody.read(Array(form.utf8), type: Self.type, form: .jsonOrForm)
    }

    @Test(
        arguments: [
            ("grant_type=x&scope=openid+email", "openid email"), ("grant_type=x&scope=openid%20email", "openid email"),
            ("scope=a%2Bb&grant_type=x", "a+b"), ("grant_type=x&scope=a=b", "a=b"), ("grant_type=x&&scope=a&", "a"),
            ("grant%5Ftype=x&scope=%C3%A4", "ä"), ("grant_type=x&scope=", nil), ("grant_type=x&scope", nil),
            ("grant_type=x", nil),
        ] as [(String, String?)])
    func `a parameter is decoded`(form: String, scope: String?) throws {
        let body = try token(form)
        #expect(body.grantType == "x")
        #expect(body.scope == scope)
    }

    @Test(arguments: [
        "grant_type=x&grant_type=x", "grant_type=x&grant%5ftype=y", "grant_type=%", "grant_type=%zz", "grant_type=%ff",
        "=x", "%=x", "grant_type=x&=",
    ])
    func `a malformed form or a repeated parameter is rejected`(form: String) {
        #expect(throws: BodyRejection.form) { try token(form) }
    }

    @Test func `a form has at most 100 parameters`() throws {
        func form(_ count: Int) -> String {
            (["grant_type=x"] + (1..<count).map { "p\($0)=" }).joined(separator: "&")
        }
        #expect(try token(form(100)).grantType == "x")
        #expect(throws: BodyRejection.form) { try token(form(101)) }
    }

    @Test func `a parameter of the wrong length is rejected as in JSON`() {
        let form = "grant_type=x&organization=" + String(repeating: "a", count: 65)
        let rejection = #expect(throws: BodyRejection.self) { try token(form) }
        #expect(rejection?.pointers == ["/organization"])
    }

    @Test func `an object is the JSON in a parameter`() throws {
        let form = "user_profile=%7B%22email%22%3A%22a%40b.example%22%7D&user_metadata=%7B%22a%22%3A%22b%22%7D"
        let body = try PasskeyRegisterBody.read(Array(form.utf8), type: Self.type, form: .jsonOrForm)
        #expect(body.profile == ["email": "a@b.example"])
        #expect(body.metadata == ["a": "b"])
    }

    @Test(arguments: [
        ("user_profile=x", BodyRejection.json(.unexpectedByte(offset: 0))), ("user_profile=%5B%5D", .notAnObject),
        ("user_profile=%7B%22email%22%3A1%7D", .shape([])),
    ])
    func `a parameter that has to be an object is validated`(form: String, expected: BodyRejection) {
        let rejection = #expect(throws: BodyRejection.self) {
            try PasskeyRegisterBody.read(Array(form.utf8), type: Self.type, form: .jsonOrForm)
        }
        if case .shape = expected {
            #expect(rejection?.pointers == ["/user_profile/email"])
        } else {
            #expect(rejection == expected)
        }
    }
}

/// The values that handlers get from a body.
struct BodyValueTests {
    private func read<Body: RequestBody>(_ type: Body.Type, from json: JSONValue) throws -> Body {
        try type.read(json.serialized(), type: "application/json", form: .json)
    }

    @Test func `a client's parameters are read in every body that has them`() throws {
        let json: JSONValue = [
            "client_id": "c", "client_secret": "s", "client_assertion_type": "t", "client_assertion": "a",
            "grant_type": "g", "token": "x",
        ]
        let clients = [
            try read(PasskeyRegisterBody.self, from: json).client,
            try read(PasskeyChallengeBody.self, from: json).client, try read(TokenBody.self, from: json).client,
            try read(RevocationBody.self, from: json).client,
        ]
        for client in clients {
            #expect(client.id == "c")
            #expect(client.secret == "s")
            #expect(client.assertionType == "t")
            #expect(client.assertion == "a")
        }
    }

    @Test func `an empty string counts as absent`() throws {
        let json: JSONValue = ["client_id": "", "realm": "", "organization": "", "grant_type": "g", "scope": ""]
        let token = try read(TokenBody.self, from: json)
        #expect(token.client.id == nil)
        #expect(token.realm == nil)
        #expect(token.organization == nil)
        #expect(token.scope == nil)
        #expect(try read(PasskeyChallengeBody.self, from: json).realm == nil)
    }

    @Test func `every member of a token request is read`() throws {
        let token = try read(
            TokenBody.self,
            from: [
                "grant_type": "g", "scope": "s", "audience": "a", "realm": "r", "organization": "o",
                "auth_session": "x", "login_hint": "h", "refresh_token": "t", "device_capability": "d",
            ])
        #expect(token.grantType == "g")
        #expect(token.scope == "s")
        #expect(token.loginHint == "h")
        #expect(token.audience == "a")
        #expect(token.realm == "r")
        #expect(token.organization == "o")
        #expect(token.ceremonySession == "x")
        #expect(token.refreshToken == "t")
        #expect(token.deviceCapability == "d")
    }

    @Test func `user_profile precedes user_identifier, and outer metadata precede those of the profile`() throws {
        let both: JSONValue = [
            "user_profile": ["email": "a", "user_metadata": ["in": "profile"]], "user_identifier": ["email": "b"],
            "user_metadata": ["in": "body"],
        ]
        let body = try read(PasskeyRegisterBody.self, from: both)
        #expect(body.profile == ["email": "a"])
        #expect(body.metadata == ["in": "body"])
        let older = try read(
            PasskeyRegisterBody.self, from: ["user_identifier": ["email": "b", "user_metadata": ["in": "profile"]]])
        #expect(older.profile == ["email": "b"])
        #expect(older.metadata == ["in": "profile"])
    }

    @Test func `identity_user_id precedes identity`() throws {
        let both: JSONValue = ["type": "passkey", "identity_user_id": "a", "identity": "b"]
        #expect(try read(AuthenticationMethodCreateBody.self, from: both).identityUserID == "a")
        let alias: JSONValue = ["type": "passkey", "identity": "b"]
        #expect(try read(AuthenticationMethodCreateBody.self, from: alias).identityUserID == "b")
    }

    @Test func `an enrollment is neither exclusive nor conditional unless it asks for it`() throws {
        let plain = try read(AuthenticationMethodCreateBody.self, from: ["type": "passkey"])
        #expect(plain.type == .passkey)
        #expect(!plain.excludesExistingCredentials)
        #expect(!plain.isConditional)
        let asked = try read(
            AuthenticationMethodCreateBody.self,
            from: ["type": "passkey", "use_exclude_credentials": true, "mediation": "conditional"])
        #expect(asked.excludesExistingCredentials)
        #expect(asked.isConditional)
    }

    @Test(
        arguments: [
            ([:], nil, false), (["name": .null], nil, true), (["name": ""], nil, true),
            (["name": "Phone"], "Phone", true),
        ] as [(JSONObject, String?, Bool)])
    func `an update tells an absent name from a removed one`(json: JSONObject, name: String?, isPresent: Bool) throws {
        let body = try read(AuthenticationMethodUpdateBody.self, from: .object(json))
        #expect(body.name == name)
        #expect(body.isNamePresent == isPresent)
    }

    @Test func `an invitation's choice is read with it`() throws {
        let challenge = try read(InvitationChallengeBody.self, from: ["invitation": "i", "existing": "remove"])
        #expect(challenge.invitation == "i")
        #expect(challenge.existing == .remove)
        let verify = try read(
            InvitationVerifyBody.self,
            from: ["auth_session": "s", "authn_response": ["id": "x"], "existing": "keep"])
        #expect(verify.ceremonySession == "s")
        #expect(verify.existing == .keep)
        #expect(try read(InvitationBody.self, from: ["invitation": "i"]).invitation == "i")
    }

    @Test func `a sign-up may be twice as long as other bodies, and a response four times`() {
        #expect(PasskeyRegisterBody.byteLimit == 128 << 10)
        #expect(PasskeyChallengeBody.byteLimit == 64 << 10)
        #expect(TokenBody.byteLimit == 256 << 10)
        #expect(AuthenticationMethodVerifyBody.byteLimit == 256 << 10)
    }
}
