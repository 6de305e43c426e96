// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPServer
import Testing
import WebAuthnVerification
import WebFiles
import WireFormats

/// The web SDK and the sample application, as the server serves them.
struct WebFileWireTests {
    @Test func `the SDK is at an address that changes with its content, for pages of every origin`() async throws {
        let server = try await TestServer(servesDemo: true)
        let current = try await server.send(.get("/sdk/thumbturn.js").on("https://elsewhere.test")).require(200)
        #expect(current.body == WebSDK.module.bytes)
        #expect(current.headers["Access-Control-Allow-Origin"] == "*")
        #expect(current.headers["Cache-Control"] == "no-cache")
        let tag = current.headers["ETag"]
        try await server.send(.get("/sdk/thumbturn.js").setting("If-None-Match", to: tag)).require(304)
        let module = try await server.send(.get("/sdk/\(WebSDK.module.name)")).require(200)
        #expect(module.body == WebSDK.module.bytes)
        #expect(module.headers["Content-Type"] == "text/javascript; charset=utf-8")
        #expect(module.headers["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(module.headers["Access-Control-Allow-Origin"] == "*")
        #expect(module.headers["Cross-Origin-Resource-Policy"] == "cross-origin")
        #expect(module.headers["X-Content-Type-Options"] == "nosniff")
        let digest = Base64URL.encode(DigestAlgorithm.sha256.hash(module.body)).prefix(16)
        #expect(WebSDK.module.name == "thumbturn-\(WebSDK.version)-\(digest).js")
    }

    @Test func `the integrity of the SDK can be looked up`() async throws {
        let server = try await TestServer(servesDemo: true)
        let found = try await server.send(.get("/sdk/thumbturn.json")).require(200)
        #expect(try found.text("url") == "https://\(TestServer.host)/sdk/\(WebSDK.module.name)")
        #expect(try found.text("version") == WebSDK.version)
        let digest = Base64.encode(DigestAlgorithm.sha384.hash(WebSDK.module.bytes))
        #expect(try found.text("integrity") == "sha384-\(digest)")
        #expect(found.headers["Access-Control-Allow-Origin"] == "*")
        let types = try await server.send(.get("/sdk/thumbturn.d.ts")).require(200)
        #expect(types.body == WebSDK.types.bytes)
        for name in ["thumbturn-0.0.1.js", "index.html", "../pages.js"] {
            #expect(try await server.send(.get("/sdk/\(PercentEncoding.encode(name))")).status == 404)
        }
    }

    @Test func `the sample application runs no foreign and no inline script`() async throws {
        let server = try await TestServer(servesDemo: true)
        let page = try await server.send(.get("/demo/")).require(200)
        #expect(page.body == DemoApplication.page.bytes)
        let policy = try #require(page.headers["Content-Security-Policy"])
        #expect(policy.contains("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"))
        #expect(page.headers["X-Frame-Options"] == "DENY")
        for file in DemoApplication.files {
            let response = try await server.send(.get("/demo/\(file.name)")).require(200)
            #expect(response.body == file.bytes)
            #expect(response.headers["Content-Type"] == file.contentType)
            #expect(response.headers["Cache-Control"] == "no-cache")
        }
        #expect(try await server.send(.get("/demo/index.html")).status == 404)
    }

    @Test func `the sample application knows the steps of both procedures`() async throws {
        let steps = try await TestServer(servesDemo: true).send(.get("/demo/steps.json")).require(200)
        let registration = try #require(steps.value("registration")?.arrayValue)
        let authentication = try #require(steps.value("authentication")?.arrayValue)
        #expect(registration.compactMap { $0["step"]?.stringValue } == RegistrationStep.allCases.map { "\($0)" })
        #expect(authentication.compactMap { $0["step"]?.stringValue } == AuthenticationStep.allCases.map { "\($0)" })
        #expect(authentication.first?["title"]?.stringValue == AuthenticationStep.allCases.first?.title)
    }

    @Test func `a server that is not told to serve the sample application has none`() async throws {
        let server = try await TestServer()
        for path in ["/demo/", "/demo/demo.js", "/demo/steps.json"] {
            #expect(try await server.send(.get(path)).require(404).code == "request.path-unknown")
        }
        try await server.send(.get("/sdk/thumbturn.js")).require(200)
    }
}
