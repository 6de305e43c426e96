// SPDX-License-Identifier: Apache-2.0

import CLibssl
import Foundation
import HTTPServer
import ServerHarness
import TestSupport
import Testing

@Suite struct TLSTests {
    /// Serves over TLS with certificate files that a test may change.
    @available(macOS 15, *)
    private func serving(
        configure: (inout HTTPServerConfiguration) -> Void = { _ in },
        test: (ServerFixture, CertificatePair, _ certificate: [UInt8]) async throws -> Void
    ) async throws {
        let files = try CertificatePair()
        let certificate = try files.renew()
        try await ServerFixture.serving(
            certificates: [files],
            configure: configure,
            handler: { request, details in
                .text(200, body: "\(request.path) \(request.isSecure) \(details.isSecure) \(request.body.count)\n")
            },
            test: { try await test($0, files, certificate) }
        )
    }

    @available(macOS 15, *)
    @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func `requests are served over TLS 1.2 and 1.3, and the server sends close_notify`(version: Int32) async throws {
        try await serving { fixture, _, certificate in
            let port = fixture.port
            let client = await onThread { TLSClient(port: port, protocols: "\u{2}h2\u{8}http/1.1", version: version) }
            #expect(client.isEstablished)
            #expect(client.version == version)
            #expect(client.chosenProtocol == "http/1.1")
            #expect(client.serverCertificate == certificate)
            let body = String(repeating: "a", count: 60_000)
            let (text, hasCloseNotify) = await onThread {
                client.send(get("/a"))
                client.send(
                    "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n" + body + get("/c", last: true))
                return client.receiveToEnd()
            }
            #expect(text.responses.map(\.body) == ["/a true true 0\n", "/b true true 60000\n", "/c true true 0\n"])
            #expect(hasCloseNotify)
        }
    }

    @available(macOS 15, *)
    @Test func `a server can listen both with and without TLS`() async throws {
        try await serving { fixture, _, _ in
            let received = await onThread { [port = fixture.ports[1]] in
                let client = RawClient(port: port)
                client.send(get("/a", last: true))
                return client.receiveToEnd()
            }
            #expect(received?.responses.map(\.body) == ["/a false false 0\n"])
        }
    }

    @available(macOS 15, *)
    @Test func `a TLS client can read a rejection`() async throws {
        try await serving { fixture, _, _ in
            let (text, hasCloseNotify) = await onThread { [port = fixture.port] in
                let client = TLSClient(port: port)
                client.send("GET / HTTP/1.1\r\n\r\n" + get("/hidden"))
                return client.receiveToEnd()
            }
            #expect(text.responses.map(\.body) == ["host_missing\n"])
            #expect(hasCloseNotify)
            #expect(await fixture.served.paths == [])
        }
    }

    @available(macOS 15, *)
    @Test func `the handshake fails for a client that does not offer HTTP 1.1`() async throws {
        try await serving { fixture, _, _ in
            let client = await onThread { [port = fixture.port] in TLSClient(port: port, protocols: "\u{2}h2") }
            #expect(!client.isEstablished)
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [TLS1_VERSION, TLS1_1_VERSION])
    func `the handshake fails for old TLS versions`(version: Int32) async throws {
        try await serving { fixture, _, _ in
            let client = await onThread { [port = fixture.port] in TLSClient(port: port, version: version) }
            #expect(!client.isEstablished)
        }
    }

    @available(macOS 15, *)
    @Test func `renegotiation is not possible`() async throws {
        try await serving { fixture, _, _ in
            let isAgain = await onThread { [port = fixture.port] in
                let client = TLSClient(port: port, version: TLS1_2_VERSION)
                return client.isEstablished && client.renegotiate()
            }
            #expect(!isAgain)
        }
    }

    @available(macOS 15, *)
    @Test func `the server sends no close_notify when it cuts a request off`() async throws {
        let gate = AsyncGate()
        try await ServerFixture.serving(
            certificates: [.renewed()],
            handler: { _, _ in
                await gate.pass()
                return .text(200, body: "")
            },
            test: { fixture in
                let client = await onThread { [port = fixture.port] in TLSClient(port: port) }
                client.send(get("/a"))
                try await requireEventually { gate.arrivals > 0 }
                await fixture.server.shutdown(grace: .milliseconds(20))
                let (text, hasCloseNotify) = await onThread { client.receiveToEnd() }
                #expect(text.isEmpty)
                #expect(!hasCloseNotify)
                gate.open()
            })
    }

    @available(macOS 15, *)
    @Test func `a plaintext request to a TLS port is not served`() async throws {
        try await serving { fixture, _, _ in
            let received = await fixture.exchange(get("/a"))
            #expect(received?.contains("HTTP/1.1") != true)
            #expect(await fixture.served.paths == [])
        }
    }

    @available(macOS 15, *)
    @Test func `a stalled handshake is dropped`() async throws {
        try await serving(
            configure: { $0.deadlines.handshake = .milliseconds(50) },
            test: { fixture, _, _ in
                #expect(await fixture.exchange([0x16, 0x03, 0x01]) == "")
            })
    }

    @available(macOS 15, *)
    @Test func `certificates are reloaded without a restart, and invalid ones are ignored`() async throws {
        try await serving { fixture, files, first in
            let port = fixture.port
            let old = await onThread { TLSClient(port: port) }
            let second = try files.renew()
            #expect(await onThread { TLSClient(port: port).serverCertificate } == first)
            try fixture.server.reloadCertificates()
            #expect(await onThread { TLSClient(port: port).serverCertificate } == second)
            try files.renew(writesKey: false)
            #expect(throws: TLSError.privateKeyMismatch(TLSConfiguration(files))) {
                try fixture.server.reloadCertificates()
            }
            #expect(await onThread { TLSClient(port: port).serverCertificate } == second)
            let received = await onThread {
                old.send(get("/a", last: true))
                return old.receiveToEnd().text
            }
            #expect(received.responses.map(\.status) == [200])
        }
    }

    @available(macOS 15, *)
    @Test func `errors name the invalid certificate and key files`() async throws {
        let files = try CertificatePair()
        func start() async -> ServerStartError? {
            var configuration = HTTPServerConfiguration(addresses: [.init(host: "127.0.0.1", port: 0, isSecure: true)])
            configuration.tls = [TLSConfiguration(files)]
            let server = HTTPServer(configuration: configuration, handler: ServerFixture.echo)
            return await #expect(throws: ServerStartError.self) { try await server.start() }
        }
        guard case .tls(.certificateUnreadable(file: TLSConfiguration(files).certificateChainFile, _)) = await start()
        else {
            Issue.record("the certificate is not named")
            return
        }
        try files.renew()
        try "no key".write(toFile: TLSConfiguration(files).privateKeyFile, atomically: true, encoding: .utf8)
        guard case .tls(.privateKeyUnreadable(file: TLSConfiguration(files).privateKeyFile, _)) = await start() else {
            Issue.record("the key is not named")
            return
        }
    }

    @available(macOS 15, *)
    @Test func `a secure address requires a certificate`() async throws {
        let configuration = HTTPServerConfiguration(addresses: [.init(host: "127.0.0.1", port: 0, isSecure: true)])
        let server = HTTPServer(configuration: configuration, handler: ServerFixture.echo)
        await #expect(throws: ServerStartError.certificateMissing) { try await server.start() }
    }

    @available(macOS 15, *)
    @Test func `malformed TLS input does not affect other clients`() async throws {
        try await serving { fixture, _, _ in
            var generator = SeededGenerator(seed: 1)
            for _ in 0..<100 {
                let noise = (0..<100).map { _ in UInt8.random(in: 0...255, using: &generator) }
                _ = await fixture.exchange([0x16, 0x03, 0x01, 0x00, 0x5F] + noise, endSending: true)
            }
            let text = await onThread { [port = fixture.port] in
                let client = TLSClient(port: port)
                client.send(get("/a", last: true))
                return client.receiveToEnd().text
            }
            #expect(text.responses.map(\.status) == [200])
        }
    }
}

extension TLSError {
    fileprivate static func privateKeyMismatch(_ files: TLSConfiguration) -> TLSError {
        .privateKeyMismatch(certificateFile: files.certificateChainFile, privateKeyFile: files.privateKeyFile)
    }
}
