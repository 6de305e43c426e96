// SPDX-License-Identifier: Apache-2.0

import ContentCompression
import Cryptography
import Foundation
import HTTPServer
import HostedPages
import TestSupport
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

    @Test func `files of earlier releases stay at their addresses`() async throws {
        let server = try await TestServer()
        let release = try #require(WebSDK.releases.first { $0.name.hasPrefix("thumbturn-0.1.0-") })
        let found = try await server.send(.get("/sdk/\(release.name)")).require(200)
        #expect(release.name.contains(Base64URL.encode(DigestAlgorithm.sha256.hash(found.body)).prefix(16)))
        #expect(found.headers["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(found.headers["Access-Control-Allow-Origin"] == "*")
    }

    @Test func `the file of a release is what its version was`() {
        for release in WebSDK.releases where release.name.hasPrefix("thumbturn-\(WebSDK.version)-") {
            #expect(release.bytes == WebSDK.module.bytes, "After a release, a change of the SDK needs a new version.")
        }
    }

    @Test func `package managers install the SDK from an address that changes with its content`() async throws {
        let server = try await TestServer()
        let newest = try await server.send(.get("/sdk/thumbturn.tgz")).require(303)
        let url = "https://\(TestServer.host)/sdk/\(WebSDK.package.name)"
        #expect(newest.headers["Location"] == url && newest.headers["Cache-Control"] == "no-cache")
        #expect(try await server.send(.get("/sdk/thumbturn.json")).text("package") == url)
        let package = try await server.send(
            .get("/sdk/\(WebSDK.package.name)").setting("Accept-Encoding", to: "gzip, br")
        ).require(200)
        #expect(package.body == WebSDK.package.bytes)
        #expect(package.headers["Content-Type"] == "application/gzip" && package.headers["Content-Encoding"] == nil)
        #expect(package.headers["Cache-Control"] == "public, max-age=31536000, immutable")
        for release in WebSDK.releasedPackages {
            try await server.send(.get("/sdk/\(release.name)")).require(200)
            guard release.name.hasPrefix("thumbturn-\(WebSDK.version)-") else { continue }
            #expect(release.bytes == WebSDK.package.bytes, "After a release, a change of the SDK needs a new version.")
        }
    }

    /// Unpacked by the system's tar, as npm does it, and compared with the folder.
    @Test func `the package has the files of the folder, in its version`() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let archive = folder.path(of: "thumbturn.tgz")
        try Data(WebSDK.package.bytes).write(to: URL(filePath: archive))
        let tar = Process()
        tar.executableURL = URL(filePath: "/usr/bin/env")
        tar.arguments = ["tar", "-x", "-z", "-f", archive, "-C", folder.path]
        try tar.run()
        tar.waitUntilExit()
        #expect(tar.terminationStatus == 0)
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Web/sdk")
        let names = try FileManager.default.contentsOfDirectory(atPath: source.path).filter { $0 != "releases" }
        let unpacked = folder.path(of: "package")
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: unpacked)) == Set(names))
        for name in names {
            let original = try Data(contentsOf: source.appending(path: name))
            #expect(try Data(contentsOf: URL(filePath: "\(unpacked)/\(name)")) == original, "\(name)")
        }
        let manifest = try JSONReader.read([UInt8](Data(contentsOf: URL(filePath: "\(unpacked)/package.json"))))
        #expect(manifest["version"] == .string(WebSDK.version))
    }

    @Test func `static files are compressed for browsers that accept it`() async throws {
        let server = try await TestServer(servesDemo: true)
        for path in ["/sdk/thumbturn.js", "/demo/demo.js", "/assets/\(Asset.script.name)"] {
            let plain = try await server.send(.get(path)).require(200)
            #expect(plain.headers["Content-Encoding"] == nil && plain.headers["Vary"] == "Accept-Encoding")
            let gzip = try await server.send(.get(path).setting("Accept-Encoding", to: "gzip, deflate, br;q=0"))
                .require(200)
            #expect(gzip.headers["Content-Encoding"] == "gzip")
            #expect(gzip.body == ContentCompression.gzip(plain.body))
            let brotli = try await server.send(.get(path).setting("Accept-Encoding", to: "gzip, deflate, br, zstd"))
                .require(200)
            #expect(brotli.headers["Content-Encoding"] == "br" && brotli.headers["Vary"] == "Accept-Encoding")
            #expect(brotli.headers["Content-Type"] == plain.headers["Content-Type"])
            #expect(brotli.body == ContentCompression.brotli(plain.body))
            #expect(brotli.body.count < gzip.body.count && gzip.body.count < plain.body.count)
            let tags = [plain, gzip, brotli].map { $0.headers["ETag"] }
            #expect(Set(tags).count == 3)
            let known = try await server.send(
                .get(path).setting("Accept-Encoding", to: "br").setting("If-None-Match", to: tags[2])
            ).require(304)
            #expect(known.headers["Vary"] == "Accept-Encoding")
        }
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
        let rejections = try #require(steps.value("rejections")?.objectValue)
        #expect(Set(rejections.members.map(\.name)).count == rejections.members.count)
        #expect(rejections[AuthenticationRejection.signatureInvalid.code] == "7.2.21")
    }

    @Test func `a server that is not told to serve the sample application has none`() async throws {
        let server = try await TestServer()
        for path in ["/demo/", "/demo/demo.js", "/demo/steps.json"] {
            #expect(try await server.send(.get(path)).require(404).code == "request.path-unknown")
        }
        try await server.send(.get("/sdk/thumbturn.js")).require(200)
    }
}
