// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import Testing
import WebAuthnMessages
import WireFormats

struct AcceptanceTests {
    static let origins = [
        "https://login.example.com", "https://login.example.com:8443", "http://localhost", "http://localhost:3000",
        "http://127.0.0.1:8080", "http://[::1]:8080", "https://xn--bcher-kva.example", "https://intranet",
    ]

    @Test(arguments: origins)
    func `web origins are accepted as browsers write them`(_ text: String) throws {
        #expect(try WebOrigin(text).description == text)
    }

    @Test(arguments: [
        "https://a.example/callback?x=1", "com.example.app://login.example.com/ios/com.example.app/callback",
        "com.example:/callback", "http://localhost:3000/cb", "http://127.0.0.1/cb",
    ])
    func `URIs of applications and pages are accepted`(_ text: String) throws {
        #expect(try AbsoluteURI(text).text == text)
        #expect(try !AbsoluteURI(text).isPlainHTTP)
    }

    @Test(arguments: [
        ("login.example.com", "login.example.com", 0), ("a.auth.example.com", "auth.example.com", 0),
        ("login.example.com", "example.com", 1), ("login.example.co.uk", "example.co.uk", 1),
        ("me.github.io", "me.github.io", 1), ("login.brand1.test", "login.brand1.test", 0),
        ("login.brand1.test", "brand1.test", 1), ("localhost", "localhost", 0), ("intranet", "intranet", 0),
    ])
    func `a relying party ID is the domain or one of its parents`(domain: String, scope: String, warnings: Int) {
        let file = ConfigurationExample.file([
            "custom_domains": [["domain": .string(domain), "relying_party_identifier": .string(scope)]]
        ])
        #expect(file.findings.problems.isEmpty)
        #expect(file.findings.warnings.count == warnings)
        #expect(file.findings.warnings.allSatisfy { $0.remedy.contains("auth.\(scope)") })
    }

    private static let recorded: JSONValue = [
        "clients": [
            [
                "client_id": "abc", "name": "Test", "app_type": "native", "custom_login_page_on": true,
                "sso_disabled": false, "token_endpoint_auth_method": "none", "is_first_party": true,
                "oidc_conformant": true, "callbacks": [], "cross_origin_auth": false, "mobile": .null,
                "jwt_configuration": ["lifetime_in_seconds": 36000, "secret_encoded": false],
                "refresh_token": [
                    "rotation_type": "non-rotating", "expiration_type": "non-expiring", "leeway": 0,
                    "token_lifetime": 2_592_000, "infinite_token_lifetime": true, "idle_token_lifetime": 1_296_000,
                    "infinite_idle_token_lifetime": true,
                ],
                "grant_types": ["authorization_code", "refresh_token"],
            ]
        ],
        "connections": [
            [
                "id": "con_Czze8lJ9J8dZtzMc", "name": "Test", "strategy": "auth0", "is_domain_connection": true,
                "enabled_clients": [], "realms": ["Test"],
                "options": [
                    "mfa": ["active": true, "return_enroll_settings": true], "passwordPolicy": "good",
                    "brute_force_protection": true, "requires_username": false, "strategy_version": 2,
                    "precedence": ["username", "email", "phone_number"],
                    "attributes": [
                        "email": [
                            "identifier": ["active": true], "profile_required": true, "verification_method": "otp",
                            "signup": ["status": "required", "verification": ["active": false]],
                        ]
                    ],
                    "authentication_methods": ["password": ["enabled": true], "passkey": ["enabled": false]],
                    "passkey_options": [
                        "challenge_ui": "both", "progressive_enrollment_enabled": true,
                        "local_enrollment_enabled": true,
                    ],
                ],
            ]
        ],
    ]

    @Test func `Auth0's own responses are accepted with warnings about members without effect`() throws {
        let file = ConfigurationExample.file(Self.recorded)
        #expect(file.findings.problems.map(\.description) == [])
        #expect(
            file.findings.warnings.contains { $0.path == "clients[0]" && $0.message.contains("custom_login_page_on") })
        let configuration = try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
        #expect(configuration.connections["Test"]?.methods.isPasskeyEnabled == false)
        #expect(configuration.connections["Test"]?.managementID == "con_Czze8lJ9J8dZtzMc")
        #expect(configuration.clients["abc"]?.refreshTokens == RefreshTokenPolicy())
    }

    @Test(arguments: ["correct horse battery staple", String(repeating: "a", count: 40)])
    func `a guessable secret is accepted with a warning`(_ secret: String) {
        let file = ConfigurationExample.file([
            "clients": [["client_id": "web", "app_type": "regular_web", "client_secret": .string(secret)]]
        ])
        #expect(file.findings.problems.isEmpty)
        #expect(file.findings.warnings.map(\.path) == ["clients[0].client_secret"])
        #expect(!"\(file.findings.warnings)".contains(secret))
    }

    @Test func `old device keys without an end or a way out cause a warning, and have no secret`() {
        let client: JSONObject = ["client_id": "old", "app_type": "native"]
        let own: JSONObject = ["legacy_touch_id": true]
        let file = { (members: JSONObject, own: JSONObject) in
            var all = client
            for member in members.members { all[member.name] = member.value }
            all["thumbturn"] = .object(own)
            return ConfigurationExample.file(["clients": [.object(all)]])
        }
        #expect(file([:], own).findings.warnings.count == 2)
        let grants: JSONObject = ["grant_types": ["urn:ietf:params:oauth:grant-type:jwt-bearer"]]
        let complete = file(grants, ["legacy_touch_id": true, "device_keys_until": "2030-01-01T00:00:00Z"])
        #expect(complete.findings.warnings.isEmpty && complete.findings.problems.isEmpty)
        let secret: JSONObject = [
            "app_type": "regular_web", "client_secret": .string(String(repeating: "Zk9", count: 20)),
        ]
        #expect(file(secret, own).findings.problems.map(\.path) == ["clients[0].thumbturn.legacy_touch_id"])
    }

    @Test func `settings that are not fully implemented cause a warning`() {
        let email: JSONValue = ["identifier": ["active": true], "signup": ["verification": ["active": true]]]
        let file = ConfigurationExample.file([
            "connections": [
                [
                    "name": "C", "options": ["attributes": ["email": email]],
                    "thumbturn": ["sign_up_mode": "strict", "sign_up_passkey": "optional"],
                ]
            ],
            "organizations": [
                ["name": "open"], ["name": "named", "enabled_connections": [["connection_id": "C"]]],
            ],
        ])
        #expect(
            file.findings.warnings.map(\.path).sorted() == [
                "connections[0].thumbturn.sign_up_passkey", "organizations[0].enabled_connections",
            ])
    }

    private static let settingsWithoutEffect: JSONValue = [
        "tenant": [
            "session_lifetime": 72, "support_email": "", "picture_url": "https://example.com/logo.png",
            "thumbturn": ["branding": ["primary_color": "#112233"]], "device_flow": ["charset": "digits"],
        ],
        "connections": [
            [
                "name": "C",
                "options": [
                    "authentication_methods": [
                        "password": ["enabled": true], "email_otp": ["enabled": true],
                        "phone_otp": ["enabled": false],
                    ],
                    "passkey_options": [
                        "challenge_ui": "button", "local_enrollment_enabled": true,
                        "progressive_enrollment_enabled": true,
                    ],
                    "attributes": ["email": ["identifier": ["active": true], "profile_required": true]],
                ],
            ]
        ],
        "clients": [
            [
                "client_id": "web", "app_type": "spa", "callbacks": ["https://example.com/callback"],
                "allowed_logout_urls": [], "client_metadata": ["a": "b"], "custom_login_page_on": true,
                "grant_types": [
                    "authorization_code", "refresh_token", "urn:okta:params:oauth:grant-type:webauthn",
                ],
            ]
        ],
    ]

    @Test func `settings without effect yet are listed in one warning per object`() {
        let file = ConfigurationExample.file(Self.settingsWithoutEffect)
        #expect(
            file.findings.warnings.filter { $0.message.hasPrefix("No effect") }.map { "\($0.path): \($0.message)" } == [
                "tenant: No effect here: device_flow.",
                "connections[0]: No effect yet: options.attributes.email.profile_required, "
                    + "options.passkey_options.progressive_enrollment_enabled.",
                "clients[0]: No effect here: custom_login_page_on. "
                    + "No effect yet: client_metadata.",
            ])
    }

    /// Auth0's exports have them. A connection that was exported there is accepted as it is.
    @Test func `a setting of what is still to come is a warning, never an error`() throws {
        for value in [true, false] {
            let options: JSONValue = ["passkey_options": ["progressive_enrollment_enabled": .bool(value)]]
            let file = ConfigurationExample.file(["connections": [["name": "C", "options": options]]])
            let path = "options.passkey_options.progressive_enrollment_enabled"
            // A setting that is off has the effect that it asks for.
            #expect(file.findings.warnings.map(\.message).contains("No effect yet: \(path).") == value)
            #expect(
                try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url).connections["C"]
                    != nil)
        }
    }

    @Test func `absent settings have Auth0's defaults`() throws {
        let file = ConfigurationExample.file([
            "clients": [["client_id": "a", "app_type": "spa"]], "connections": [["name": "C"]],
        ])
        let configuration = try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
        let client = try #require(configuration.clients["a"])
        #expect(client.authentication.method == .none)
        #expect(client.refreshTokens.isRotating == false)
        #expect(client.refreshTokens.tokenLifetime == nil)
        #expect(client.idToken.algorithm == .rs256)
        #expect(client.idToken.lifetime == 36_000)
        #expect(client.grantTypes == [.authorizationCode, .refreshToken, .passkey])
        #expect(client.organizationUsage == .deny)
        let connection = try #require(configuration.connections["C"])
        #expect(connection.identifiers.precedence == [.username, .email, .phoneNumber])
        #expect(connection.identifiers.active == [.email])
        #expect(connection.passkeyOptions == PasskeyOptions())
        #expect(configuration.connection(nil)?.name == "C")
    }

    @Test func `rotating refresh tokens have Auth0's default lifetimes`() throws {
        let file = ConfigurationExample.file([
            "clients": [["client_id": "a", "app_type": "spa", "refresh_token": ["rotation_type": "rotating"]]]
        ])
        let tokens = try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url).clients["a"]?
            .refreshTokens
        #expect(tokens?.isRotating == true)
        #expect(tokens?.tokenLifetime == 2_592_000)
        #expect(tokens?.idleTokenLifetime == 1_296_000)
    }

    @Test
    func `user verification is required if any place requires it, and other settings come from the nearest place`()
        throws
    {
        let json = ConfigurationExample.full
            .setting("tenant.thumbturn.sign_up_mode", to: "strict").setting(
                "clients[0].thumbturn.sign_up_mode", to: "auth0"
            )
            .setting("connections[0].thumbturn.user_verification", to: "required")
            .setting("clients[0].thumbturn.user_verification", to: "preferred")
            .setting("clients[0].thumbturn.ceremony_lifetime_seconds", to: 60)
        let file = ConfigurationExample.file(.object(json))
        let configuration = try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
        let native = try #require(configuration.clients["native-app"])
        let policy = configuration.policy(for: native, in: configuration.connection(nil))
        #expect(policy.signUpMode == .auth0)
        #expect(policy.userVerification == .required)
        #expect(policy.ceremonyLifetime == 60)
        let web = try #require(configuration.clients["web-app"])
        #expect(configuration.policy(for: web, in: nil).signUpMode == .strict)
        #expect(configuration.policy(for: web, in: nil).ceremonyLifetime == 300)
    }

    @Test(
        arguments: [
            ["ceremony_lifetime_seconds": 60], ["session_lifetime_seconds": 60],
            ["ceremony_lifetime_seconds": 60, "session_lifetime_seconds": 60],
            ["ceremony_lifetime_seconds": 60, "session_lifetime_seconds": .null],
            ["ceremony_lifetime_seconds": .null, "session_lifetime_seconds": 60],
        ] as [JSONObject])
    func `the lifetime of ceremonies is read by its name and by its former name`(_ members: JSONObject) throws {
        for place in ["tenant", "connections[0]", "clients[0]"] {
            let json = ConfigurationExample.full.setting("\(place).thumbturn", to: .object(members))
            let file = ConfigurationExample.file(.object(json))
            let configuration = try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
            let client = try #require(configuration.clients["native-app"])
            #expect(configuration.policy(for: client, in: configuration.connection(nil)).ceremonyLifetime == 60)
        }
    }
}
