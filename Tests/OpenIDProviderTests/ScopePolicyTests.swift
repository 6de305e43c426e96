// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import OpenIDProvider
import Testing
import WireFormats

@Suite struct ScopePolicyTests {
    static let api = ProviderWorld.api
    static let second = ProviderWorld.second
    static let me = "https://login.example.com/me/"

    private func granted(
        _ scope: String?, audience: String? = nil, client: String = "app"
    ) throws -> String {
        try ProviderWorld().scopes(client).grant(.init(scope: scope, audience: audience)).scope.joined(separator: " ")
    }

    private func refusal(_ audience: String, client: String = "app") throws -> OAuthFailure? {
        let policy = try ProviderWorld().scopes(client)
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
    func `known scopes are granted and others are left out`(asked: String?, expected: String) throws {
        #expect(try granted(asked) == expected)
    }

    @Test(arguments: [
        ("openid read:notes delete:notes", "openid read:notes"), (nil, "openid profile email"),
        ("read:notes write:notes", "read:notes write:notes"), ("read:more", ""),
    ])
    func `an API has its own scopes`(asked: String?, expected: String) throws {
        #expect(try granted(asked, audience: Self.api) == expected)
    }

    @Test func `offline access needs the grant type and an API that allows it`() throws {
        #expect(try granted("openid offline_access", client: "online") == "openid")
        #expect(try granted("openid offline_access", audience: Self.second) == "openid")
        #expect(try granted("openid offline_access", audience: Self.api) == "openid offline_access")
    }

    @Test func `the userinfo audience is not an API`() throws {
        let grant = try ProviderWorld().scopes("app").grant(
            .init(scope: "openid", audience: "https://login.example.com/userinfo"))
        #expect(grant.resourceServer == nil)
    }

    @Test(arguments: [
        "https://nowhere.example/", "https://login.example.net/me/", "https://login.example.com/me",
        "https://login.example.com/me/v1", "", "https://api.example.com",
    ])
    func `an unknown audience is rejected`(audience: String) throws {
        let failure = try #require(try refusal(audience))
        #expect(failure == .audienceUnknown(audience))
        #expect(failure.error == "access_denied")
        #expect(failure.description == "Service not found: \(audience)")
    }

    @Test func `the user's own account is for first-party clients only`() throws {
        let asked = "openid read:me:authentication_methods create:me:authentication_methods update:me:nothing"
        #expect(
            try granted(asked, audience: Self.me)
                == "openid read:me:authentication_methods create:me:authentication_methods")
        #expect(try refusal(Self.me, client: "third") == .audienceNotAllowed(Self.me))
        #expect(try refusal(Self.api, client: "third") == nil)
    }

    @Test func `hyphenated scopes of one SDK are aliases and are granted once`() throws {
        let asked = "read:me:authentication-methods read:me:authentication_methods delete:me:authentication-methods"
        #expect(
            try granted(asked, audience: Self.me)
                == "read:me:authentication_methods delete:me:authentication_methods")
    }

    @Test func `scopes that only resemble the aliases are unknown`() throws {
        #expect(try granted("read:me:authentication.methods", audience: Self.me) == "")
    }

    @Test func `an API may define scopes with hyphens`() throws {
        let scope = "erase:me:authentication-methods"
        let world = try ProviderWorld { documents in
            for index in documents.indices where documents[index].id == Self.api {
                documents[index].json["scopes"] = [["value": .string(scope)]]
            }
        }
        let policy = try world.scopes("app")
        #expect(try policy.grant(.init(scope: scope, audience: Self.api)).scope == [scope])
    }

    @Test func `the default audience applies if none is requested`() throws {
        let world = try ProviderWorld { documents in
            documents.append(
                ConfigurationDocument(
                    kind: .tenant, id: Tenant.onlyID, json: ["default_audience": .string(Self.api)]))
        }
        #expect(try world.scopes("app").grant(.init()).resourceServer?.identifier == Self.api)
        let userInfo = ScopePolicy.Request(audience: world.issuer().userInfo)
        #expect(try world.scopes("app").grant(userInfo).resourceServer == nil)
    }

    @Test func `clients and APIs can require bound tokens`() throws {
        #expect(try ProviderWorld().scopes("careful").grant(.init()).requiresProof)
        #expect(try !ProviderWorld().scopes("app").grant(.init()).requiresProof)
    }

    // MARK: Refreshing

    private func refreshed(
        _ scope: String?, audience: String?, original: String? = nil,
        granted: String = "openid profile offline_access", reach: [RefreshTokenPolicy.Audience] = [],
        client: String = "app"
    ) throws -> Result<String, OAuthFailure> {
        let world = try ProviderWorld()
        var client = try world.client(client)
        client.refreshTokens.audiences = reach
        var grant = RefreshToken.Grant(
            user: ProviderWorld.user().id, client: client.id, host: ProviderWorld.host,
            authenticatedAt: ProviderWorld.start)
        grant.scope = granted.split(separator: " ").map(String.init)
        grant.audience = original
        let policy = ScopePolicy(configuration: world.configuration, issuer: world.issuer(), client: client)
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
            try refreshed("read:notes write:notes", audience: nil, original: Self.api, granted: "openid read:notes")
                == .success("read:notes"))
        #expect(
            try refreshed(nil, audience: Self.api, original: Self.api, granted: "openid read:notes")
                == .success("openid read:notes"))
    }

    @Test func `scopes not granted at the sign-in are not replaced with others`() throws {
        #expect(
            try refreshed("write:notes", audience: Self.api, original: Self.api, granted: "openid read:notes")
                == .success(""))
        #expect(try refreshed("email", audience: "https://login.example.com/userinfo") == .success(""))
    }

    @Test func `no scope is carried over from one API to another`() throws {
        let reach = [RefreshTokenPolicy.Audience(audience: Self.second, scopes: ["write:more"])]
        #expect(
            try refreshed(
                "openid read:more write:more", audience: Self.second, original: Self.api,
                granted: "openid read:more", reach: reach)
                == .success("openid write:more"))
    }

    @Test func `a policy for the API of the sign-in adds to the granted scopes`() throws {
        let reach = [RefreshTokenPolicy.Audience(audience: Self.api, scopes: ["write:notes"])]
        #expect(
            try refreshed(nil, audience: nil, original: Self.api, granted: "openid read:notes", reach: reach)
                == .success("openid read:notes write:notes"))
        #expect(
            try refreshed(
                "write:notes", audience: Self.api, original: Self.api, granted: "openid read:notes", reach: reach)
                == .success("write:notes"))
    }

    @Test(arguments: [Self.second, "https://nowhere.example/", "https://login.example.net/me/"])
    func `an audience without a policy falls back to that of the sign-in`(audience: String) throws {
        let reach = [RefreshTokenPolicy.Audience(audience: Self.api, scopes: ["read:notes"])]
        #expect(
            try refreshed("openid read:more", audience: audience, reach: reach) == .success("openid"))
        #expect(
            try refreshed("read:more", audience: audience, reach: reach)
                == .success("openid profile offline_access"))
        #expect(
            try refreshed(nil, audience: audience, original: Self.api, granted: "openid read:notes")
                == .success("openid read:notes"))
    }

    @Test func `a request for online_access is rejected with an error`() throws {
        let expected = OAuthFailure.scopeNotOffered("online_access")
        #expect(throws: expected) { try granted("openid online_access") }
        #expect(try refreshed("openid online_access", audience: nil) == .failure(expected))
        #expect(expected.error == "invalid_scope")
    }

    @Test func `an API can require bound tokens of all clients`() throws {
        let world = try ProviderWorld { documents in
            for index in documents.indices where documents[index].id == Self.api {
                documents[index].json["proof_of_possession"] = ["required": true, "required_for": "all_clients"]
            }
        }
        for client in ["app", "web"] {
            #expect(try world.scopes(client).grant(.init(audience: Self.api)).requiresProof)
        }
    }

    @Test func `an API can require bound tokens of public clients only`() throws {
        let world = try ProviderWorld { documents in
            for index in documents.indices where documents[index].id == Self.api {
                documents[index].json["proof_of_possession"] = ["required": true, "required_for": "public_clients"]
            }
        }
        let request = ScopePolicy.Request(audience: Self.api)
        #expect(try world.scopes("app").grant(request).requiresProof)
        #expect(try !world.scopes("web").grant(request).requiresProof)
    }

    @Test func `a first-party client can request the user's own account at a refresh`() throws {
        #expect(
            try refreshed("openid create:me:authentication_methods", audience: Self.me)
                == .success("openid create:me:authentication_methods"))
        #expect(try refreshed(nil, audience: Self.me) == .success("openid profile offline_access"))
        #expect(
            try refreshed("openid create:me:authentication_methods", audience: Self.me, client: "third")
                == .success("openid"))
    }

    @Test func `a policy limits the scopes for the user's own account`() throws {
        let reach = [RefreshTokenPolicy.Audience(audience: Self.me, scopes: ["read:me:authentication_methods"])]
        #expect(
            try refreshed(
                "create:me:authentication_methods read:me:authentication_methods", audience: Self.me, reach: reach)
                == .success("read:me:authentication_methods"))
        #expect(
            try refreshed(nil, audience: Self.me, reach: reach)
                == .success("openid profile offline_access read:me:authentication_methods"))
    }

    @Test func `another API needs a policy`() throws {
        #expect(try refreshed("openid read:notes", audience: Self.api) == .success("openid"))
        let reach = [RefreshTokenPolicy.Audience(audience: Self.api, scopes: ["read:notes", "gone:scope"])]
        #expect(
            try refreshed("read:notes write:notes gone:scope", audience: Self.api, reach: reach)
                == .success("read:notes"))
    }

    @Test func `the userinfo audience is always available at a refresh`() throws {
        #expect(
            try refreshed(
                nil, audience: "https://login.example.com/userinfo", original: Self.api, granted: "openid read:notes")
                == .success("openid"))
    }
}
