// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import IdentityModel
import TestSupport
import Testing
import WireFormats

/// The authorization code flow of each kind of client.
struct CodeFlowWireTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let client: String
        var authentication = RelyingParty.Authentication.none
        var redirectURI = TestServerConfiguration.callback

        var testDescription: String { "\(client) at \(redirectURI)" }

        func party(at server: TestServer) -> RelyingParty {
            RelyingParty(at: server).with {
                $0.client = client
                $0.authentication = authentication
                $0.redirectURI = redirectURI
            }
        }
    }

    static let kinds: [Kind] = [
        Kind(client: "web"),
        Kind(client: "many", redirectURI: TestServerConfiguration.otherCallback),
        Kind(client: "web-post", authentication: .post),
        Kind(client: "web-basic", authentication: .basic),
        Kind(client: "web-jwt", authentication: .privateKey),
        Kind(client: "app", redirectURI: TestServerConfiguration.privateUseCallback),
        Kind(client: "app", redirectURI: "http://127.0.0.1:49152/callback"),
        Kind(client: "app", redirectURI: TestServerConfiguration.loopbackCallback),
    ]

    @Test(arguments: kinds)
    func `a user signs up and in, and the client gets tokens`(kind: Kind) async throws {
        let server = try await TestServer()
        let party = kind.party(at: server)
        let browser = TestBrowser(at: server)
        let signedUp = try await browser.signUp(at: party, name: "Ada Lovelace")
        let signedIn = try await browser.signIn(at: party)
        let continued = try await browser.continueSession(at: party, isConfirmed: kind.client == "app")
        #expect(signedIn.identity["sub"] == signedUp.identity["sub"])
        #expect(continued.identity["sub"] == signedUp.identity["sub"])
        #expect(continued.identity["email"] == "ada@example.org")
        #expect(continued.identity["name"] == "Ada Lovelace")
        let claims = try await party.userInfo(continued.access).require(200)
        #expect(claims.value("sub") == signedUp.identity["sub"])
        try await party.refresh(continued.refresh).require(200)
        #expect(try await server.users().count == 1)
    }

    @Test func `a redirect URI may be left out if the client has one`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with { $0.redirectURI = nil }
        try await TestBrowser(at: server).signUp(at: party)
    }

    @Test func `a confidential client may go without a challenge`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with {
            $0.client = "web-post"
            $0.authentication = .post
        }
        let browser = TestBrowser(at: server)
        try await browser.signUp(at: party)
        _ = try await browser.continueSession(
            at: party, asking: ["code_challenge": nil, "code_challenge_method": nil])
    }

    @Test func `the tokens name the session, the authentication and the client`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server)
        let browser = TestBrowser(at: server)
        let first = try await browser.signUp(at: party)
        server.clock.advance(seconds: 100)
        let second = try await browser.continueSession(at: party, asking: ["max_age": "3600"])
        #expect(second.sessionID != nil && second.sessionID == first.sessionID)
        #expect(second.identity["auth_time"]?.intValue == Int(ManualClock.start.secondsSince1970))
        #expect(second.identity["amr"]?.arrayValue?.contains("pop") == true)
        #expect(second.identity["acr"]?.stringValue?.hasPrefix("phr") == true)
        #expect(second.response.value("scope") == nil || second.response.value("token_type") == "Bearer")
    }

    @Test func `updated_at is a number in the code flow, also after a refresh`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server)
        let tokens = try await TestBrowser(at: server).signUp(at: party)
        let refreshed = try await party.refresh(tokens.refresh).require(200)
        let identity = try await VerifiedToken(refreshed.text("id_token"), at: server)
        let claims = [
            tokens.identity.claims, try #require(try await party.userInfo(tokens.access).json), identity.claims,
            try #require(try await party.userInfo(refreshed.text("access_token")).json),
        ]
        for claims in claims { #expect(claims["updated_at"]?.intValue == Int(ManualClock.start.secondsSince1970)) }
    }

    @Test func `a session is used by every client of the operator`() async throws {
        let server = try await TestServer()
        let browser = TestBrowser(at: server)
        let first = try await browser.signUp(at: RelyingParty(at: server))
        let other = RelyingParty(at: server).with { $0.client = "other-web" }
        let second = try await browser.continueSession(at: other)
        #expect(first.identity["sub"] == second.identity["sub"])
        #expect(first.sessionID == second.sessionID)
    }

    @Test func `an access token is for the API that the request names`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with { $0.scope = "openid read:notes" }
        let browser = TestBrowser(at: server)
        try await browser.signUp(at: party)
        let tokens = try await browser.continueSession(
            at: party, asking: ["audience": TestServerConfiguration.interface])
        let access = try await VerifiedToken(tokens.access, at: server)
        #expect(access["sub"] == tokens.identity["sub"])
        let audiences = access["aud"]?.arrayValue ?? [access["aud"] ?? .null]
        #expect(audiences.contains(.string(TestServerConfiguration.interface)))
    }

    @Test func `an organization is in the tokens`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with { $0.client = "team" }
        let browser = TestBrowser(at: server)
        try await browser.signUp(at: party)
        let tokens = try await browser.continueSession(at: party, asking: ["organization": "acme"])
        #expect(tokens.identity["org_id"] == "org_acme1")
        let upperCase = try await browser.continueSession(at: party, asking: ["organization": "ACME"])
        #expect(upperCase.identity["org_id"] == tokens.identity["org_id"])
        let refused = try await browser.authorize(party.attempt(["organization": "nowhere"]))
        #expect(refused["error"] == "invalid_request")
    }

    @Test(arguments: [nil, "block", "allow"] as [String?])
    func `a third-party client can name an organization only if it allows that`(access: String?) async throws {
        let server = try await TestServer { documents in
            for index in documents.indices {
                switch documents[index].id {
                case "team": documents[index].json["is_first_party"] = false
                case "acme": documents[index].json["third_party_client_access"] = access.map(JSONValue.string)
                default: break
                }
            }
        }
        let party = RelyingParty(at: server).with { $0.client = "team" }
        let visit = try await TestBrowser(at: server).authorize(party.attempt(["organization": "acme"]))
        #expect(visit.isAway == (access != "allow"))
        if visit.isAway { #expect(visit.parameters["error"] == "invalid_request") }
    }

    @Test func `a pending sign-up at another host is not continued there`() async throws {
        let server = try await TestServer()
        let visit = try await TestBrowser(at: server).authorize(RelyingParty(at: server).attempt())
        let elsewhere = TestBrowser(at: server, host: TestServer.otherHost)
        let response = try await elsewhere.visit(visit.address)
        #expect(response.response.status == 400)
        #expect(server.log.last?.code == "oauth.authorization-transaction-not-issued-here")
    }

    @Test func `a client without the grant is rejected in the redirect`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with { $0.client = "no-code-grant" }
        let visit = try await TestBrowser(at: server).authorize(party.attempt())
        #expect(visit["error"] == "unauthorized_client")
        #expect(visit["iss"] == party.issuer)
    }
}
