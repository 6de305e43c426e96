// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import OpenIDProvider
import Testing
import WireFormats

@Suite struct ScopePolicyTests {
    static let api = ProviderFixture.api
    static let second = ProviderFixture.second
    static let me = "https://login.example.com/me/"

    private func granted(
        _ scope: String?, audience: String? = nil, client: String = "app"
    ) throws -> String {
        try ProviderFixture().scopes(client).grant(.init(scope: scope, audience: audience)).scope.joined(separator: " ")
    }

    private func rejection(_ audience: String, client: String = "app") throws -> OAuthFailure? {
        let policy = try ProviderFixture().scopes(client)
        do throws(OAuthFailure) {
            _ = try policy.grant(.init(scope: "openid", audience: audience))
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        (nil, "openid profile email"), ("", "openid profile email"), ("   ", "openid profile email"),
        ("openid", "openid"), ("profile", "profile"), ("email openid", "email openid"),
        ("openid  openid openid", "openid"), ("openid unknown profile", "openid profile"),
        ("openid name email nickname", "openid name email nickname"), ("openid phone", "openid phone"),
        ("openid offline_access", "openid offline_access"), ("openid read:notes", "openid"), ("OpenID", ""),
        ("openid gender", "openid"), ("\u{212A}", ""), ("op\u{65}nid", "openid"),
    ])
    func `known scopes are granted and others are left out`(requested: String?, expected: String) throws {
        #expect(try granted(requested) == expected)
    }

    @Test(arguments: [
        ("openid read:notes delete:notes", "openid read:notes"), (nil, "openid profile email"),
        ("read:notes write:notes", "read:notes write:notes"), ("read:more", ""),
    ])
    func `an API has its own scopes`(requested: String?, expected: String) throws {
        #expect(try granted(requested, audience: Self.api) == expected)
    }

    @Test func `offline access needs the grant type and an API that allows it`() throws {
        #expect(try granted("openid offline_access", client: "no-refresh") == "openid")
        #expect(try granted("openid offline_access", audience: Self.second) == "openid")
        #expect(try granted("openid offline_access", audience: Self.api) == "openid offline_access")
    }

    @Test func `the userinfo audience is not an API`() throws {
        let grant = try ProviderFixture().scopes("app").grant(
            .init(scope: "openid", audience: "https://login.example.com/userinfo"))
        #expect(grant.resourceServer == nil)
    }

    @Test(arguments: [
        "https://nowhere.example/", "https://login.example.net/me/", "https://login.example.com/me",
        "https://login.example.com/me/v1", "", "https://api.example.com",
    ])
    func `an unknown audience is rejected`(audience: String) throws {
        let failure = try #require(try rejection(audience))
        #expect(failure == .audienceUnknown(audience))
        #expect(failure.error == "access_denied")
        #expect(failure.description == "Service not found: \(audience)")
    }

    @Test func `the user's own account is for first-party clients only`() throws {
        let requested = "openid read:me:authentication_methods create:me:authentication_methods update:me:nothing"
        #expect(
            try granted(requested, audience: Self.me)
                == "openid read:me:authentication_methods create:me:authentication_methods")
        #expect(try rejection(Self.me, client: "third-party") == .audienceNotAllowed(Self.me))
        #expect(try rejection(Self.api, client: "third-party") == nil)
    }

    @Test func `hyphenated scopes of one SDK are aliases and are granted once`() throws {
        let requested = "read:me:authentication-methods read:me:authentication_methods delete:me:authentication-methods"
        #expect(
            try granted(requested, audience: Self.me)
                == "read:me:authentication_methods delete:me:authentication_methods")
    }

    @Test func `scopes that only resemble the aliases are unknown`() throws {
        #expect(try granted("read:me:authentication.methods", audience: Self.me) == "")
    }

    @Test func `an API may define scopes with hyphens`() throws {
        let scope = "erase:me:authentication-methods"
        let provider = try ProviderFixture { documents in
            for index in documents.indices where documents[index].id == Self.api {
                documents[index].json["scopes"] = [["value": .string(scope)]]
            }
        }
        let policy = try provider.scopes("app")
        #expect(try policy.grant(.init(scope: scope, audience: Self.api)).scope == [scope])
    }

    @Test func `the default audience applies if none is requested`() throws {
        let provider = try ProviderFixture { documents in
            documents.append(
                ConfigurationDocument(
                    kind: .tenant, id: Tenant.onlyID, json: ["default_audience": .string(Self.api)]))
        }
        #expect(try provider.scopes("app").grant(.init()).resourceServer?.identifier == Self.api)
        let userInfo = ScopePolicy.Request(audience: provider.issuer().userInfo)
        #expect(try provider.scopes("app").grant(userInfo).resourceServer == nil)
    }

    @Test func `clients and APIs can require bound tokens`() throws {
        #expect(try ProviderFixture().scopes("proof-required").grant(.init()).requiresProof)
        #expect(try !ProviderFixture().scopes("app").grant(.init()).requiresProof)
    }

    // MARK: Refreshing

    /// The sign-in that a refresh token comes from.
    private struct SignIn {
        var scope = "openid profile offline_access"
        var audience: String?
        /// The audiences in the client's refresh token policy.
        var policy: [RefreshTokenPolicy.Audience] = []
        var client = "app"
    }

    private func refreshed(
        _ scope: String?, audience: String?, from signIn: SignIn = SignIn()
    ) throws -> Result<String, OAuthFailure> {
        let provider = try ProviderFixture()
        let policies = signIn.policy.map { policy in
            JSONValue.object([
                "audience": .string(policy.audience), "scope": .array(policy.scopes.map(JSONValue.string)),
            ])
        }
        let client = try ProviderFixture.client(
            signIn.client, with: ["refresh_token": ["policies": .array(policies)]])
        var grant = RefreshToken.Grant(
            user: ProviderFixture.user().id, client: client.id, host: ProviderFixture.host,
            authenticatedAt: ProviderFixture.start)
        grant.scope = signIn.scope.split(separator: " ").map(String.init)
        grant.audience = signIn.audience
        let policy = ScopePolicy(configuration: provider.configuration, issuer: provider.issuer(), client: client)
        do throws(OAuthFailure) {
            let scope = try policy.grant(.init(scope: scope, audience: audience), refreshing: grant).scope
            return .success(scope.joined(separator: " "))
        } catch {
            return .failure(error)
        }
    }

    @Test func `a refresh gives the granted scopes or fewer`() throws {
        #expect(try refreshed(nil, audience: nil) == .success("openid profile offline_access"))
        #expect(try refreshed("openid", audience: nil) == .success("openid"))
        #expect(try refreshed("openid email read:notes", audience: nil) == .success("openid"))
        #expect(
            try refreshed(
                "read:notes write:notes", audience: nil, from: SignIn(scope: "openid read:notes", audience: Self.api))
                == .success("read:notes"))
        #expect(
            try refreshed(nil, audience: Self.api, from: SignIn(scope: "openid read:notes", audience: Self.api))
                == .success("openid read:notes"))
    }

    @Test func `scopes not granted at the sign-in are not replaced with others`() throws {
        #expect(
            try refreshed(
                "write:notes", audience: Self.api, from: SignIn(scope: "openid read:notes", audience: Self.api))
                == .success(""))
        #expect(try refreshed("email", audience: "https://login.example.com/userinfo") == .success(""))
    }

    @Test func `no scope is carried over from one API to another`() throws {
        let policy = [RefreshTokenPolicy.Audience(audience: Self.second, scopes: ["write:more"])]
        #expect(
            try refreshed(
                "openid read:more write:more", audience: Self.second,
                from: SignIn(scope: "openid read:more", audience: Self.api, policy: policy))
                == .success("openid write:more"))
    }

    @Test func `a policy for the API of the sign-in adds to the granted scopes`() throws {
        let policy = [RefreshTokenPolicy.Audience(audience: Self.api, scopes: ["write:notes"])]
        #expect(
            try refreshed(
                nil, audience: nil, from: SignIn(scope: "openid read:notes", audience: Self.api, policy: policy))
                == .success("openid read:notes write:notes"))
        #expect(
            try refreshed(
                "write:notes", audience: Self.api,
                from: SignIn(scope: "openid read:notes", audience: Self.api, policy: policy))
                == .success("write:notes"))
    }

    @Test(arguments: [Self.second, "https://nowhere.example/", "https://login.example.net/me/"])
    func `an audience without a policy falls back to that of the sign-in`(audience: String) throws {
        let policy = [RefreshTokenPolicy.Audience(audience: Self.api, scopes: ["read:notes"])]
        #expect(
            try refreshed("openid read:more", audience: audience, from: SignIn(policy: policy)) == .success("openid"))
        #expect(
            try refreshed("read:more", audience: audience, from: SignIn(policy: policy))
                == .success("openid profile offline_access"))
        #expect(
            try refreshed(nil, audience: audience, from: SignIn(scope: "openid read:notes", audience: Self.api))
                == .success("openid read:notes"))
    }

    @Test func `online access without a browser session is rejected with an error`() throws {
        let expected = OAuthFailure.scopeNotOffered("online_access")
        #expect(throws: expected) { try granted("openid online_access") }
        #expect(try refreshed("openid online_access", audience: nil) == .failure(expected))
        #expect(expected.error == "invalid_scope")
    }

    @Test(arguments: [
        ("app", nil, "openid online_access"), ("app", api, "openid online_access"), ("app", second, "openid"),
        ("no-refresh", nil, "openid"),
    ])
    func `online access needs a session, the grant type and an API that allows it`(
        client: String, audience: String?, expected: String
    ) throws {
        let policy = try ProviderFixture { documents in
            for index in documents.indices where documents[index].id == Self.second {
                documents[index].json["allow_online_access"] = false
            }
        }.scopes(client)
        let granted = try policy.grant(.init(scope: "openid online_access", audience: audience, hasSession: true))
        #expect(granted.text == expected)
        #expect(granted.isOnline == (expected != "openid"))
    }

    @Test(arguments: [("offline_access", "online_access"), ("online_access", "offline_access")])
    func `an API that allows one kind of refresh token need not allow the other`(
        allowed: String, other: String
    ) throws {
        let policy = try ProviderFixture { documents in
            for index in documents.indices where documents[index].id == Self.api {
                documents[index].json["allow_\(other)"] = false
            }
        }.scopes("app")
        let request = ScopePolicy.Request(
            scope: "openid offline_access online_access", audience: Self.api, hasSession: true)
        #expect(try policy.grant(request).scope == ["openid", allowed])
    }

    @Test func `a refresh keeps online access`() throws {
        var grant = RefreshToken.Grant(
            user: ProviderFixture.user().id, client: "app", host: ProviderFixture.host,
            authenticatedAt: ProviderFixture.start)
        grant.scope = ["openid", "online_access"]
        grant.session = .random(at: ProviderFixture.start)
        let policy = try ProviderFixture().scopes("app")
        for scope in [nil, "openid online_access"] {
            #expect(try policy.grant(.init(scope: scope), refreshing: grant).text == "openid online_access")
        }
        #expect(
            try policy.grant(.init(audience: Self.me), refreshing: grant).text.hasPrefix("openid online_access"))
    }

    @Test func `an API can require bound tokens of all clients`() throws {
        let provider = try ProviderFixture { documents in
            for index in documents.indices where documents[index].id == Self.api {
                documents[index].json["proof_of_possession"] = ["required": true, "required_for": "all_clients"]
            }
        }
        for client in ["app", "web"] {
            #expect(try provider.scopes(client).grant(.init(audience: Self.api)).requiresProof)
        }
    }

    @Test func `an API can require bound tokens of public clients only`() throws {
        let provider = try ProviderFixture { documents in
            for index in documents.indices where documents[index].id == Self.api {
                documents[index].json["proof_of_possession"] = ["required": true, "required_for": "public_clients"]
            }
        }
        let request = ScopePolicy.Request(audience: Self.api)
        #expect(try provider.scopes("app").grant(request).requiresProof)
        #expect(try !provider.scopes("web").grant(request).requiresProof)
    }

    @Test func `a first-party client can request the user's own account at a refresh`() throws {
        #expect(
            try refreshed("openid create:me:authentication_methods", audience: Self.me)
                == .success("openid create:me:authentication_methods"))
        #expect(try refreshed(nil, audience: Self.me) == .success("openid profile offline_access"))
        #expect(
            try refreshed(
                "openid create:me:authentication_methods", audience: Self.me, from: SignIn(client: "third-party"))
                == .success("openid"))
    }

    @Test func `a policy limits the scopes for the user's own account`() throws {
        let policy = [RefreshTokenPolicy.Audience(audience: Self.me, scopes: ["read:me:authentication_methods"])]
        #expect(
            try refreshed(
                "create:me:authentication_methods read:me:authentication_methods", audience: Self.me,
                from: SignIn(policy: policy))
                == .success("read:me:authentication_methods"))
        #expect(
            try refreshed(nil, audience: Self.me, from: SignIn(policy: policy))
                == .success("openid profile offline_access read:me:authentication_methods"))
    }

    @Test func `another API needs a policy`() throws {
        #expect(try refreshed("openid read:notes", audience: Self.api) == .success("openid"))
        let policy = [RefreshTokenPolicy.Audience(audience: Self.api, scopes: ["read:notes", "gone:scope"])]
        #expect(
            try refreshed("read:notes write:notes gone:scope", audience: Self.api, from: SignIn(policy: policy))
                == .success("read:notes"))
    }

    @Test func `the userinfo audience is always available at a refresh`() throws {
        #expect(
            try refreshed(
                nil, audience: "https://login.example.com/userinfo",
                from: SignIn(scope: "openid read:notes", audience: Self.api))
                == .success("openid"))
    }
}
