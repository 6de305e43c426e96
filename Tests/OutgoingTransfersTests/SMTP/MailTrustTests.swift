// SPDX-License-Identifier: Apache-2.0

import Foundation
import OutgoingTransfers
import ServerHarness
import TestSupport
import Testing

struct MailTrustTests {
    private static func certificates(for hosts: String...) throws -> CertificatePair {
        let certificates = try CertificatePair()
        try certificates.renew(hosts: hosts)
        return certificates
    }

    private static func script(
        _ security: MailRelay.Security, _ certificates: CertificatePair, offering extensions: String...
    ) -> RelayScript {
        var script = RelayScript()
        script.extensions = extensions
        script.encryption =
            switch security {
            case .tls: .tls(certificates)
            case .startTLS: .startTLS(certificates)
            case .plainAtLoopback: .none
            }
        return script
    }

    // MARK: Encryption

    @Test(arguments: [MailRelay.Security.tls, .startTLS])
    func `everything but STARTTLS is encrypted`(security: MailRelay.Security) async throws {
        let certificates = try Self.certificates(for: "localhost")
        let script = Self.script(security, certificates, offering: "AUTH PLAIN")
        let (outcome, record) = try await MailFixture.exchange(with: script, security: security, host: "localhost") {
            $0.trustedCertificates = certificates.certificate
            $0.user = MailFixture.user
        }
        #expect(outcome == .accepted(text: "2.0.0 Taken over as 4711"))
        #expect(record.text == "Subject: Hello\r\n\r\nHello.\r\n" && record.isAuthenticated)
        #expect(record.plainCommands == (security == .tls ? [] : ["EHLO login.example.com", "STARTTLS"]))
        #expect(record.commands.last == "QUIT")
    }

    @Test(arguments: [MailRelay.Security.tls, .startTLS], ["untrusted", "elsewhere", "other"])
    func `a certificate that is not trusted, or of another host, is rejected`(
        security: MailRelay.Security, fault: String
    ) async throws {
        let certificates = try Self.certificates(for: fault == "elsewhere" ? "elsewhere.test" : "localhost")
        let other = try Self.certificates(for: "localhost")
        let script = Self.script(security, certificates)
        let (outcome, record) = try await MailFixture.exchange(with: script, security: security, host: "localhost") {
            switch fault {
            case "untrusted": $0.trustedCertificates = nil
            case "other": $0.trustedCertificates = other.certificate
            default: $0.trustedCertificates = certificates.certificate
            }
        }
        guard case .unreachable(.handshakeFailed) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(record.commands.allSatisfy { $0 == "STARTTLS" || $0 == "EHLO login.example.com" })
    }

    @Test func `nothing is sent to a relay that offers no STARTTLS`() async throws {
        let (outcome, record) = try await MailFixture.exchange(with: RelayScript(), security: .startTLS)
        guard case .unreachable(.handshakeFailed) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(record.commands == ["EHLO login.example.com"])
    }

    @Test(arguments: [
        ("454 Later", MailOutcome.deferred(status: 454, text: "Later")),
        ("502 Never", .relayRefused(status: 502, text: "Never")),
    ])
    func `nothing is sent to a relay that refuses STARTTLS`(line: String, expected: MailOutcome) async throws {
        var script = Self.script(.startTLS, try Self.certificates(for: "localhost"))
        script.actions[.startTLS] = .replies([line])
        let (outcome, record) = try await MailFixture.exchange(with: script, security: .startTLS)
        #expect(outcome == expected)
        #expect(record.commands == ["EHLO login.example.com", "STARTTLS"])
    }

    @Test(arguments: [
        ("502 What?", MailOutcome.relayRefused(status: 502, text: "What?")),
        ("421 Later", .deferred(status: 421, text: "Later")),
    ])
    func `a relay that knows no EHLO gets nothing without encryption`(
        line: String, expected: MailOutcome
    ) async throws {
        let script = RelayScript.refusing(at: .ehlo, line)
        let (outcome, record) = try await MailFixture.exchange(with: script, security: .startTLS)
        #expect(outcome == expected)
        #expect(record.commands == ["EHLO login.example.com"])
    }

    @Test func `what is smuggled in behind the answer to STARTTLS ends the transfer`() async throws {
        var script = Self.script(.startTLS, try Self.certificates(for: "localhost"))
        script.actions[.startTLS] = .replies(["220 Go ahead", "250 AUTH PLAIN"])
        let (outcome, record) = try await MailFixture.exchange(with: script, security: .startTLS)
        guard case .unreachable(.failed) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(record.commands == ["EHLO login.example.com", "STARTTLS"])
    }

    @Test func `a relay elsewhere is not talked to without encryption`() async throws {
        // An address for documentation, which leads nowhere.
        let outcome = try await MailFixture.send(to: MailFixture.settings(port: 25, host: "192.0.2.1"))
        #expect(outcome == .unreachable(.addressRefused))
    }

    @Test(arguments: [
        "", "a b", "-a", "user@localhost", "localhost/x", "localhost?x", "a\r\nb", "[::1", "localhost:25:",
    ])
    func `a malformed host is rejected`(host: String) async throws {
        let outcome = try await MailFixture.send(to: MailFixture.settings(port: 9, host: host))
        #expect(outcome == .unreachable(.urlRejected) || outcome == .unreachable(.hostNotFound))
    }

    @Test(arguments: ["", "a b", "a\r\nMAIL", "a/b", "%0D", "a?b"])
    func `a malformed name of its own is rejected`(name: String) async throws {
        let outcome = try await MailFixture.send(to: MailFixture.settings(port: 9) { $0.ownName = name })
        #expect(outcome == .unreachable(.urlRejected))
    }

    /// In a process of its own, because other tests may read the environment.
    @Test func `proxies of the environment are ignored`() async {
        await #expect(processExitsWith: .success) {
            for name in ["all_proxy", "ALL_PROXY", "smtp_proxy"] { setenv(name, "http://127.0.0.1:1", 1) }
            let (outcome, _) = try await MailFixture.exchange(with: RelayScript())
            try #require(outcome == .accepted(text: "2.0.0 Taken over as 4711"))
        }
    }
}
