// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import Testing
import WireFormats

/// One mistake in an otherwise good configuration, and what is said of it.
struct Mistake: CustomTestStringConvertible, Sendable {
    let path: String
    let value: JSONValue?
    private(set) var place: String
    let message: String
    let remedy: String

    init(_ path: String, _ value: JSONValue?, _ message: String, _ remedy: String) {
        self.path = path
        self.value = value
        place = path
        self.message = message
        self.remedy = remedy
    }

    /// The same mistake, found at another place.
    func at(_ place: String) -> Mistake {
        var mistake = self
        mistake.place = place
        return mistake
    }

    var testDescription: String { "\(path) = \(value.map { String(decoding: $0.serialized(), as: UTF8.self) } ?? "-")" }

    /// The problems with the whole, cross-references included.
    var problems: [ConfigurationProblem] {
        let json = ConfigurationExample.full.with(path, value)
        return ConfigurationExample.plan(.object(json)).findings.problems
    }
}

@Suite("What a configuration may not say")
struct RefusalTests {
    static let shapes = [
        Mistake("clients[0].calbacks", [], "no such member", "Did you mean callbacks?"),
        Mistake("clients[0].mobile.ios.teamid", "x", "no such member", "Did you mean team_id?"),
        Mistake(
            "connections[0].options.attributes.email.validation", ["max_length": 20], "no such member",
            "the members of this object are"),
        Mistake("color", "red", "no such member", "the members of this object are"),
        Mistake("tenant", ["x"], "a list, not an object", "Write {"),
        Mistake("clients", "x", "not a list", "Write ["),
        Mistake("clients[0]", 3, "the number 3, not an object", "Write {"),
        Mistake("clients[0].name", 3, "the number 3, not a text", "quotation marks"),
        Mistake("clients[0].name", "a\u{7}b", "can't be seen", "control characters"),
        Mistake("clients[0].is_first_party", "yes", "not a truth value", "true or false"),
        Mistake("clients[0].client_id", nil, "missing", "Add it"),
        Mistake("clients[0].client_id", "a b", "no client's id", "letters"),
        Mistake("clients[0].client_id", "web-app", "is at clients[0] already", "its own name").at("clients[1]"),
        Mistake("clients[0].app_type", "naitive", "not known", "Did you mean native?"),
    ]

    static let origins = [
        ("https://Login.example.com", "capital letters", "https://login.example.com"),
        ("https://login.example.com/", "goes on after the host", "Write https://login.example.com alone"),
        ("https://login.example.com/app?x", "goes on after the host", "Write https://login.example.com alone"),
        ("https://login.example.com:443", "has anyway", "https://login.example.com."),
        ("https://login.example.com:0", "no valid port", "1 to 65535"),
        ("https://login.example.com:08443", "no valid port", "1 to 65535"),
        ("https://login.example.com:99999", "no valid port", "1 to 65535"),
        ("http://login.example.com", "plain HTTP", "Use https"),
        ("http://localhost.example.com", "plain HTTP", "Use https"),
        ("http://192.168.1.1", "is an address", "localhost"),
        ("login.example.com", "no origin", "https://app.example.com"),
        ("https://*.example.com", "wildcard", "List each"),
        ("https://user@example.com", "names a user", "host alone"),
        ("capacitor://localhost", "neither https nor http", "under mobile"),
        ("https://", "empty", "login.example.com"),
        ("https://exa mple.com", "no host name", "letters a-z"),
        ("https://bücher.example", "no host name", "xn--"),
        ("https://[::1", "is an address", "localhost"),
    ].map { Mistake("clients[1].web_origins[0]", .string($0.0), $0.1, $0.2) }

    static let addresses = [
        ("callback", "no absolute URI", "Begin with a scheme"),
        ("https://a.example/#x", "fragment", "Leave out #"),
        ("https://*.a.example/", "wildcard", "exactly"),
        ("javascript:alert(1)", "leads nowhere safe", "https"),
        ("https:///x", "names no host", "in full"),
        ("https://a.example/a b", "can't have", "Percent-encode"),
        ("1a://x", "no absolute URI", "Begin with a scheme"),
    ].map { Mistake("clients[0].callbacks[0]", .string($0.0), $0.1, $0.2) }

    static let devices = [
        Mistake("clients[0].mobile.ios.team_id", "9JA89QQLN", "no Apple team id", "ten capital letters"),
        Mistake("clients[0].mobile.ios.team_id", "9ja89qqlnq", "no Apple team id", "ten capital letters"),
        Mistake("clients[0].mobile.ios.app_bundle_identifier", "com..app", "no bundle identifier", "Xcode"),
        Mistake("clients[0].mobile.ios.app_bundle_identifier", nil, "missing", "Add it"),
        Mistake("clients[0].mobile.android.app_package_name", "app", "no package name", "applicationId"),
        Mistake("clients[0].mobile.android.sha256_cert_fingerprints", nil, "missing", "fingerprints"),
        Mistake("clients[0].mobile.android.sha256_cert_fingerprints[0]", "DE:AD:BE:EF", "no SHA-256", "32 bytes"),
        Mistake(
            "clients[0].mobile.android.sha256_cert_fingerprints[0]",
            .string(Array(repeating: "AB", count: 20).joined(separator: ":")),
            "a SHA-1 fingerprint", "SHA256"),
        Mistake(
            "clients[0].mobile.android.sha256_cert_fingerprints[0]",
            .string(ConfigurationExample.fingerprint.replacing(":", with: "")), "no SHA-256", "with colons"),
        Mistake(
            "clients[0].mobile.android.sha256_cert_fingerprints[1]", .string(ConfigurationExample.fingerprint),
            "listed before", "Leave it out"),
    ]

    static let tokens = [
        Mistake(
            "clients[0].grant_types[0]", "urn:okta:params:oauth:grant-type:webauth", "not known", "grant-type:webauthn?"
        ),
        Mistake("clients[0].token_endpoint_auth_method", "client_secret", "not known", "Write one of"),
        Mistake(
            "clients[0].token_endpoint_auth_method", "private_key_jwt", "no key is known", "PEM"
        ).at("clients[0].client_authentication_methods"),
        Mistake("clients[1].jwt_configuration.alg", "PS256", "not offered", "RS256"),
        Mistake("clients[1].jwt_configuration.alg", "HS256", "hash only", "RS256"),
        Mistake("clients[1].jwt_configuration.alg", "none", "not known", "EdDSA"),
        Mistake("clients[1].jwt_configuration.lifetime_in_seconds", 0, "This is 0", "from 1 to 2592000"),
        Mistake("clients[0].refresh_token.leeway", 61, "This is 61", "seconds from 0 to 60"),
        Mistake("clients[0].refresh_token.idle_token_lifetime", 2_592_001, "longer than token_lifetime", "2592000"),
        Mistake("clients[0].refresh_token.rotation_type", "rotatin", "not known", "Did you mean rotating?"),
        Mistake("clients[1].client_secret", "correct h\u{f6}rse battery staple", "no secret", "openssl rand"),
        Mistake("clients[1].client_secret", .string(String(repeating: "ab", count: 257)), "no secret", "openssl rand"),
        Mistake("clients[1].client_secret", nil, "has no secret", "openssl rand"),
        Mistake("clients[1].thumbturn.client_secret_hash", "abc", "no hash", "exported"),
        Mistake("resource_servers[0].scopes[0].value", "read notes", "no scope", "without blanks"),
        Mistake("resource_servers[0].scopes[0].value", "a\"b", "no scope", "quotation marks"),
        Mistake("resource_servers[0].scopes[1].value", "read:notes", "listed before", "Leave it out"),
        Mistake("resource_servers[0].signing_alg", "PS256", "not offered", "RS256"),
        Mistake("resource_servers[0].token_lifetime", 2_592_001, "outside", "2592000"),
        Mistake("resource_servers[0].identifier", "", "no audience", "https://api.example.com/"),
    ]

    static let domains = [
        Mistake("custom_domains[0].domain", "https://login.example.com", "is a URL", "host alone"),
        Mistake("custom_domains[0].domain", "login.example.com:8443", "has a port", "--url"),
        Mistake("custom_domains[0].domain", "Login.example.com", "capital letters", "login.example.com"),
        Mistake("custom_domains[0].domain", "127.0.0.1", "is an address", "localhost"),
        Mistake("custom_domains[0].domain", "::1", "is an address", "localhost"),
        Mistake("custom_domains[0].domain", "login.example.com.", "ends with a dot", "without"),
        Mistake("custom_domains[0].domain", "login..com", "empty", "login.example.com"),
        Mistake("custom_domains[0].domain", "-a.example.com", "no host name", "hyphens"),
        Mistake("custom_domains[1].domain", "login.example.com", "already", "its own name").at("custom_domains[1]"),
        Mistake("custom_domains[0].relying_party_identifier", "ample.com", "not part of", "login.example.com"),
        Mistake(
            "custom_domains[0].relying_party_identifier", "a.login.example.com", "not part of", "login.example.com"),
        Mistake("custom_domains[0].relying_party_identifier", "com", "public suffix", "login.example.com"),
        Mistake("custom_domains[0].relying_party_identifier", "10.0.0.1", "is an address", "names"),
    ]

    static let people = [
        Mistake("connections[0].name", "a_b", "no connection's name", "hyphens"),
        Mistake("connections[0].strategy", "google-oauth2", "no connections of the strategy", "auth0"),
        Mistake("connections[0].options.precedence[0]", "emial", "not known", "email"),
        Mistake("connections[0].options.precedence", [], "empty", "at least one"),
        Mistake("connections[0].options.attributes", [:], "nobody could sign up", "identifier"),
        Mistake("connections[0].options.attributes.email.unique", false, "always unique", "true"),
        Mistake("connections[0].options.attributes.username.validation.min_length", 21, "more than max_length", "20"),
        Mistake("connections[0].options.passkey_options.challenge_ui", "none", "not known", "both"),
        Mistake("connections[0].enabled_clients", ["native-ap"], "no client", "Did you mean native-app?"),
        Mistake("connections[0].thumbturn.algorithms", [-257], "can't be chosen", "-7"),
        Mistake("connections[0].thumbturn.user_verification", "discouraged", "not known", "preferred, required"),
        Mistake("connections[0].thumbturn.session_lifetime_seconds", 5, "This is 5", "from 30 to 3600"),
        Mistake("clients[0].thumbturn.sign_up_mode", "stict", "not known", "Did you mean strict?"),
        Mistake(
            "clients[0].thumbturn.domains", ["login.example.co"], "no custom domain", "Did you mean login.example.com?"),
        Mistake("tenant.thumbturn.counter_policy", "ignore", "not known", "refuse, flag"),
        Mistake("tenant.default_directory", "User", "no connection", "Did you mean Users?"),
        Mistake(
            "tenant.default_audience", "https://api.example.com", "no resource server",
            "Did you mean https://api.example.com/?"),
        Mistake("organizations[0].name", "Acme", "no organization's name", "a-z"),
        Mistake("organizations[0].enabled_connections", [["connection_id": "X"]], "no connection", "Add it"),
    ]

    @Test(
        "each mistake is told with its place, and what to do",
        arguments: shapes + origins + addresses + devices + tokens + domains + people)
    func refused(_ mistake: Mistake) throws {
        let problems = mistake.problems
        try #require(problems.count == 1, "\(problems)")
        #expect(problems[0].path == mistake.place)
        #expect(problems[0].message.contains(mistake.message), "\(problems[0])")
        #expect(problems[0].remedy.contains(mistake.remedy), "\(problems[0])")
    }

    @Test("a secret is not shown, not even one that is refused")
    func secretsAreNotShown() throws {
        let mistake = Mistake("clients[1].client_secret", "hunter2-hunter2", "", "")
        #expect(!mistake.problems.map(\.description).joined().contains("hunter2"))
    }

    @Test("all mistakes are told at once")
    func allAtOnce() {
        let mistakes = Self.origins.prefix(1) + Self.devices.prefix(1) + Self.domains.prefix(1) + Self.people.prefix(3)
        let json = mistakes.reduce(ConfigurationExample.full) { $0.with($1.path, $1.value) }
        #expect(
            Set(ConfigurationExample.file(.object(json)).findings.problems.map(\.path)) == Set(mistakes.map(\.place)))
    }

    @Test(
        "what is no JSON is told with its line",
        arguments: [
            ("", "it is empty"), ("[]", "a list, not an object"), ("{\n  \"clients\": [,]\n}", "line 2, column 15"),
            (
                "{\"a\":1,\n \"a\":2}",
                "the member \"a\" stands in one object twice, the second time in line 2, column 2"
            ),
            ("{\n", "ends too early, in line 2, column 1"),
        ])
    func malformed(_ text: String, _ message: String) {
        let file = ConfigurationFile(Array(text.utf8), suffixes: ConfigurationExample.suffixes)
        #expect(file.findings.problems.count == 1)
        #expect(file.findings.problems.first?.message.contains(message) == true, "\(file.findings.problems)")
    }
}
