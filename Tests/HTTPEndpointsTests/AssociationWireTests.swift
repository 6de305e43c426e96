// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import Testing
import WireFormats

/// The association files of applications and sites over HTTP.
struct AssociationWireTests {
    private static let paths = [
        "/.well-known/apple-app-site-association", "/apple-app-site-association", "/.well-known/assetlinks.json",
        "/.well-known/webauthn", "/.well-known/passkey-endpoints",
    ]

    @Test(arguments: paths, [TestServer.host, TestServer.otherHost])
    func `each file is cacheable JSON with an ETag`(path: String, host: String) async throws {
        let server = try await TestServer()
        let file = try await server.send(.get(path).at(host)).require(200)
        #expect(file.headers["Content-Type"] == "application/json")
        #expect(file.headers["Cache-Control"] == "public, max-age=3600")
        let tag = try #require(file.headers["ETag"])
        let again = try await server.send(.get(path).at(host).setting("If-None-Match", to: tag)).require(304)
        #expect(again.body.isEmpty)
        #expect(again.headers["ETag"] == tag)
        try await server.send(.get(path).at(host).setting("If-None-Match", to: "\"other\"")).require(200)
        try await server.send(Message(.head, path: path).at(host)).require(200)
        try await server.send(.get(path).at("evil.test")).require(421)
        for method in [HTTPMethod.post, .put, .delete, .options] {
            try await server.send(Message(method, path: path).at(host)).require(405)
        }
    }

    @Test(arguments: ["/.well-known/apple-app-site-association", "/apple-app-site-association"])
    func `Apple's file lists the application for passkeys and links`(path: String) async throws {
        let file = try await TestServer().send(.get(path)).require(200)
        #expect(file.value("webcredentials.apps") == ["9JA89QQLNQ.test.brand1.app"])
        #expect(file.value("applinks.apps") == [])
        #expect(
            file.value("applinks.details") == [
                ["appID": "9JA89QQLNQ.test.brand1.app", "paths": ["/ios/test.brand1.app/*"]]
            ]
        )
    }

    @Test func `Android's file lists the application for passkeys and links`() async throws {
        let file = try await TestServer().send(.get("/.well-known/assetlinks.json")).require(200)
        let statement = try #require(JSONReader.read(file.body).arrayValue?.first)
        #expect(
            statement["relation"]
                == ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"])
        #expect(statement["target"]?["package_name"] == "test.brand1.app")
        #expect(
            statement["target"]?["sha256_cert_fingerprints"] == [.string(TestServerConfiguration.fingerprint)])
    }

    @Test(arguments: [
        ["thumbturn": ["domains": [.string(TestServer.host)]]] as JSONObject,
        ["callbacks": [.string("test.brand1.app://\(TestServer.host)/ios/test.brand1.app/callback")]],
    ])
    func `applications are listed only at their own host`(members: JSONObject) async throws {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].id == "native" {
                documents[index].json.members += members.members
            }
        }
        let path = "/.well-known/apple-app-site-association"
        let own = try await server.send(.get(path)).require(200)
        #expect(own.value("webcredentials.apps") == ["9JA89QQLNQ.test.brand1.app"])
        let other = try await server.send(.get(path).at(TestServer.otherHost)).require(200)
        #expect(other.value("webcredentials.apps") == [])
        #expect(other.value("applinks.details") == [])
        let links = "/.well-known/assetlinks.json"
        #expect(try await server.send(.get(links)).require(200).text.contains("test.brand1.app"))
        #expect(try await server.send(.get(links).at(TestServer.otherHost)).require(200).text == "[]")
    }

    @Test func `a client's related origins are listed only at its own host`() async throws {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].id == "spa" {
                documents[index].json["thumbturn"] = [
                    "domains": [.string(TestServer.host)], "related_origins": ["https://shop.brand1.example"],
                ]
            }
        }
        let path = "/.well-known/webauthn"
        #expect(try await server.send(.get(path)).require(200).text.contains("https://shop.brand1.example"))
        #expect(try await server.send(.get(path).at(TestServer.otherHost)).require(200).value("origins") == [])
    }

    @Test func `each host has its own related origins`() async throws {
        let server = try await TestServer()
        let first = try await server.send(.get("/.well-known/webauthn")).require(200)
        #expect(first.value("origins") == ["https://brand1.example"])
        let second = try await server.send(.get("/.well-known/webauthn").at(TestServer.otherHost)).require(200)
        #expect(second.value("origins") == [])
    }
}
