// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPEndpoints
import HTTPServer
import HostedPages
import Testing

/// The table of all rows.
struct OperationRowTests {
    /// An operation as its row has to have it.
    struct Expected: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let path: Path
        let method: Operation.Method
        let security: String
        /// The limit of the body in KiB.
        let limit: Int
        let form: BodyForm?
        let status: Int

        init(
            _ method: Operation.Method, _ path: String, security: String = "nothing", limit: Int = 0,
            form: BodyForm? = nil, status: Int = 200
        ) {
            testDescription = "\(method.rawValue) \(path)"
            self.path = Path(stringLiteral: path)
            (self.method, self.security, self.limit, self.form, self.status) = (method, security, limit, form, status)
        }

        var operation: Operation {
            get throws {
                try #require(
                    Endpoints.operations.first { "\($0.method.rawValue) \($0.path.text)" == testDescription })
            }
        }
    }

    private static let passkeys = [
        Expected(.post, "/passkey/register", security: "client", limit: 128, form: .jsonOrForm),
        Expected(.post, "/passkey/challenge", security: "client", limit: 64, form: .jsonOrForm),
        Expected(.post, "/passkey/report", limit: 80, form: .json, status: 204),
        Expected(.post, "/oauth/token", security: "client", limit: 256, form: .jsonOrForm),
        Expected(.post, "/oauth/revoke", security: "client", limit: 64, form: .jsonOrForm),
        Expected(.get, "/userinfo", security: "openid"),
        Expected(.post, "/userinfo", security: "openid", limit: 16, form: .jsonOrForm),
    ]

    private static let ceremonyAPI = [
        Expected(.post, "/api/auth/register/options", limit: 64, form: .json),
        Expected(.post, "/api/auth/register/verify", limit: 256, form: .json),
        Expected(.get, "/api/auth/authenticate/options"),
        Expected(.post, "/api/auth/authenticate/verify", limit: 256, form: .json),
        Expected(.get, "/api/auth/passkeys/check"), Expected(.get, "/api/auth/passkeys"),
        Expected(.patch, "/api/auth/passkeys/{id}", limit: 64, form: .json),
        Expected(.delete, "/api/auth/passkeys/{id}"),
        Expected(.post, "/api/auth/sign-out"),
    ]

    private static let account = [
        Expected(.delete, "/me/v1", security: "delete:me:account", limit: 256, form: .json, status: 202),
        Expected(.get, "/me/v1/authentication-methods", security: "read:me:authentication_methods"),
        Expected(
            .post, "/me/v1/authentication-methods", security: "create:me:authentication_methods", limit: 256,
            form: .json, status: 202),
        Expected(.get, "/me/v1/authentication-methods/{id}", security: "read:me:authentication_methods"),
        Expected(
            .patch, "/me/v1/authentication-methods/{id}", security: "update:me:authentication_methods", limit: 64,
            form: .json),
        Expected(
            .delete, "/me/v1/authentication-methods/{id}", security: "delete:me:authentication_methods", limit: 256,
            form: .json, status: 204),
        Expected(
            .post, "/me/v1/authentication-methods/{id}/restore", security: "create:me:authentication_methods",
            limit: 256, form: .json),
        Expected(
            .post, "/me/v1/authentication-methods/{id}/disable", security: "update:me:authentication_methods",
            limit: 256, form: .json),
        Expected(
            .post, "/me/v1/authentication-methods/{id}/enable", security: "update:me:authentication_methods",
            limit: 256, form: .json),
        Expected(
            .post, "/me/v1/confirmations", security: "read:me:authentication_methods", limit: 64, form: .json),
        Expected(.post, "/passwordless/start", security: "client", limit: 64, form: .jsonOrForm),
        Expected(.post, "/otp/challenge", security: "client", limit: 64, form: .jsonOrForm),
        Expected(.post, "/dbconnections/signup", limit: 64, form: .jsonOrForm),
        Expected(.post, "/dbconnections/change_password", limit: 64, form: .jsonOrForm),
        Expected(
            .post, "/me/v1/authentication-methods/{id}/verify", security: "create:me:authentication_methods",
            limit: 256, form: .json, status: 201),
        Expected(.get, "/me/v1/factors", security: "read:me:factors"),
    ]

    private static let deviceKeys = [
        Expected(.post, "/device-keys/challenge", security: "client", limit: 64, form: .jsonOrForm),
        Expected(.post, "/device-keys/register", security: "client", limit: 64, form: .json),
        Expected(.get, "/device-keys", security: "read:me:authentication_methods"),
        Expected(
            .post, "/device-keys", security: "create:me:authentication_methods", limit: 64, form: .json, status: 201),
        Expected(.delete, "/device-keys/{id}", security: "delete:me:authentication_methods", status: 204),
        Expected(.post, "/oauth/ro", security: "client", limit: 64, form: .jsonOrForm),
        Expected(.post, "/tokeninfo", limit: 64, form: .jsonOrForm),
        Expected(.post, "/api/users/{id}/publickey", security: "ID token", limit: 64, form: .json, status: 201),
        Expected(.delete, "/api/users/{id}/publickey", security: "ID token", limit: 64, form: .json, status: 204),
        Expected(.get, "/api/v2/device-credentials", security: "password"),
        Expected(.post, "/api/v2/device-credentials", security: "password", limit: 64, form: .json, status: 201),
        Expected(.delete, "/api/v2/device-credentials/{id}", security: "password", status: 204),
    ]

    private static let setup = [
        Expected(.get, "/setup"),
        Expected(.post, "/setup", limit: 64, form: .jsonOrForm, status: 303),
        Expected(.post, "/setup/challenge", limit: 64, form: .json),
        Expected(.post, "/setup/passkey", limit: 256, form: .json),
    ]

    private static let invitations = [
        Expected(.get, "/invitation"),
        Expected(.post, "/invitation/contents", limit: 64, form: .json),
        Expected(.post, "/invitation/challenge", limit: 64, form: .json),
        Expected(.post, "/invitation/verify", limit: 256, form: .json, status: 201),
    ]

    private static let documents = [
        "/", "/.well-known/openid-configuration", "/.well-known/jwks.json", "/.well-known/apple-app-site-association",
        "/apple-app-site-association", "/.well-known/assetlinks.json",
        "/.well-known/webauthn", "/.well-known/passkey-endpoints", "/openapi.json", "/health/live", "/health/ready",
    ].map { Expected(.get, $0) }

    private static let authorization = [
        Expected(.get, "/authorize", status: 303),
        Expected(.post, "/authorize", limit: 64, form: .jsonOrForm, status: 303),
        Expected(.post, "/oauth/par", security: "client", limit: 64, form: .jsonOrForm, status: 201),
        Expected(.post, "/oauth/device/code", security: "client", limit: 64, form: .jsonOrForm),
    ]

    private static let pages =
        [
            "/login", "/login/password", "/password/forgotten", "/password/reset", "/notice/own", "/notice/stop",
            "/mailbox", "/login/select",
            "/login/continue", "/signup", "/signup/password",
            "/signup/profile", "/consent", "/assets/{id}",
            "/login/add-passkey", "/activate", "/activate/confirm", "/login/code", "/login/code/send",
            "/login/code/review", "/link", "/signup/code",
        ].map { Expected(.get, $0) }
        + [
            "/login", "/login/password", "/login/select", "/signup",
            "/signup/password", "/signup/skip",
            "/signup/profile", "/consent", "/login/add-passkey/skip",
            "/activate", "/activate/confirm", "/login/code", "/login/code/send", "/login/code/review", "/link",
            "/signup/code",
        ].map {
            Expected(.post, $0, limit: 64, form: .jsonOrForm, status: 303)
        }
        + ["/password/forgotten", "/password/reset", "/notice/stop"].map {
            Expected(.post, $0, limit: 64, form: .jsonOrForm)
        }
        + ["/login/challenge", "/signup/challenge", "/login/add-passkey/challenge"].map {
            Expected(.post, $0, limit: 64, form: .json)
        }
        + ["/login/passkey", "/signup/passkey", "/login/add-passkey"].map {
            Expected(.post, $0, limit: 256, form: .json)
        }

    private static let accountPages =
        [
            "/account", "/account/password", "/account/password/remove", "/account/password/restore",
            "/account/password/disable", "/account/password/enable", "/account/delete", "/account/keep",
            "/oidc/logout", "/v2/logout", "/account/address", "/account/address/code",
        ].map { Expected(.get, $0) }
        + [
            "/account", "/account/profile", "/account/passkeys/rename", "/account/passkeys/remove",
            "/account/password", "/account/sessions/remove", "/account/device-keys/remove",
            "/account/consents/remove", "/account/devices/remove", "/account/delete", "/account/logout", "/oidc/logout",
            "/account/address", "/account/address/send", "/account/address/code",
        ].map { Expected(.post, $0, limit: 64, form: .jsonOrForm, status: 303) }
        + [
            Expected(.post, "/account/passkeys/challenge", limit: 64, form: .json),
            Expected(.post, "/account/passkeys", limit: 256, form: .json),
            Expected(.post, "/account/confirmation/challenge", limit: 64, form: .json),
            Expected(.post, "/account/confirmation", limit: 256, form: .json),
            Expected(.post, "/account/delete/challenge", limit: 64, form: .json),
            Expected(.post, "/account/delete/passkey", limit: 256, form: .json),
        ]

    private static let webFiles = ["/sdk/{id}", "/demo/", "/demo/{id}"].map { Expected(.get, $0) }

    private static let expected =
        passkeys + ceremonyAPI + authorization + pages + accountPages + setup + account + deviceKeys + invitations
        + webFiles
        + documents

    @Test(arguments: expected)
    func `each operation needs the expected credentials`(expected: Expected) throws {
        let security =
            switch try expected.operation.security {
            case .nothing: "nothing"
            case .client: "client"
            case .accessToken(let scope): scope
            case .idToken: "ID token"
            case .userPassword: "password"
            }
        #expect(security == expected.security)
    }

    @Test(arguments: expected)
    func `each operation takes a body of the expected size and media types`(expected: Expected) throws {
        #expect(try expected.operation.bodyLimit == expected.limit << 10)
        #expect(try expected.operation.body?.form == expected.form)
    }

    @Test(arguments: expected)
    func `each operation succeeds with the expected status`(expected: Expected) throws {
        #expect(try expected.operation.success.status == expected.status)
    }

    @Test func `the table has the expected operations and no others`() {
        let operations = Endpoints.operations.map { "\($0.method.rawValue) \($0.path.text)" }
        #expect(Set(operations) == Set(Self.expected.map(\.testDescription)))
        #expect(operations.count == Self.expected.count)
    }

    @Test func `operation IDs are unique`() {
        let ids = Endpoints.operations.map(\.id)
        #expect(Set(ids).count == ids.count)
    }

    @Test(arguments: expected)
    func `the failures of an operation follow from what it needs`(expected: Expected) throws {
        let operation = try expected.operation
        let failures = operation.failures
        #expect(failures == Set(failures).sorted())
        #expect(failures.contains(421) == !expected.path.text.hasPrefix("/health/"))
        #expect(failures.contains(401) || expected.security == "nothing")
        // The userinfo endpoint ignores a body that is not a form.
        #expect(failures.contains(415) == (operation.body != nil && expected.path.text != "/userinfo"))
        if operation.body != nil { #expect(Set(failures).isSuperset(of: [400, 413])) }
        if !operation.query.isEmpty { #expect(failures.contains(400)) }
    }

    @Test func `only public files that change answer conditional requests`() {
        let paths = Endpoints.operations.filter(\.success.isRevalidated).map(\.path.text)
        #expect(
            Set(paths) == [
                "/.well-known/apple-app-site-association", "/apple-app-site-association",
                "/.well-known/assetlinks.json", "/.well-known/webauthn", "/.well-known/passkey-endpoints",
                "/sdk/{id}", "/demo/{id}", "/assets/{id}",
            ])
    }

    // MARK: Paths

    @Test(arguments: expected)
    func `every operation is found at its own path only`(expected: Expected) {
        let path = expected.path.naming("passkey|dev_x")
        let found = Endpoints.operations(at: path)
        #expect(found.all.contains { $0.path == expected.path && $0.method == expected.method })
        #expect(found.all.allSatisfy { $0.path == expected.path })
        #expect(found.name == (expected.path.hasName ? "passkey|dev_x" : nil))
        for suffix in ["/", "//", "/x/y"] where path != "/" {
            #expect(Endpoints.operations(at: path + suffix).all.isEmpty, "\(path + suffix)")
        }
        #expect(Endpoints.operations(at: "/" + path).all.isEmpty)
        #expect(path == "/" || Endpoints.operations(at: path.uppercased()).all.isEmpty)
    }

    @Test(arguments: PagePath.allCases)
    func `every path of a page has an operation`(path: PagePath) {
        #expect(!Endpoints.operations(at: path.rawValue).all.isEmpty)
    }

    @Test func `a fixed path wins over a name`() {
        #expect(Endpoints.operations(at: "/api/auth/passkeys/check").all.map(\.id) == ["checkPasskeys"])
    }

    @Test(arguments: [
        "", "//", "passkey/register", "/passkey", "/passkey/register?", "/nothing", "/me", "/me/v2", "/me/v1/",
        "/oauth/token%20", "/oauth%2Ftoken", "/%6Fauth/token", "/me/v1/authentication-methods/a/b",
        "/me/v1/authentication-methods/a/verify/b", "/me/v2/authentication-methods/a", "/.well-known", "/health",
    ])
    func `an unknown path has no operation`(path: String) {
        #expect(Endpoints.operations(at: path).all.isEmpty)
    }
}
