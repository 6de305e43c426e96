// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import ServerHarness
import TestSupport
import Testing

/// The path that the fixture itself responds to.
private let catchUpPath = "/catch-up"

/// A server for one test on its own ports, which records the requested paths.
@available(macOS 15, *)
final class ServerFixture: Sendable {
    let server: HTTPServer
    let ports: [UInt16]
    let served: Served

    var port: UInt16 { ports[0] }

    /// The paths that handlers were called with.
    actor Served {
        private(set) var paths: [String] = []

        func append(_ path: String) { paths.append(path) }
    }

    init(
        addresses: [HTTPServerConfiguration.ListenAddress] = [.init(host: "127.0.0.1", port: 0)],
        configure: (inout HTTPServerConfiguration) -> Void = { _ in },
        handler: @escaping HTTPServer.Handler = ServerFixture.echo
    ) async throws {
        var configuration = HTTPServerConfiguration(addresses: addresses)
        configuration.loops = 2
        configuration.deadlines = .generous
        configure(&configuration)
        signal(SIGPIPE, SIG_IGN)
        let served = Served()
        self.served = served
        server = HTTPServer(configuration: configuration) { request, details in
            if request.path == catchUpPath { return .text(200, body: "") }
            await served.append(request.path)
            return await handler(request, details)
        }
        ports = try await server.start().map(\.port)
    }

    /// Responds with the method, the path and the body.
    static let echo: HTTPServer.Handler = { request, _ in
        .text(
            200, body: "\(request.method.rawValue) \(request.path) \(String(decoding: request.body, as: UTF8.self))\n")
    }

    /// Runs the test, then shuts the server down. With certificates, the first port uses TLS and the second does not.
    static func serving(
        certificates: [CertificatePair] = [],
        configure: (inout HTTPServerConfiguration) -> Void = { _ in },
        handler: @escaping HTTPServer.Handler = ServerFixture.echo,
        test: (ServerFixture) async throws -> Void
    ) async throws {
        let plain = HTTPServerConfiguration.ListenAddress(host: "127.0.0.1", port: 0)
        let secure = HTTPServerConfiguration.ListenAddress(host: "127.0.0.1", port: 0, isSecure: true)
        let fixture = try await ServerFixture(
            addresses: certificates.isEmpty ? [plain] : [secure, plain],
            configure: {
                $0.tls = certificates.map { TLSConfiguration($0) }
                configure(&$0)
            },
            handler: handler
        )
        do {
            try await test(fixture)
        } catch {
            await fixture.server.shutdown(grace: .zero)
            throw error
        }
        await fixture.server.shutdown(grace: .zero)
    }

    /// Waits until the server has read everything that clients have sent so far. This requires a server with one loop,
    /// which serves connections in the order in which they become readable.
    func catchUp() async {
        await onThread { [ports] in
            let client = RawClient(port: ports[ports.count - 1])
            for _ in 0..<3 {
                client.send("HEAD \(catchUpPath) HTTP/1.1\r\nHost: a.test\r\n\r\n")
                _ = client.receive(through: "\r\n\r\n")
            }
        }
    }

    /// Sends the bytes on a new connection and returns everything received until it is closed.
    func exchange(_ bytes: [UInt8], endSending: Bool = false) async -> String? {
        await onThread { [port] in
            let client = RawClient(port: port)
            client.send(bytes)
            if endSending { client.endSending() }
            return client.receiveToEnd()
        }
    }

    func exchange(_ text: String, endSending: Bool = false) async -> String? {
        await exchange(Array(text.utf8), endSending: endSending)
    }
}

extension TLSConfiguration {
    init(_ files: CertificatePair) {
        self.init(certificateChainFile: files.certificate, privateKeyFile: files.key)
    }
}

extension CertificatePair {
    /// Creates files with a new certificate and its key.
    static func renewed() throws -> CertificatePair {
        let files = try CertificatePair()
        try files.renew()
        return files
    }
}

/// Requires that the condition becomes true within two minutes.
func requireEventually(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    try #require(try await eventually(condition), sourceLocation: sourceLocation)
}

/// Returns a GET request for the path, with `Connection: close` if it is the last one.
func get(_ path: String, last: Bool = false) -> String {
    "GET \(path) HTTP/1.1\r\nHost: a.test\r\n\(last ? "Connection: close\r\n" : "")\r\n"
}

extension String {
    /// The status and body of each response.
    var responses: [(status: Int, body: String)] {
        components(separatedBy: "HTTP/1.1 ").dropFirst().map { text in
            let parts = text.components(separatedBy: "\r\n\r\n")
            return (Int(text.prefix(3)) ?? 0, parts.dropFirst().joined(separator: "\r\n\r\n"))
        }
    }
}

extension Deadlines {
    /// Deadlines long enough for a busy machine. Tests of deadlines set their own.
    fileprivate static var generous: Deadlines {
        var deadlines = Deadlines()
        deadlines.handshake = .seconds(120)
        deadlines.head = .seconds(120)
        deadlines.body = .seconds(120)
        deadlines.handler = .seconds(120)
        deadlines.write = .seconds(120)
        deadlines.idle = .seconds(120)
        deadlines.linger = .seconds(120)
        return deadlines
    }
}
