// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import JOSE
import OpenIDProvider
import SQLiteStorage
import SoftwareAuthenticator
import TemporaryFolders
import Testing
import WireFormats

/// Details of requests and responses that decide who may do what, one check each.
struct RequestDetailTests {
    private static let methods = "/me/v1/authentication-methods"
    private static let grant = JSONValue.string(Visitor.grant)

    /// The configuration with a client that is changed.
    private func directory(changing id: String, _ members: JSONObject) throws -> Directory {
        try PlaceConfiguration.directory { documents in
            documents = documents.map { document in
                guard document.kind == .client, document.id == id else { return document }
                var json = document.json
                for member in members.members { json[member.name] = member.value }
                return ConfigurationDocument(kind: .client, id: id, json: json)
            }
        }
    }

    // MARK: The token endpoint

    @Test func `a client gets tokens only by the grants that it is registered for`() async throws {
        let place = try await Place()
        let body: JSONObject = [
            "client_id": "bare", "grant_type": Self.grant, "auth_session": "x", "authn_response": [:],
        ]
        let answer = try await place.send(.post("/oauth/token", body))
        #expect(answer.value("error") == "unauthorized_client")
    }

    @Test func `a grant that was taken from a client no longer refreshes`() async throws {
        let visitor = Visitor(at: try await Place())
        let token = try await visitor.signUp().require(200).text("refresh_token")
        visitor.place.serve(try directory(changing: "spa", ["grant_types": [Self.grant]]))
        #expect(try await visitor.refresh(token).value("error") == "unauthorized_client")
    }

    @Test func `a client that has come to need proofs does not refresh what it got without one`() async throws {
        let visitor = Visitor(at: try await Place())
        let token = try await visitor.signUp().require(200).text("refresh_token")
        visitor.place.serve(try directory(changing: "spa", ["require_proof_of_possession": true]))
        let answer = try await visitor.refresh(token)
        #expect(answer.status == 400)
        #expect(answer.value("access_token") == nil)
    }

    @Test func `a refresh that lacks a proof does not use the token up`() async throws {
        let visitor = Visitor(at: try await Place()).with { $0.client = "careless" }
        let token = try await visitor.signUp().require(200).text("refresh_token")
        visitor.place.serve(try directory(changing: "careless", ["require_proof_of_possession": true]))
        try await visitor.refresh(token).require(400)
        visitor.place.serve(try PlaceConfiguration.directory())
        try await visitor.refresh(token).require(200)
    }

    @Test func `a client that names itself is never taken from the session`() async throws {
        let body: JSONObject = [
            "client_id": "post", "grant_type": Self.grant, "auth_session": "not one of ours", "authn_response": [:],
        ]
        let answer = try await Place().send(.post("/oauth/token", body)).require(401)
        #expect(answer.value("error") == "invalid_client")
    }

    @Test func `only the grant of a passkey takes the client from a session`() async throws {
        let visitor = Visitor(at: try await Place())
        let token = try await visitor.signUp().require(200).text("refresh_token")
        let body: JSONObject = [
            "grant_type": "refresh_token", "refresh_token": .string(token),
            "auth_session": .string(try await visitor.beginSignIn().session),
        ]
        let answer = try await visitor.place.send(.post("/oauth/token", body)).require(400)
        #expect(answer.value("error") == "invalid_request")
        #expect(answer.value("access_token") == nil)
    }

    @Test func `only who is not authenticated is asked to come back with credentials`() async throws {
        let place = try await Place()
        let credentials = "Basic " + Base64.encode(Array("basic:\(PlaceConfiguration.secret)".utf8))
        let body: JSONObject = ["client_id": "basic", "client_secret": .string(PlaceConfiguration.secret)]
        let message = Message.post("/passkey/challenge", body).with("Authorization", credentials)
        #expect(try await place.send(message).require(400).headers["WWW-Authenticate"] == nil)
    }

    @Test func `who needs no RSA key does not wait for the first one`() async throws {
        let folder = try TemporaryFolder()
        let storage = try SQLiteStorage(SQLiteSettings(path: folder.path(of: "fresh.sqlite")))
        let ring = KeyRing(master: PlaceKeys.master, storage: storage, isInHurry: true)
        try await ring.prepare(host: Place.host, at: Place.Clock.start)
        let endpoints = Endpoints(
            Services(
                storage: storage, keyRing: ring,
                served: ServedHosts(directory: try PlaceConfiguration.directory(), master: PlaceKeys.master)))
        for (message, hasWaited) in [
            (Message.get("/.well-known/openid-configuration"), false),
            (.post("/passkey/challenge", ["client_id": "spa"]), false), (.get("/.well-known/jwks.json"), true),
        ] {
            let response = await endpoints.answer(try message.request, try message.connection)
            #expect(response.status == 200)
            #expect(try #require(ring.keys(of: Place.host)).algorithms.contains(.rs256) == hasWaited)
        }
        try await ring.prepareNext(host: Place.host, at: Place.Clock.start)
        await storage.close()
    }

    @Test func `a client that sends an assertion is never taken from the session`() async throws {
        let place = try await Place()
        var body: JSONObject = ["grant_type": Self.grant, "auth_session": "not one of ours", "authn_response": [:]]
        body.members += ClientAssertion.members(at: place.clock.now, audience: "https://elsewhere.test/").members
        #expect(try await place.send(.post("/oauth/token", body)).value("error") == "invalid_client")
    }

    @Test func `a sign-in whose counter has grown is nothing to report`() async throws {
        let visitor = Visitor(at: try await Place(), device: .securityKey)
        try await visitor.signUp().require(200)
        try await visitor.signIn().require(200)
        #expect(visitor.place.notices.isEmpty)
    }

    // MARK: Proofs of possession

    @Test func `a proof beside a bearer token is not read`() async throws {
        let visitor = Visitor(at: try await Place())
        try await visitor.signUp().require(200)
        let token = try await visitor.accountToken()
        let message = Message.get(Self.methods).with("Authorization", "Bearer \(token)").with("DPoP", "no proof")
        try await visitor.place.send(message).require(200)
    }

    @Test func `a nonce is sent only to those who lack one`() async throws {
        let visitor = Visitor(at: try await Place())
        #expect(
            try await visitor.with { $0.profile = ["email": "eve@example.org"] }.signUp().headers["DPoP-Nonce"] == nil)
        let begun = try await visitor.beginSignUp()
        let message = try visitor.exchange(begun.session, visitor.created(begun)).with("DPoP", "no proof")
        let answer = try await visitor.place.send(message).require(400)
        #expect(answer.value("error") == "invalid_dpop_proof")
        #expect(answer.headers["DPoP-Nonce"] == nil)
    }

    // MARK: Invitations

    @Test(arguments: ["contents", "challenge", "verify"])
    func `other pages get nothing of an invitation`(path: String) async throws {
        let place = try await Place()
        try await Visitor(at: place).signUp().require(200)
        let invitation = try await place.invite(try #require(try await place.users().first).id)
        let message = Message.post("/invitation/\(path)", ["invitation": .string(invitation)])
        #expect(try await place.send(message.on(Place.page)).require(403).code == "invitation.origin")
    }

    @Test func `an invitation is finished on this server's own page only`() async throws {
        let place = try await Place()
        let visitor = Visitor(at: place)
        try await visitor.signUp().require(200)
        let invitation = try await place.invite(try #require(try await place.users().first).id)
        let own = "https://\(Place.host)"
        let begun = try Visitor.Begun(
            try await place.send(.post("/invitation/challenge", ["invitation": .string(invitation)]).on(own)))
        let invited = Visitor(at: place, device: .googlePasswordManager).with { $0.origin = own }
        var enrollment = invited.enrolment(begun, try invited.created(begun))
        enrollment.path = "/invitation/verify"
        #expect(try await place.send(enrollment.on(Place.page)).require(403).code == "invitation.origin")
        try await place.send(enrollment.on(own)).require(201)
    }

    // MARK: One's own account

    @Test func `a change that names no name keeps the name`() async throws {
        let visitor = Visitor(at: try await Place())
        try await visitor.signUp().require(200)
        let token = try await visitor.accountToken()
        let list = try await visitor.account(.get(Self.methods), token: token).require(200)
        let id = try #require(list.value("authentication_methods")?.arrayValue?.first?["id"]?.stringValue)
        let path = "\(Self.methods)/\(PercentEncoding.encode(id))"
        try await visitor.account(.json(.patch, path, ["name": "Phone"]), token: token).require(200)
        let body: JSONObject = ["preferred_authentication_method": "sms"]
        let answer = try await visitor.account(.json(.patch, path, body), token: token).require(200)
        #expect(answer.value("name") == "Phone")
    }

    @Test func `a parameter that is there twice is refused`() async throws {
        let visitor = Visitor(at: try await Place())
        try await visitor.signUp().require(200)
        let token = try await visitor.accountToken()
        try await visitor.account(.get(Self.methods + "?type=passkey"), token: token).require(200)
        let answer = try await visitor.account(.get(Self.methods + "?type=passkey&type=passkey"), token: token)
        #expect(try answer.require(400).code == "request.query")
    }

    // MARK: Methods, pages and limits

    @Test func `documents are read and not asked about`() async throws {
        let place = try await Place()
        let wrong = try await place.send(Message(.delete, "/.well-known/jwks.json")).require(405)
        #expect(wrong.headers["Allow"] == "GET, HEAD")
        let preflight = Message(.options, "/.well-known/jwks.json").on(Place.page)
            .with("Access-Control-Request-Method", "GET")
        try await place.send(preflight).require(405)
    }

    @Test func `a document says once who may read it`() async throws {
        let place = try await Place()
        let answer = try await place.send(.get("/.well-known/jwks.json").on(Place.page)).require(200)
        #expect(answer.headers.values(for: "Access-Control-Allow-Origin") == ["*"])
        #expect(answer.headers["Access-Control-Expose-Headers"] == nil)
    }

    @Test func `pages are not reported for a host that is not served`() async throws {
        let place = try await Place()
        let message = Message.post("/passkey/challenge", ["client_id": "spa"]).at("elsewhere.test")
        try await place.send(message.on("https://app.elsewhere.test")).require(421)
        #expect(place.notices.isEmpty)
    }

    @Test func `an origin that is too long is not reported`() async throws {
        let place = try await Place()
        let origin = "https://" + String(repeating: "a", count: 400)
        _ = try await place.send(.post("/passkey/challenge", ["client_id": "spa"]).on(origin))
        #expect(place.notices.isEmpty)
    }

    @Test func `only a body of the wrong shape has validation errors`() async throws {
        let place = try await Place()
        let unknown = try await place.send(.post("/oauth/token", ["grant_type": "x"])).require(400)
        #expect(unknown.value("validation_errors") == nil)
        let shapeless = try await place.send(.post("/oauth/token", ["grant_type": 1])).require(400)
        #expect(shapeless.value("validation_errors")?.arrayValue?.isEmpty == false)
    }

    @Test func `an attestation that is wanted is asked for`() async throws {
        let place = try await Place { documents in
            let json: JSONObject = [
                "name": "attested", "strategy": "auth0", "thumbturn": ["attestation": "direct"],
            ]
            documents.append(ConfigurationDocument(kind: .connection, id: "attested", json: json))
        }
        let wanted = try await place.send(Visitor(at: place).with { $0.realm = "attested" }.registration).require(200)
        #expect(wanted.value("authn_params_public_key.attestation") == "direct")
        let usual = try await place.send(Visitor(at: place).registration).require(200)
        #expect(usual.value("authn_params_public_key.attestation") == nil)
    }

    @Test func `the limit of the address is shown where the account has none`() async throws {
        var rules = RateLimitRules.standard
        rules.account = nil
        let visitor = Visitor(at: try await Place(limits: rules))
        let answer = try await visitor.place.send(visitor.registration).require(200)
        #expect(answer.headers["x-ratelimit-limit"] == "600")
    }
}
