// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing
import WireFormats

/// The files that tie applications and sites to a host, as they are fetched.
struct AssociationWireTests {
    private static let paths = [
        "/.well-known/apple-app-site-association", "/apple-app-site-association", "/.well-known/assetlinks.json",
        "/.well-known/webauthn", "/.well-known/passkey-endpoints",
    ]

    @Test(arguments: paths, [Place.host, Place.otherHost])
    func `each file is JSON that caches may keep, and known again by its tag`(path: String, host: String) async throws {
        let place = try await Place()
        let file = try await place.send(.get(path).at(host)).require(200)
        #expect(file.headers["Content-Type"] == "application/json")
        #expect(file.headers["Cache-Control"] == "public, max-age=3600")
        let tag = try #require(file.headers["ETag"])
        let again = try await place.send(.get(path).at(host).with("If-None-Match", tag)).require(304)
        #expect(again.body.isEmpty)
        #expect(again.headers["ETag"] == tag)
        try await place.send(.get(path).at(host).with("If-None-Match", "\"other\"")).require(200)
        try await place.send(Message(.head, path).at(host)).require(200)
        try await place.send(.get(path).at("evil.test")).require(421)
    }

    @Test(arguments: ["/.well-known/apple-app-site-association", "/apple-app-site-association"])
    func `Apple's file lists the application for passkeys and links`(path: String) async throws {
        let file = try await Place().send(.get(path)).require(200)
        #expect(file.value("webcredentials.apps") == ["9JA89QQLNQ.test.brand1.app"])
        #expect(file.value("applinks.apps") == [])
        #expect(
            file.value("applinks.details") == [
                ["appID": "9JA89QQLNQ.test.brand1.app", "paths": ["/ios/test.brand1.app/*"]]
            ]
        )
    }

    @Test func `Android's file lists the application for passkeys and links`() async throws {
        let file = try await Place().send(.get("/.well-known/assetlinks.json")).require(200)
        let statement = try #require(JSONReader.read(file.body).arrayValue?.first)
        #expect(
            statement["relation"]
                == ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"])
        #expect(statement["target"]?["package_name"] == "test.brand1.app")
        #expect(
            statement["target"]?["sha256_cert_fingerprints"] == [.string(PlaceConfiguration.fingerprint)])
    }

    @Test func `related origins are each host's own`() async throws {
        let place = try await Place()
        let first = try await place.send(.get("/.well-known/webauthn")).require(200)
        #expect(first.value("origins") == ["https://brand1.example"])
        let second = try await place.send(.get("/.well-known/webauthn").at(Place.otherHost)).require(200)
        #expect(second.value("origins") == [])
    }
}
