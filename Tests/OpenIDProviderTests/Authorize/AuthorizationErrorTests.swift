// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import OpenIDProvider
import Testing
import WireFormats

/// Errors that are sent to the client.
@Suite struct AuthorizationErrorTests {
    @Test(arguments: [
        "token", "id_token", "id_token token", "code id_token", "code token", "none", "CODE", "code code",
    ])
    func `other response types than code are rejected`(type: String) async throws {
        #expect(try await AuthorizationFixture().error(["response_type": type]) == .responseTypeNotSupported)
    }

    @Test func `a client looks for the error of an implicit request in the fragment`() async throws {
        let fixture = try await AuthorizationFixture()
        let modes: KeyValuePairs<String, ResponseMode> = [
            "token": .fragment, "id_token": .fragment, "code": .query, "code id_token": .fragment,
        ]
        for (type, mode) in modes {
            let rejection = try fixture.rejection(["response_type": type, "prompt": "none login"])
            guard case .response(_, let target)? = rejection else {
                Issue.record("no response for \(type)")
                continue
            }
            #expect(target.mode == mode)
            #expect(target.state == "s-1")
            #expect(target.issuer == "https://login.example.com/")
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let value: String
        let error: AuthorizationError
        var client = "spa"
        var testDescription: String { "\(name)=\(value.prefix(40)) of \(client)" }
    }

    private static let long = String(repeating: "a", count: 513)
    private static let many = (1...21).map { "a\($0)" }.joined(separator: " ")

    static let rows: [Row] = [
        Row(name: "response_type", value: "", error: .parameterMissing("response_type")),
        Row(name: "request", value: "eyJ", error: .requestNotSupported),
        Row(name: "request_uri", value: "https://app.example.com/r", error: .requestURINotSupported),
        Row(name: "registration", value: "{}", error: .registrationNotSupported),
        Row(name: "code_challenge", value: "", error: .challengeMissing),
        Row(name: "code_challenge", value: "", error: .challengeMissing, client: "backend"),
        Row(name: "code_challenge", value: "short", error: .challengeMalformed),
        Row(name: "code_challenge_method", value: "", error: .challengeMethodNotSupported),
        Row(name: "code_challenge_method", value: "plain", error: .challengeMethodNotSupported),
        Row(name: "code_challenge_method", value: "s256", error: .challengeMethodNotSupported),
        Row(name: "state", value: String(repeating: "a", count: 2049), error: .parameterMalformed("state")),
        Row(name: "nonce", value: long, error: .parameterMalformed("nonce")),
        Row(name: "login_hint", value: long, error: .parameterMalformed("login_hint")),
        Row(name: "prompt", value: "none login", error: .parameterMalformed("prompt")),
        Row(name: "prompt", value: "loud", error: .parameterMalformed("prompt")),
        Row(name: "max_age", value: "-1", error: .parameterMalformed("max_age")),
        Row(name: "max_age", value: "+1", error: .parameterMalformed("max_age")),
        Row(name: "max_age", value: "1.5", error: .parameterMalformed("max_age")),
        Row(name: "max_age", value: "99999999999", error: .parameterMalformed("max_age")),
        Row(name: "acr_values", value: long, error: .parameterMalformed("acr_values")),
        Row(name: "acr_values", value: many, error: .parameterMalformed("acr_values")),
        Row(name: "claims", value: "{", error: .parameterMalformed("claims")),
        Row(name: "dpop_jkt", value: "short", error: .parameterMalformed("dpop_jkt")),
        Row(name: "audience", value: "https://unknown.example/", error: .audienceUnknown),
        Row(name: "resource", value: "https://unknown.example/", error: .audienceUnknown),
        Row(
            name: "audience", value: "https://login.example.com/me/", error: .audienceNotAllowed, client: "partner"),
        Row(name: "connection", value: "Nobody", error: .connectionUnknown),
        Row(name: "connection", value: "Staff", error: .connectionNotAllowed),
        Row(name: "organization", value: "nobody", error: .organizationUnknown),
        Row(name: "organization", value: "acme", error: .organizationNotAllowed, client: "backend"),
        Row(name: "organization", value: "", error: .organizationMissing, client: "organized"),
        Row(name: "id_token_hint", value: "x", error: .idTokenHintInvalid),
        Row(name: "scope", value: "openid", error: .grantTypeNotAllowed, client: "machine"),
        Row(name: "scope", value: "openid", error: .pushedRequestRequired, client: "pushing"),
    ]

    @Test(arguments: rows)
    func `a request with one fault is rejected for it`(row: Row) async throws {
        #expect(try await AuthorizationFixture().error([row.name: row.value], client: row.client) == row.error)
    }

    @Test(arguments: [2048, 2049])
    func `a state that is too long is not returned`(length: Int) async throws {
        let state = String(repeating: "a", count: length)
        guard
            case .response(_, let target)? = try await AuthorizationFixture().rejection(
                ["state": state, "response_type": "token"])
        else {
            Issue.record("the error does not reach the client")
            return
        }
        #expect(target.state == (length == 2048 ? state : nil))
    }

    @Test(arguments: ["state", "nonce", "scope", "unknown"])
    func `a repeated parameter is rejected`(name: String) async throws {
        let fixture = try await AuthorizationFixture()
        let parameters = try AuthorizationParameters(
            AuthorizationFixture.parameters([name: "1"]).parameters + [.init(name: name, value: "2")])
        guard case .response(let error, let target)? = fixture.rejection(of: parameters) else {
            Issue.record("the error does not reach the client")
            return
        }
        #expect(error == .parameterRepeated(name))
        #expect(target.state == (name == "state" ? nil : "s-1"))
    }

    @Test func `a request that is too large to be sealed is rejected`() async throws {
        let scope = "openid " + (0..<900).map { "name profile email phone x\($0)" }.joined(separator: " ")
        let fixture = try await AuthorizationFixture()
        #expect(try fixture.error(["scope": String(scope.prefix(10_000))]) == nil)
        let state = String(repeating: "a", count: 2048)
        let nonce = String(repeating: "a", count: 512)
        let values = (10..<30).map { "\"\(String(repeating: "x", count: 178))\($0)\"" }.joined(separator: ",")
        let claims = "{\"id_token\":{\"acr\":{\"essential\":true,\"values\":[\(values)]}}}"
        #expect(try fixture.error(["state": state, "claims": claims]) == nil)
        #expect(try fixture.error(["state": state, "claims": claims, "nonce": nonce]) == .requestTooLarge)
    }

    @Test func `an audience and another resource contradict each other`() async throws {
        let fixture = try await AuthorizationFixture()
        #expect(
            try fixture.error(["audience": ProviderFixture.api, "resource": ProviderFixture.second])
                == .parameterMalformed("resource"))
        #expect(
            try fixture.request(["audience": ProviderFixture.api, "resource": ProviderFixture.api]).audience
                == ProviderFixture.api)
    }

    @Test(arguments: ["spa", "installed", "secretless"])
    func `a client that is installed, or does not authenticate, needs a challenge`(client: String) async throws {
        let changes: KeyValuePairs = ["code_challenge": "", "code_challenge_method": ""]
        #expect(try await AuthorizationFixture().error(changes, client: client) == .challengeMissing)
    }

    @Test func `a connection must be one of the organization`() async throws {
        let fixture = try await AuthorizationFixture()
        let client = "partly-organized"
        #expect(
            try fixture.error(["organization": "lab", "connection": "Users"], client: client) == .connectionNotAllowed)
        #expect(try fixture.error(["organization": "lab", "connection": "Staff"], client: client) == nil)
        #expect(try fixture.error(["organization": "acme", "connection": "Users"], client: client) == nil)
    }

    @Test func `descriptions consist of characters that RFC 6749 allows`() {
        let hostile = ["a\"b", "a\\b", "ä", "<script>", String(repeating: "a", count: 41), "a b\n"]
        let errors = AuthorizationError.examples + hostile.map { .parameterRepeated($0) }
        for error in errors {
            let isAllowed = error.description.utf8.allSatisfy { byte in
                (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
            }
            #expect(isAllowed, "\(error)")
            #expect(!error.description.contains("script"))
        }
    }

    @Test(arguments: [
        ("nonce", true), ("ext-Theme_1", true), (String(repeating: "a", count: 40), true),
        (String(repeating: "a", count: 41), false), ("a b", false), ("ä", false), ("<b>", false),
    ])
    func `a description shows only names that parameters can have`(name: String, isShown: Bool) {
        let description = AuthorizationError.parameterRepeated(name).description
        #expect(description.contains(" \(name) ") == isShown)
        #expect(description.contains("(unreadable)") != isShown)
    }

    @Test func `the errors of OpenID Connect have their codes`() {
        let codes: [AuthorizationError: String] = [
            .loginRequired: "login_required", .consentRequired: "consent_required",
            .interactionRequired: "interaction_required", .accountSelectionRequired: "account_selection_required",
            .requestNotSupported: "request_not_supported", .requestURINotSupported: "request_uri_not_supported",
            .registrationNotSupported: "registration_not_supported",
            .authenticationRequirementsUnmet: "unmet_authentication_requirements",
            .responseTypeNotSupported: "unsupported_response_type", .grantTypeNotAllowed: "unauthorized_client",
            .audienceUnknown: "invalid_target", .accessDenied: "access_denied",
            .userBlocked: "access_denied", .serverFailed: "server_error",
            .temporarilyUnavailable: "temporarily_unavailable", .challengeMissing: "invalid_request",
        ]
        for (error, code) in codes { #expect(error.error == code) }
    }
}
