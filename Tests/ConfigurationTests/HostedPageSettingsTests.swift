// SPDX-License-Identifier: Apache-2.0

import Configuration
import Testing
import WireFormats

/// The settings of the authorization endpoint, of sessions and of hosted pages.
struct HostedPageSettingsTests {
    private func configuration(_ edits: [(String, JSONValue?)]) throws -> ConfigurationSnapshot {
        let json = edits.reduce(ConfigurationExample.full) { $0.setting($1.0, to: $1.1) }
        let file = ConfigurationExample.file(.object(json))
        return try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
    }

    private func warnings(_ edits: [(String, JSONValue?)], about text: String) -> [ConfigurationWarning] {
        let json = edits.reduce(ConfigurationExample.full) { $0.setting($1.0, to: $1.1) }
        return ConfigurationExample.plan(.object(json)).findings.warnings.filter { $0.message.contains(text) }
    }

    @Test func `a tenant's settings are read`() throws {
        let tenant = try configuration([
            ("tenant.allowed_logout_urls", ["https://example.com/bye", "com.example.app:/bye"]),
            ("tenant.default_redirection_uri", "https://example.com/start"),
            ("tenant.enabled_locales", ["de", "pt-BR", "zh-Hant-TW"]),
        ]).tenant
        #expect(tenant.allowedLogoutURLs.map(\.text) == ["https://example.com/bye", "com.example.app:/bye"])
        #expect(tenant.defaultRedirectionURI?.text == "https://example.com/start")
        #expect(tenant.enabledLocales == ["de", "pt-BR", "zh-Hant-TW"])
    }

    @Test(
        arguments: [
            (["sign_up_passkey": "optional"], true), (["sign_up_passkey": "required"], false),
            (["user_verification": "preferred"], false),
        ] as [(JSONObject, Bool)])
    func `a connection needs a passkey unless it says otherwise`(members: JSONObject, isOptional: Bool) throws {
        let connection = try configuration([("connections[0].thumbturn", .object(members))]).connection("Users")
        #expect(connection?.isPasskeyOptional == isOptional)
    }

    @Test(
        arguments: [
            ([:], true), (["client": [:]], true), (["client": ["policy": "require_client_grant"]], true),
            (["client": ["policy": "deny_all"]], false),
        ] as [(JSONObject, Bool)])
    func `an API can be closed to clients`(subjects: JSONObject, isAllowed: Bool) throws {
        let snapshot = try configuration([
            ("resource_servers[0].subject_type_authorization", .object(subjects))
        ])
        #expect(snapshot.resourceServers.values.map(\.allowsClients) == [isAllowed])
    }

    @Test func `a client's settings are read`() throws {
        let client = try #require(
            try configuration([
                ("clients[1].initiate_login_uri", "https://login.example.com/start"),
                ("clients[1].require_pushed_authorization_requests", true),
                ("clients[1].oidc_logout", ["backchannel_logout_urls": ["https://a.example/out"]]),
            ]).client("web-app"))
        #expect(client.initiateLoginURI?.text == "https://login.example.com/start")
        #expect(client.requiresPushedRequests)
        #expect(client.backchannelLogout.urls.map(\.text) == ["https://a.example/out"])
    }

    @Test func `the former member of back-channel logout is read too, and each URL once`() throws {
        let client = try #require(
            try configuration([
                ("clients[1].oidc_logout", ["backchannel_logout_urls": ["https://a.example/", "https://b.example/"]]),
                (
                    "clients[1].oidc_backchannel_logout",
                    ["backchannel_logout_urls": ["https://b.example/", "https://c.example/"]]
                ),
            ]).client("web-app"))
        #expect(
            client.backchannelLogout.urls.map(\.text) == [
                "https://a.example/", "https://b.example/", "https://c.example/",
            ])
    }

    @Test func `absent settings have Auth0's defaults`() throws {
        let configuration = try configuration([])
        let client = try #require(configuration.client("web-app"))
        #expect(client.initiateLoginURI == nil)
        #expect(!client.requiresPushedRequests)
        #expect(client.backchannelLogout.urls == [])
        #expect(configuration.tenant.allowedLogoutURLs == [])
        #expect(configuration.tenant.defaultRedirectionURI == nil)
        #expect(configuration.tenant.enabledLocales == [])
        #expect(configuration.branding(for: client) == Branding())
    }

    private static let mistakes = [
        Mistake("tenant.enabled_locales", to: ["de_DE"], message: "not a valid language tag", remedy: "pt-BR").at(
            "tenant.enabled_locales[0]"),
        Mistake("tenant.enabled_locales", to: ["de-"], message: "not a valid language tag", remedy: "pt-BR").at(
            "tenant.enabled_locales[0]"),
        Mistake(
            "tenant.enabled_locales", to: ["aaaaaaaa-bbbbbbbb-cccccccc-dddddd-ee"], message: "not a valid language tag",
            remedy: "pt-BR"
        ).at("tenant.enabled_locales[0]"),
        Mistake("tenant.enabled_locales", to: ["abcdefghi"], message: "not a valid language tag", remedy: "pt-BR").at(
            "tenant.enabled_locales[0]"),
        Mistake(
            "tenant.default_redirection_uri", to: "com.example.app:/x", message: "not a web address", remedy: "https://"
        ),
        Mistake("tenant.allowed_logout_urls", to: ["/bye"], message: "not an absolute URI", remedy: "scheme").at(
            "tenant.allowed_logout_urls[0]"),
        Mistake("tenant.thumbturn.branding.primary_color", to: "red", message: "not a valid color", remedy: "#RRGGBB"),
        Mistake("clients[0].thumbturn.branding.color", to: "#112233", message: "no such member", remedy: "members"),
        Mistake(
            "clients[0].thumbturn.branding.logo_url", to: "data:image/png,", message: "an unsafe scheme",
            remedy: "https"
        ),
        Mistake("clients[0].initiate_login_uri", to: "app:/x", message: "not a web address", remedy: "https://"),
        Mistake(
            "clients[0].oidc_logout.backchannel_logout_urls", to: ["app:/x"], message: "not a web address",
            remedy: "https://"
        ).at("clients[0].oidc_logout.backchannel_logout_urls[0]"),
        Mistake("clients[0].oidc_logout.urls", to: [], message: "no such member", remedy: "backchannel_logout_urls"),
        Mistake(
            "clients[0].require_pushed_authorization_requests", to: "yes", message: "not a Boolean", remedy: "true"),
    ]

    @Test(arguments: mistakes)
    func `each mistake is reported at its place with a remedy`(_ mistake: Mistake) throws {
        let problems = mistake.problems
        try #require(problems.count == 1, "\(problems)")
        #expect(problems[0].path == mistake.place)
        #expect(problems[0].message.contains(mistake.message), "\(problems[0])")
        #expect(problems[0].remedy.contains(mistake.remedy), "\(problems[0])")
    }

    @Test(arguments: [
        "tenant.default_redirection_uri", "tenant.picture_url", "clients[0].logo_uri", "clients[0].initiate_login_uri",
        "clients[0].thumbturn.branding.logo_url",
    ])
    func `a web address without encryption is warned about, except on the machine itself`(path: String) {
        #expect(warnings([(path, "http://example.com/x")], about: "plain HTTP").map(\.path) == [path])
        #expect(warnings([(path, "http://localhost:3000/x")], about: "plain HTTP").isEmpty)
    }

    @Test(
        arguments: [
            ("https://cdn.example.com/logo.png?a=/b", "https://cdn.example.com"),
            ("http://localhost:3000", "http://localhost:3000"), ("http://[::1]:3000?x", "http://[::1]:3000"),
            ("https://cdn.example.com;script-src/x", nil), ("https://a,b/x", nil), ("https://user@example.com/x", nil),
            ("https://a'unsafe-inline'/x", nil), ("com.example.app://host/x", nil), ("https+x://host/x", nil),
        ] as [(String, String?)])
    func `the origin of an image is safe in a content security policy`(text: String, origin: String?) throws {
        #expect(try AbsoluteURI(text).webOrigin == origin)
    }

    // MARK: Branding

    @Test func `a client's branding takes precedence over the tenant's, member by member`() throws {
        let configuration = try configuration([
            ("tenant.picture_url", "https://example.com/picture.png"),
            ("tenant.thumbturn.branding", ["primary_color": "#112233", "background_color": "#FFFFFF"]),
            ("clients[0].logo_uri", "https://example.com/client.png"),
            ("clients[0].thumbturn.branding", ["primary_color": "#445566"]),
            ("clients[1].thumbturn.branding", ["logo_url": "https://example.com/brand.png"]),
        ])
        let native = configuration.branding(for: configuration.client("native-app"))
        #expect(native.primaryColor?.description == "#445566")
        #expect(native.backgroundColor?.description == "#ffffff")
        #expect(native.logoURL?.text == "https://example.com/client.png")
        let web = configuration.branding(for: configuration.client("web-app"))
        #expect(web.primaryColor?.description == "#112233")
        #expect(web.logoURL?.text == "https://example.com/brand.png")
        #expect(configuration.branding(for: nil).logoURL?.text == "https://example.com/picture.png")
    }

    @Test(
        arguments: [
            (["primary_color": "#FFE000"], "1.3:1"), (["primary_color": "#959595"], "2.9:1"),
            (["primary_color": "#222222", "background_color": "#000000"], "1.3:1"),
        ] as [(JSONObject, String)])
    func `links that don't stand out from the page are warned about`(branding: JSONObject, ratio: String) {
        let warnings = warnings([("tenant.thumbturn.branding", .object(branding))], about: "contrast")
        #expect(warnings.map(\.path) == ["tenant.thumbturn.branding.primary_color"])
        #expect(warnings.first?.message.contains(ratio) == true, "\(warnings)")
    }

    @Test(
        arguments: [
            ["primary_color": "#949494"], ["background_color": "#FFFF00"],
            ["primary_color": "#FFE000", "background_color": "#000000"],
        ] as [JSONObject])
    func `links that stand out from the page cause no warning`(branding: JSONObject) {
        #expect(warnings([("tenant.thumbturn.branding", .object(branding))], about: "contrast").isEmpty)
    }

    @Test func `a client's color is compared with the tenant's background`() {
        let edits: [(String, JSONValue?)] = [
            ("tenant.thumbturn.branding", ["primary_color": "#FFE000", "background_color": "#000000"]),
            ("clients[0].thumbturn.branding", ["primary_color": "#222222"]),
        ]
        #expect(
            warnings(edits, about: "contrast").map(\.path) == ["clients[0].thumbturn.branding.primary_color"])
    }
}
