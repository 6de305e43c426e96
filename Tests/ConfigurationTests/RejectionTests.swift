// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import Testing
import WireFormats

/// A mistake in an otherwise valid configuration, with parts of the expected problem.
struct Mistake: CustomTestStringConvertible, Sendable {
    let path: String
    let value: JSONValue?
    private(set) var place: String
    let message: String
    let remedy: String

    init(_ path: String, to value: JSONValue?, message: String, remedy: String) {
        self.path = path
        self.value = value
        place = path
        self.message = message
        self.remedy = remedy
    }

    /// Returns the same mistake, reported at another place.
    func at(_ place: String) -> Mistake {
        var mistake = self
        mistake.place = place
        return mistake
    }

    var testDescription: String { "\(path) = \(value.map { String(decoding: $0.serialized(), as: UTF8.self) } ?? "-")" }

    /// The problems of the whole configuration, including its references.
    var problems: [ConfigurationProblem] {
        let json = ConfigurationExample.full.setting(path, to: value)
        return ConfigurationExample.plan(.object(json)).findings.problems
    }
}

struct RejectionTests {
    static let shapes = [
        Mistake("clients[0].calbacks", to: [], message: "no such member", remedy: "Did you mean callbacks?"),
        Mistake("clients[0].mobile.ios.teamid", to: "x", message: "no such member", remedy: "Did you mean team_id?"),
        Mistake(
            "connections[0].options.attributes.email.validation", to: ["max_length": 20], message: "no such member",
            remedy: "The members of this object are"),
        Mistake("color", to: "red", message: "no such member", remedy: "The members of this object are"),
        Mistake("tenant", to: ["x"], message: "an array, not an object", remedy: "Write {"),
        Mistake("clients", to: "x", message: "not an array", remedy: "Write ["),
        Mistake("clients[0]", to: 3, message: "the number 3, not an object", remedy: "Write {"),
        Mistake("clients[0].name", to: 3, message: "the number 3, not a string", remedy: "quotation marks"),
        Mistake("clients[0].name", to: "a\u{7}b", message: "invisible characters", remedy: "control characters"),
        Mistake("clients[0].is_first_party", to: "yes", message: "not a Boolean", remedy: "true or false"),
        Mistake("clients[0].client_id", to: nil, message: "required", remedy: "Add it"),
        Mistake("clients[0].client_id", to: "a b", message: "not a valid client ID", remedy: "letters"),
        Mistake(
            "clients[0].client_id", to: "web-app", message: "a duplicate of clients[0]", remedy: "Rename or remove"
        ).at("clients[1]"),
        Mistake("clients[0].app_type", to: "naitive", message: "not supported", remedy: "Did you mean native?"),
    ]

    static let origins = [
        ("https://Login.example.com", "capital letters", "https://login.example.com"),
        ("https://login.example.com/", "more than an origin", "Use https://login.example.com alone"),
        ("https://login.example.com/app?x", "more than an origin", "Use https://login.example.com alone"),
        ("https://login.example.com:443", "default port of https", "https://login.example.com."),
        ("https://login.example.com:0", "an invalid port", "1 to 65535"),
        ("https://login.example.com:08443", "an invalid port", "1 to 65535"),
        ("https://login.example.com:99999", "an invalid port", "1 to 65535"),
        ("http://login.example.com", "plain HTTP", "Use https"),
        ("http://localhost.example.com", "plain HTTP", "Use https"),
        ("http://192.168.1.1", "is an IP address", "localhost"),
        ("login.example.com", "not a valid origin", "https://app.example.com"),
        ("https://*.example.com", "wildcard", "List each"),
        ("https://user@example.com", "has a user name", "host alone"),
        ("capacitor://localhost", "other than https and http", "under mobile"),
        ("https://", "empty", "login.example.com"),
        ("https://exa mple.com", "not a valid host name", "letters a-z"),
        ("https://bücher.example", "not a valid host name", "xn--"),
        ("https://[::1", "is an IP address", "localhost"),
    ].map { Mistake("clients[1].web_origins[0]", to: .string($0.0), message: $0.1, remedy: $0.2) }

    static let addresses = [
        ("callback", "not an absolute URI", "Start with a scheme"),
        ("https://a.example/#x", "fragment", "Remove #"),
        ("https://*.a.example/", "wildcard", "exactly"),
        ("javascript:alert(1)", "an unsafe scheme", "https"),
        ("https:///x", "has no host", "complete URI"),
        ("https://a.example/a b", "invalid in a URI", "Percent-encode"),
        ("1a://x", "not an absolute URI", "Start with a scheme"),
    ].map { Mistake("clients[0].callbacks[0]", to: .string($0.0), message: $0.1, remedy: $0.2) }

    static let devices = [
        Mistake(
            "clients[0].mobile.ios.team_id", to: "9JA89QQLN", message: "not a valid Apple team ID",
            remedy: "ten capital letters"
        ),
        Mistake(
            "clients[0].mobile.ios.team_id", to: "9ja89qqlnq", message: "not a valid Apple team ID",
            remedy: "ten capital letters"),
        Mistake(
            "clients[0].mobile.ios.app_bundle_identifier", to: "com..app", message: "not a valid bundle identifier",
            remedy: "Xcode"),
        Mistake("clients[0].mobile.ios.app_bundle_identifier", to: nil, message: "required", remedy: "Add it"),
        Mistake(
            "clients[0].mobile.android.app_package_name", to: "app", message: "not a valid package name",
            remedy: "applicationId"
        ),
        Mistake(
            "clients[0].mobile.android.sha256_cert_fingerprints", to: nil, message: "required", remedy: "fingerprints"),
        Mistake(
            "clients[0].mobile.android.sha256_cert_fingerprints[0]", to: "DE:AD:BE:EF", message: "not a valid SHA-256",
            remedy: "32 hexadecimal bytes"),
        Mistake(
            "clients[0].mobile.android.sha256_cert_fingerprints[0]",
            to: .string(Array(repeating: "AB", count: 20).joined(separator: ":")),
            message: "a SHA-1 fingerprint", remedy: "SHA256"),
        Mistake(
            "clients[0].mobile.android.sha256_cert_fingerprints[0]",
            to: .string(ConfigurationExample.fingerprint.replacing(":", with: "")), message: "not a valid SHA-256",
            remedy: "with colons"),
        Mistake(
            "clients[0].mobile.android.sha256_cert_fingerprints[1]", to: .string(ConfigurationExample.fingerprint),
            message: "a duplicate", remedy: "Remove it"),
    ]

    static let tokens = [
        Mistake(
            "clients[0].grant_types[0]", to: "urn:okta:params:oauth:grant-type:webauth", message: "not supported",
            remedy: "grant-type:webauthn?"
        ),
        Mistake(
            "clients[0].token_endpoint_auth_method", to: "client_secret", message: "not supported",
            remedy: "Write one of"),
        Mistake(
            "clients[0].token_endpoint_auth_method", to: "private_key_jwt", message: "has no key", remedy: "PEM"
        ).at("clients[0].client_authentication_methods"),
        Mistake("clients[1].jwt_configuration.alg", to: "PS256", message: "not supported", remedy: "RS256"),
        Mistake("clients[1].jwt_configuration.alg", to: "HS256", message: "hash only", remedy: "RS256"),
        Mistake("clients[1].jwt_configuration.alg", to: "none", message: "not supported", remedy: "EdDSA"),
        Mistake(
            "clients[1].jwt_configuration.lifetime_in_seconds", to: 0, message: "This is 0", remedy: "from 1 to 2592000"
        ),
        Mistake("clients[0].refresh_token.leeway", to: 61, message: "This is 61", remedy: "from 0 to 60 seconds"),
        Mistake(
            "clients[0].refresh_token.idle_token_lifetime", to: 2_592_001, message: "longer than token_lifetime",
            remedy: "2592000"),
        Mistake(
            "clients[0].refresh_token.rotation_type", to: "rotatin", message: "not supported",
            remedy: "Did you mean rotating?"),
        Mistake(
            "clients[1].client_secret", to: "correct h\u{f6}rse battery staple", message: "not a valid secret",
            remedy: "openssl rand"),
        Mistake(
            "clients[1].client_secret", to: .string(String(repeating: "ab", count: 257)), message: "not a valid secret",
            remedy: "openssl rand"),
        Mistake("clients[1].client_secret", to: nil, message: "has no secret", remedy: "openssl rand"),
        Mistake("clients[1].thumbturn.client_secret_hash", to: "abc", message: "not a valid hash", remedy: "exported"),
        Mistake(
            "resource_servers[0].scopes[0].value", to: "read notes", message: "not a valid scope",
            remedy: "without spaces"),
        Mistake(
            "resource_servers[0].scopes[0].value", to: "a\"b", message: "not a valid scope", remedy: "quotation marks"),
        Mistake(
            "resource_servers[0].scopes[1].value", to: "read:notes", message: "a duplicate", remedy: "Remove it"),
        Mistake("resource_servers[0].signing_alg", to: "PS256", message: "not supported", remedy: "RS256"),
        Mistake("resource_servers[0].token_lifetime", to: 2_592_001, message: "out of range", remedy: "2592000"),
        Mistake(
            "resource_servers[0].identifier", to: "", message: "not a valid audience",
            remedy: "https://api.example.com/"),
    ]

    static let domains = [
        Mistake("custom_domains[0].domain", to: "https://login.example.com", message: "is a URL", remedy: "host alone"),
        Mistake("custom_domains[0].domain", to: "login.example.com:8443", message: "has a port", remedy: "--url"),
        Mistake(
            "custom_domains[0].domain", to: "Login.example.com", message: "capital letters", remedy: "login.example.com"
        ),
        Mistake("custom_domains[0].domain", to: "127.0.0.1", message: "is an IP address", remedy: "localhost"),
        Mistake("custom_domains[0].domain", to: "::1", message: "is an IP address", remedy: "localhost"),
        Mistake(
            "custom_domains[0].domain", to: "login.example.com.", message: "ends with a dot", remedy: "Remove the dot"),
        Mistake("custom_domains[0].domain", to: "login..com", message: "empty", remedy: "login.example.com"),
        Mistake("custom_domains[0].domain", to: "-a.example.com", message: "not a valid host name", remedy: "hyphens"),
        Mistake(
            "custom_domains[1].domain", to: "login.example.com", message: "a duplicate of custom_domains[0]",
            remedy: "Rename or remove"
        ).at(
            "custom_domains[1]"),
        Mistake(
            "custom_domains[0].relying_party_identifier", to: "ample.com", message: "not part of",
            remedy: "login.example.com"),
        Mistake(
            "custom_domains[0].relying_party_identifier", to: "a.login.example.com", message: "not part of",
            remedy: "login.example.com"),
        Mistake(
            "custom_domains[0].relying_party_identifier", to: "com", message: "public suffix",
            remedy: "login.example.com"),
        Mistake(
            "custom_domains[0].relying_party_identifier", to: "10.0.0.1", message: "is an IP address",
            remedy: "Use a name"),
    ]

    static let people = [
        Mistake(
            "connections[0].thumbturn", to: ["sign_up_passkey": "optinal"], message: "not supported",
            remedy: "Did you mean optional?"
        ).at("connections[0].thumbturn.sign_up_passkey"),
        Mistake("connections[0].name", to: "a_b", message: "not a valid connection name", remedy: "hyphens"),
        Mistake(
            "connections[0].strategy", to: "google-oauth2", message: "google-oauth2 is not supported", remedy: "auth0"),
        Mistake("connections[0].options.precedence[0]", to: "emial", message: "not supported", remedy: "email"),
        Mistake("connections[0].options.precedence", to: [], message: "empty", remedy: "at least one"),
        Mistake("connections[0].options.attributes", to: [:], message: "no user could sign up", remedy: "identifier"),
        Mistake("connections[0].options.attributes.email.unique", to: false, message: "always unique", remedy: "true"),
        Mistake(
            "connections[0].options.attributes.username.validation.min_length", to: 21,
            message: "greater than max_length",
            remedy: "20"),
        Mistake(
            "connections[0].options.passkey_options.challenge_ui", to: "none", message: "not supported", remedy: "both"),
        Mistake(
            "connections[0].enabled_clients", to: ["native-ap"], message: "no client",
            remedy: "Did you mean native-app?"),
        Mistake("connections[0].thumbturn.algorithms", to: [-257], message: "not configurable", remedy: "-7"),
        Mistake(
            "connections[0].thumbturn.user_verification", to: "discouraged", message: "not supported",
            remedy: "preferred, required"),
        Mistake(
            "connections[0].thumbturn.ceremony_lifetime_seconds", to: 5, message: "This is 5", remedy: "from 30 to 3600"
        ),
        Mistake(
            "tenant.thumbturn.session_lifetime_seconds", to: 3601, message: "This is 3601", remedy: "from 30 to 3600"),
        Mistake("clients[0].thumbturn.enrollment_max_age", to: 0, message: "This is 0", remedy: "from 1 to 31536000"),
        Mistake(
            "clients[0].thumbturn.legacy_rsa_1024", to: true, message: "no effect without legacy_touch_id",
            remedy: "Set legacy_touch_id"),
        Mistake(
            "clients[0].thumbturn.device_keys_until", to: "in June", message: "not a valid time",
            remedy: "2026-01-01T00:00:00Z"),
        Mistake(
            "resource_servers", to: [["identifier": "https://login.example.com/me/", "name": "Mine"]],
            message: "the server's own My Account API", remedy: "Remove this resource server"
        ).at("resource_servers[0].identifier"),
        Mistake(
            "clients[0].thumbturn", to: ["ceremony_lifetime_seconds": 60, "session_lifetime_seconds": 61],
            message: "the former name of ceremony_lifetime_seconds, which has another value",
            remedy: "Remove session_lifetime_seconds"
        ).at("clients[0].thumbturn.session_lifetime_seconds"),
        Mistake(
            "clients[0].thumbturn", to: ["ceremony_lifetime_seconds": 5, "session_lifetime_seconds": 60],
            message: "This is 5", remedy: "from 30 to 3600"
        ).at("clients[0].thumbturn.ceremony_lifetime_seconds"),
        Mistake(
            "clients[0].thumbturn.sign_up_mode", to: "stict", message: "not supported", remedy: "Did you mean strict?"),
        Mistake(
            "clients[0].thumbturn.domains", to: ["login.example.co"], message: "no custom domain",
            remedy: "Did you mean login.example.com?"),
        Mistake(
            "organizations[0].enabled_connections", to: [["connection_id": ""]], message: "is empty or too long",
            remedy: "Write 1 to 300 characters"
        ).at("organizations[0].enabled_connections[0].connection_id"),
        Mistake(
            "clients[0].name", to: .string(String(repeating: "a", count: 301)), message: "is empty or too long",
            remedy: "Write 1 to 300 characters"),
        Mistake("tenant.thumbturn.counter_policy", to: "ignore", message: "not supported", remedy: "refuse, flag"),
        Mistake("tenant.support_url", to: "http://example.com/help", message: "not an https URL", remedy: "https://"),
        Mistake("tenant.support_email", to: "help", message: "not a mail address", remedy: "help@example.com"),
        Mistake(
            "tenant.support_email", to: "help@example.com?bcc=eve@example.org", message: "not a mail address",
            remedy: "help@example.com"),
        Mistake("tenant.default_directory", to: "User", message: "no connection", remedy: "Did you mean Users?"),
        Mistake(
            "tenant.default_audience", to: "https://api.example.com", message: "no resource server",
            remedy: "Did you mean https://api.example.com/?"),
        Mistake("organizations[0].name", to: "Acme", message: "not a valid organization name", remedy: "a-z"),
        Mistake(
            "organizations[0].enabled_connections", to: [["connection_id": "X"]], message: "no connection",
            remedy: "Add it"),
    ]

    @Test(arguments: shapes + origins + addresses + devices + tokens + domains + people)
    func `each mistake is reported at its place with a remedy`(_ mistake: Mistake) throws {
        let problems = mistake.problems
        try #require(problems.count == 1, "\(problems)")
        #expect(problems[0].path == mistake.place)
        #expect(problems[0].message.contains(mistake.message), "\(problems[0])")
        #expect(problems[0].remedy.contains(mistake.remedy), "\(problems[0])")
    }

    @Test func `a rejected secret is not shown`() throws {
        let mistake = Mistake("clients[1].client_secret", to: "hunter2-hunter2", message: "", remedy: "")
        #expect(!mistake.problems.map(\.description).joined().contains("hunter2"))
    }

    @Test(arguments: [
        "REPLACE_ME", "<replace me>", "generate one with openssl rand -base64 48", "your-client-secret",
        "YOUR_CLIENT_SECRET_HERE", "changeme-changeme-changeme-changeme", "client_secret", "${CLIENT_SECRET}",
        "$(openssl rand -base64 48)", "Put your secret here",
    ])
    func `a placeholder for a secret is rejected`(_ text: String) {
        let problems = Mistake("clients[1].client_secret", to: .string(text), message: "", remedy: "").problems
        #expect(problems.map(\.path) == ["clients[1].client_secret"])
        #expect(problems.first?.message == "This is a placeholder from a guide or an example, not a secret.")
        #expect(problems.first?.remedy.contains("openssl rand -base64 48") == true)
    }

    @Test(arguments: [
        "the+Replaced/Me0123456789abcdefghijklmnop==", "my-dog-eats-seven-green-apples-every-tuesday",
        "exampleSecret8dZtzMcCzze8lJ9J8dZtzMc01", "yourK3yIsN0tMineButR4ndom-8dZtzMcCzze8l",
    ])
    func `a secret that only looks like a placeholder is accepted`(_ text: String) {
        #expect(Mistake("clients[1].client_secret", to: .string(text), message: "", remedy: "").problems.isEmpty)
    }

    @Test func `all mistakes are reported at once`() {
        let mistakes = Self.origins.prefix(1) + Self.devices.prefix(1) + Self.domains.prefix(1) + Self.people.prefix(3)
        let json = mistakes.reduce(ConfigurationExample.full) { $0.setting($1.path, to: $1.value) }
        #expect(
            Set(ConfigurationExample.file(.object(json)).findings.problems.map(\.path)) == Set(mistakes.map(\.place)))
    }

    @Test(arguments: [
        ("", "it is empty"), ("[]", "an array, not an object"), ("{\n  \"clients\": [,]\n}", "line 2, column 15"),
        ("{\"a\":1,\n \"a\":2}", "duplicate member \"a\" at line 2, column 2"),
        ("{\n", "unexpected end at line 2, column 1"),
    ])
    func `malformed JSON is reported with its line`(text: String, message: String) {
        let file = ConfigurationFile(Array(text.utf8), suffixes: ConfigurationExample.suffixes)
        #expect(file.findings.problems.count == 1)
        #expect(file.findings.problems.first?.message.contains(message) == true, "\(file.findings.problems)")
    }
}
