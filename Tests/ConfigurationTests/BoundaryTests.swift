// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import Testing
import WireFormats

/// A path of a configuration with values on both sides of its rules.
struct Boundary: CustomTestStringConvertible, Sendable {
    let path: String
    let accepted: [JSONValue]
    let rejected: [JSONValue]

    init(_ path: String, accepted: [String], rejected: [String]) {
        self.path = path
        self.accepted = accepted.map(JSONValue.string)
        self.rejected = rejected.map(JSONValue.string)
    }

    init(_ path: String, accepted: [JSONValue], rejected: [JSONValue]) {
        self.path = path
        self.accepted = accepted
        self.rejected = rejected
    }

    var testDescription: String { path }

    func problems(_ value: JSONValue) -> [ConfigurationProblem] {
        ConfigurationExample.plan(.object(ConfigurationExample.full.setting(path, to: value))).findings.problems
    }
}

struct BoundaryTests {
    private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

    private static var fingerprint: String { ConfigurationExample.fingerprint }

    static let names = [
        Boundary(
            "organizations[0].name", accepted: ["1a", "a-b_c", "a1", letters(50)],
            rejected: ["", "aB", "-a", "_a", "org_a", letters(51)]),
        Boundary(
            "organizations[0].id", accepted: ["org_a", "org_A1", "org_" + letters(60)],
            rejected: ["org_", "grp_a", "org_a-b", "org_" + letters(61)]),
        Boundary(
            "connections[1].name", accepted: ["a-b", letters(128)], rejected: ["", "-a", "a-", letters(129)]),
        Boundary("clients[0].client_id", accepted: ["a.b~c", letters(128)], rejected: ["", letters(129)]),
        Boundary("clients[0].name", accepted: [letters(300)], rejected: [letters(301)]),
        Boundary(
            "custom_domains[2].domain",
            accepted: [letters(63) + ".example.com", "a-b.example.com", letters(49).dottedFourTimes + ".example.com"],
            rejected: [
                "", letters(64) + ".example.com", "a-.example.com", "[a].example.com", "a.example.com/x",
                letters(62).dottedFourTimes + ".example.com",
            ]),
    ]

    static let devices = [
        Boundary(
            "clients[0].mobile.ios.app_bundle_identifier",
            accepted: ["com.Example-1.app", "com." + letters(151)], rejected: ["com.ex_ample", "com." + letters(152)]),
        Boundary(
            "clients[0].mobile.android.app_package_name",
            accepted: ["com.Example.app", "com.ex_ample1", "com." + letters(251)],
            rejected: ["com.1app", "com._app", "com.ex-ample", "com.", "com." + letters(252)]),
        Boundary(
            "clients[0].mobile.android.sha256_cert_fingerprints[0]",
            accepted: [fingerprint, fingerprint.lowercased()],
            rejected: [
                fingerprint + ":GG", fingerprint + ":00", "+4" + fingerprint.dropFirst(2), "0" + fingerprint,
                "GG" + fingerprint.dropFirst(2),
            ]),
    ]

    static let addresses = [
        Boundary(
            "clients[0].callbacks[0]", accepted: ["a+b-c.1://x", "https://a.example/%7Bx%7D"],
            rejected: ["a_b://x", "https://a.example/{x}", "https:xxa.example/"]),
        Boundary(
            "tenant.thumbturn.branding.primary_color", accepted: ["#01aFf9"],
            rejected: [
                "x112233", "#11223", "#1122334", "#11223g", "#+12233",
            ]),
    ]

    static let tokens = [
        Boundary(
            "resource_servers[0].identifier", accepted: ["a", letters(600)], rejected: ["", "a b", letters(601)]),
        Boundary(
            "resource_servers[0].scopes[0].value", accepted: ["!~", letters(280)],
            rejected: ["", "a\\b", letters(281)]),
        Boundary(
            "resource_servers[0].proof_of_possession",
            accepted: [["mechanism": "mtls", "required": false], ["mechanism": "dpop", "required": true]],
            rejected: [["mechanism": "mtls", "required": true], ["mechanism": "x", "required": false]]),
        Boundary(
            "clients[0].client_metadata",
            accepted: [.texts(10, of: 255)], rejected: [.texts(11, of: 1), .texts(1, of: 256), ["a": 1]]),
        Boundary("clients[0].jwks_uri", accepted: ["", false], rejected: ["https://a.example/", true]),
        Boundary(
            "tenant.session_lifetime", accepted: [1, 8760], rejected: [0, 8761]),
        Boundary(
            "connections[0].options.attributes.phone_number", accepted: [["unique": false]],
            rejected: [["unique": false, "identifier": ["active": true]]]),
    ]

    @Test(arguments: names + devices + addresses + tokens)
    func `a value within the rules is accepted`(_ boundary: Boundary) {
        for value in boundary.accepted { #expect(boundary.problems(value) == [], "\(value)") }
    }

    @Test(arguments: names + devices + addresses + tokens)
    func `a value that breaks one rule is rejected once, at its place`(_ boundary: Boundary) {
        for value in boundary.rejected {
            let problems = boundary.problems(value)
            #expect(problems.count == 1, "\(value): \(problems)")
            #expect(problems.first?.path.hasPrefix(boundary.path) == true, "\(value): \(problems)")
        }
    }

    @Test(arguments: [
        ("", "is empty or too long"), ("login.example.com/", "is a URL"), ("https://login.example.com", "is a URL"),
        ("[a]", "is an IP address"), ("a..b", "has a label that is empty or too long"),
    ])
    func `each mistake in a host name has its own explanation`(text: String, message: String) {
        let rejection = #expect(throws: ValueRejection.self) { try HostName(text) }
        #expect(rejection?.message == message)
    }

    @Test func `scopes without a value are not reported as duplicates`() {
        let json = ConfigurationExample.full.setting("resource_servers[0].scopes", to: [[:], [:]])
        let problems = ConfigurationExample.plan(.object(json)).findings.problems
        #expect(problems.map(\.message) == ["This member is required.", "This member is required."])
    }

    @Test(arguments: [
        ("http://a.bc", true), ("http://localhost.example.com/cb", true), ("HTTP://app.example.com/", true),
        ("http://localhost", false), ("http://localhost:3000/cb", false), ("http://[::1]/cb", false),
        ("https://a.bc", false),
    ])
    func `a callback over plain HTTP is warned about unless it is local`(text: String, isPlain: Bool) throws {
        #expect(try AbsoluteURI(text).isPlainHTTP == isPlain)
    }

    @Test func `an origin omits the default port of its scheme`() {
        let host = ConfigurationExample.host("login.example.com")
        #expect(WebOrigin(scheme: .https, host: host, port: 443).description == "https://login.example.com")
        #expect(WebOrigin(scheme: .https, host: host, port: 80).description == "https://login.example.com:80")
    }

    @Test func `the stored hash of a secret is read only in its own format`() throws {
        let (salt, code) = (Base64URL.encode([UInt8](1...16)), Base64URL.encode([UInt8](1...32)))
        let written = "hmac-sha256$\(salt)$\(code)"
        #expect(try ClientSecretHash(written).description == written)
        let (shortSalt, shortCode) = (Base64URL.encode([UInt8](1...15)), Base64URL.encode([UInt8](1...31)))
        for changed in [
            "\(written)$", "sha256$\(salt)$\(code)", "hmac-sha256$\(shortSalt)$\(code)",
            "hmac-sha256$\(salt)$\(shortCode)", "hmac-sha256$\(salt)$\(code)AA",
        ] {
            #expect(throws: ValueRejection.self, "\(changed)") { try ClientSecretHash(changed) }
        }
    }

    @Test func `a random secret of a web application is accepted without a warning`() {
        let warnings = ConfigurationExample.file().findings.warnings
        #expect(!warnings.contains { $0.path == "clients[1].client_secret" })
        #expect(!warnings.contains { $0.path == "clients[1].token_endpoint_auth_method" })
    }

    private static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEpMvgZIIu0TdaqE0dqkSuvRpxTFOq
        gjfnnD+KcC4oXJYipJleL5li1zF6vWVEERrF0i51cVukpsqyvTxVe7eM5g==
        -----END PUBLIC KEY-----
        """

    @Test(arguments: [
        ("public_key", "ES256", publicKey, nil), ("public_key", "RS256", publicKey, "alg"),
        ("x509_cert", "ES256", publicKey, "credential_type"),
        ("public_key", "ES256", publicKey.replacing("MFkw", with: "MFkx"), "pem"),
    ])
    func `a client's key is accepted if it is a public key that fits its algorithm`(
        type: String, algorithm: String, pem: String, place: String?
    ) {
        let path = "clients[0].client_authentication_methods"
        let key: JSONValue = ["credential_type": .string(type), "alg": .string(algorithm), "pem": .string(pem)]
        let json = ConfigurationExample.full.setting(path, to: ["private_key_jwt": ["credentials": [key]]])
        let problems = ConfigurationExample.plan(.object(json)).findings.problems
        #expect(
            problems.map(\.path) == [place].compactMap(\.self).map { "\(path).private_key_jwt.credentials[0].\($0)" })
    }
}

extension String {
    /// Four labels like this one.
    fileprivate var dottedFourTimes: String { Array(repeating: self, count: 4).joined(separator: ".") }
}

extension JSONValue {
    fileprivate static func texts(_ count: Int, of length: Int) -> JSONValue {
        let text = JSONValue.string(String(repeating: "x", count: length))
        return .object((0..<count).reduce(into: JSONObject()) { $0["name \($1)"] = text })
    }
}
