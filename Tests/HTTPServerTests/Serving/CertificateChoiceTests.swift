// SPDX-License-Identifier: Apache-2.0

import CLibssl
import Foundation
import HTTPServer
import ServerHarness
import Testing

/// Certificate validation and selection.
@Suite struct CertificateChoiceTests {
    @available(macOS 15, *)
    private func startFailure(_ files: [CertificatePair], hosts: [String] = []) async -> TLSError? {
        var configuration = HTTPServerConfiguration(addresses: [.init(host: "127.0.0.1", port: 0, isSecure: true)])
        configuration.tls = files.map { TLSConfiguration($0) }
        configuration.certifiedHosts = hosts
        let server = HTTPServer(configuration: configuration, handler: ServerFixture.echo)
        do {
            _ = try await server.start()
            await server.shutdown(grace: .zero)
            return nil
        } catch {
            guard case .tls(let reason) = error else { return nil }
            return reason
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func `a client gets the certificate for the server name it requests`(version: Int32) async throws {
        let pairs = [try CertificatePair(), try CertificatePair()]
        let first = try pairs[0].renew(hosts: ["a.test"])
        let second = try pairs[1].renew(hosts: ["b.test", "*.c.test"])
        try await ServerFixture.serving(certificates: pairs) { fixture in
            let port = fixture.port
            let expected = [
                ("a.test", first), ("b.test", second), ("B.TEST", second), ("x.c.test", second), ("c.test", first),
                ("unknown.test", first), (nil, first),
            ]
            for (host, certificate) in expected {
                let client = await onThread {
                    TLSClient(port: port, .init(protocols: "\u{8}http/1.1", version: version, host: host))
                }
                #expect(client.serverCertificate == certificate, "\(host ?? "no host")")
                #expect(client.chosenProtocol == "http/1.1")
            }
        }
    }

    @available(macOS 15, *)
    @Test func `certificates that are expired or not yet valid are rejected with the time`() async throws {
        let pair = try CertificatePair()
        try pair.renew(from: -172_800, until: -86_400)
        guard case .certificateExpired(file: pair.certificate, let expiry) = await startFailure([pair]) else {
            Issue.record("an expired certificate was taken")
            return
        }
        #expect(expiry.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d UTC/) != nil)
        try pair.renew(from: 86_400, until: 172_800)
        guard case .certificateNotYetValid(file: pair.certificate, _) = await startFailure([pair]) else {
            Issue.record("a certificate of tomorrow was taken")
            return
        }
    }

    @available(macOS 15, *)
    @Test func `every host must be covered by a certificate`() async throws {
        let pairs = [try CertificatePair(), try CertificatePair()]
        try pairs[0].renew(hosts: ["a.test", "*.b.test"])
        try pairs[1].renew(hosts: ["c.test"])
        #expect(await startFailure(pairs, hosts: ["a.test", "x.b.test", "c.test"]) == nil)
        let missing = TLSError.hostWithoutCertificate(host: "x.y.b.test", files: pairs.map(\.certificate))
        #expect(await startFailure(pairs, hosts: ["a.test", "x.y.b.test"]) == missing)
    }

    @available(macOS 15, *)
    @Test func `a host can be an IP address, in brackets for IPv6`() async throws {
        let pair = try CertificatePair()
        try pair.renew(addresses: [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]])
        #expect(await startFailure([pair], hosts: ["127.0.0.1", "[::1]"]) == nil)
        for host in ["127.0.0.2", "[::2]"] {
            let missing = TLSError.hostWithoutCertificate(host: host, files: [pair.certificate])
            #expect(await startFailure([pair], hosts: [host]) == missing)
        }
    }

    @available(macOS 15, *)
    @Test func `a certificate with a malformed validity period is rejected`() async throws {
        let pair = try CertificatePair()
        var bytes = try pair.renew()
        // The validity period starts with a 13-character time.
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x17, 13]) })
        bytes.replaceSubrange(start + 2..<start + 15, with: Array("no time at al".utf8))
        let text = Data(bytes).base64EncodedString(options: .lineLength64Characters)
        try "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
            .write(toFile: pair.certificate, atomically: true, encoding: .utf8)
        let unreadable = TLSError.certificateNotYetValid(file: pair.certificate, before: "an unreadable time")
        #expect(await startFailure([pair]) == unreadable)
    }

    @available(macOS 15, *)
    @Test func `the common name is ignored, as in browsers`() async throws {
        let pair = try CertificatePair()
        try pair.renew(hosts: ["b.test"])
        let missing = TLSError.hostWithoutCertificate(host: "a.test", files: [pair.certificate])
        #expect(await startFailure([pair], hosts: ["a.test"]) == missing)
    }

    @available(macOS 15, *)
    @Test func `an encrypted key is rejected without a passphrase prompt`() async throws {
        let pair = try CertificatePair()
        try pair.renew()
        try Self.encryptedKey.write(toFile: pair.key, atomically: true, encoding: .utf8)
        #expect(await startFailure([pair]) == .privateKeyEncrypted(file: pair.key))
    }

    @available(macOS 15, *)
    @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func `a session is resumed unless its ticket keys have expired`(version: Int32) async throws {
        let pair = try CertificatePair()
        try pair.renew()
        for (lifetime, isResumed) in [(Duration.seconds(3600), true), (.zero, false)] {
            try await ServerFixture.serving(
                certificates: [pair], configure: { $0.ticketKeyLifetime = lifetime },
                test: { fixture in
                    let port = fixture.port
                    let second = await onThread {
                        let first = TLSClient(port: port, .init(version: version))
                        // TLS 1.3 tickets arrive with the first response.
                        first.send(get("/a"))
                        _ = first.receiveSome()
                        return TLSClient(port: port, .init(version: version), resuming: first)
                    }
                    #expect(second.isEstablished)
                    #expect(second.isResumed == isResumed)
                    #expect(second.serverCertificate.isEmpty == false)
                })
        }
    }

    /// A P-256 key made for this test with `openssl pkcs8 -topk8 -v2 aes-256-cbc -iter 1`. The passphrase is "secret".
    private static let encryptedKey = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHrMFYGCSqGSIb3DQEFDTBJMCgGCSqGSIb3DQEFDDAbBAgN+29e1/GCYAIBATAM
        BggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQh2a0ZJvbOmip8rItoysl1wSBkNEJ
        di/WLsJOxuBjFq3O5qc4Q90/CqACntdZ9cblZfpZWzqBW8Lf1VVQ1RtE3YywN3ss
        EDCxcA5quq6EW3yVVToHjni6qIYWdxKxXi/kSaDIeyl+pQW3IkN/CmuDvyN0C1Lo
        dg/qqNfpaXCCVMB4PllGrrZbnjgNU/QZmUWaIZwuD1jFDGbs6dHK3aPjHkNLYA==
        -----END ENCRYPTED PRIVATE KEY-----

        """
}
