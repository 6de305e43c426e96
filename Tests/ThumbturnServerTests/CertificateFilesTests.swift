// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import POSIX
import ServerHarness
import Testing
import ThumbturnServer

struct CertificateFilesTests {
    /// Returns the events that checks of the files log, one check after each change.
    @available(macOS 15, *)
    private func events(_ changes: [(CertificatePair) throws -> Void]) async throws -> [String] {
        let pair = try CertificatePair()
        try pair.renew()
        var configuration = HTTPServerConfiguration(addresses: [.init(host: "127.0.0.1", port: 0, isSecure: true)])
        configuration.tls = [TLSConfiguration(certificateChainFile: pair.certificate, privateKeyFile: pair.key)]
        let server = HTTPServer(configuration: configuration) { _, _ in HTTPResponse(status: 200) }
        _ = try await server.start()
        let logged = Locked<[String]>([])
        let files = CertificateFiles(
            [ServerSettings.TransportSecurity(certificate: pair.certificate, key: pair.key)], for: ["a.test"],
            server: server, log: Log(write: { record in logged.withLock { $0.append(record.event) } }))
        for change in changes {
            try change(pair)
            files.reloadIfChanged()
        }
        await server.shutdown()
        return logged.withLock { $0 }
    }

    @Test func `unchanged files are not reloaded`() async throws {
        guard #available(macOS 15, *) else { return }
        #expect(try await events([{ _ in }, { _ in }]) == [])
    }

    @Test func `changed files are reloaded once`() async throws {
        guard #available(macOS 15, *) else { return }
        #expect(try await events([{ try $0.renew() }, { _ in }]) == ["tls.reloaded"])
    }

    @Test func `a pair that does not match is tried until it does`() async throws {
        guard #available(macOS 15, *) else { return }
        let changes: [(CertificatePair) throws -> Void] = [
            { try $0.renew(writesKey: false) }, { _ in }, { try $0.renew() }, { _ in },
        ]
        #expect(try await events(changes) == ["tls.not-reloaded", "tls.not-reloaded", "tls.reloaded"])
    }

    @Test func `a certificate that is expired or lacks a domain is not used`() async throws {
        guard #available(macOS 15, *) else { return }
        let changes: [(CertificatePair) throws -> Void] = [
            { try $0.renew(from: -172_800, until: -86_400) }, { try $0.renew(hosts: ["b.test"]) }, { try $0.renew() },
        ]
        #expect(try await events(changes) == ["tls.not-reloaded", "tls.not-reloaded", "tls.reloaded"])
    }
}
