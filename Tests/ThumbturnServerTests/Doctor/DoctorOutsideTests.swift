// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import IdentityModel
import ServerHarness
import SoftwareAuthenticator
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// The findings of `thumbturn doctor` at the server's URL. Each set-up has one fault, and yields one finding.
@Suite struct DoctorOutsideTests {
    @available(macOS 15, *)
    @Test func `a healthy site has no findings`() async throws {
        try await DoctorSite.with { site in try await site.expectOutside([]) }
    }

    // MARK: The way to the server

    @available(macOS 15, *)
    @Test func `a name without an address`() async throws {
        try await DoctorSite.with { site in
            site.environment.addresses = [:]
            try await site.expectOutside(["dns.not-found"])
        }
    }

    @available(macOS 15, *)
    @Test func `a port where nothing listens`() async throws {
        try await DoctorSite.with { site in
            // No program listens at this address of the loopback network.
            site.environment.addresses = [DoctorSite.host: "127.0.0.9"]
            try await site.expectOutside(["site.unreachable"])
        }
    }

    @available(macOS 15, *)
    @Test func `a site without TLS`() async throws {
        try await DoctorSite.with { site in
            try await site.expectOutside(["certificate.handshake"], isSecure: false)
        }
    }

    @available(macOS 15, *)
    @Test func `a clock that differs from the site's`() async throws {
        try await DoctorSite.with { site in
            site.environment.now = { Timestamp.now().advanced(by: 600) }
            try await site.expectOutside(["clock.differs"])
        }
    }

    // MARK: Certificates

    @available(macOS 15, *)
    @Test func `a certificate of another name`() async throws {
        try await DoctorSite.with { site in
            try site.certificates.renew(hosts: ["elsewhere.example.com"])
            try await site.expectOutside(["certificate.host"])
        }
    }

    @available(macOS 15, *)
    @Test func `a certificate that nobody vouches for`() async throws {
        try await DoctorSite.with { site in
            let other = try CertificatePair()
            try other.renew()
            site.environment.trustedCertificates = other.certificate
            try await site.expectOutside(["certificate.untrusted"])
            withExtendedLifetime(other) {}
        }
    }

    @available(macOS 15, *)
    @Test func `a certificate that ends within two weeks`() async throws {
        try await DoctorSite.with { site in
            let chain = try CertificateChainFiles(host: DoctorSite.host, days: 10)
            try chain.install(in: site.certificates, withIntermediate: true)
            site.environment.trustedCertificates = chain.root
            try await site.expectOutside(["certificate.expiring"])
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [(true, []), (false, ["certificate.chain-incomplete"])])
    func `a chain with and without its intermediate`(_ isComplete: Bool, codes: [String]) async throws {
        try await DoctorSite.with { site in
            let chain = try CertificateChainFiles(host: DoctorSite.host, days: 60)
            try chain.install(in: site.certificates, withIntermediate: isComplete)
            site.environment.trustedCertificates = chain.root
            try await site.expectOutside(codes)
        }
    }

    // MARK: Proxies

    @available(macOS 15, *)
    @Test(arguments: [
        ("is_peer_trusted", false as JSONValue, "proxy.not-trusted"), ("is_secure", false, "proxy.scheme"),
        ("host", "backend", "proxy.host"), ("has_forwarded_address", false, "proxy.address"),
    ])
    func `a proxy that leaves something out`(_ member: String, value: JSONValue, code: String) async throws {
        try await DoctorSite.with { site in
            site.inspected[member] = value
            try await site.expectOutside([code])
        }
    }

    @available(macOS 15, *)
    @Test func `a server without a proxy`() async throws {
        try await DoctorSite.with { site in
            for member in ["is_peer_trusted", "has_forwarded_address", "has_forwarded_fields"] {
                site.inspected[member] = false
            }
            try await site.expectOutside([])
        }
    }

    @available(macOS 15, *)
    @Test func `an address that nobody could have is not repeated`() async throws {
        try await DoctorSite.with { site in
            site.inspected["peer"] = "; rm -rf ~"
            site.inspected["is_peer_trusted"] = false
            try await site.expectOutside([])
        }
    }

    // MARK: The server

    @available(macOS 15, *)
    @Test(arguments: [
        ("/.well-known/openid-configuration", HTTPResponse.text(502, body: ""), "site.status"),
        (
            "/.well-known/openid-configuration",
            HTTPResponse(status: 301, headers: ["Location": "https://www.example.com/"]), "site.redirected"
        ),
        (
            "/.well-known/openid-configuration", DoctorSite.json(["issuer": "http://localhost:8080/"]), "site.issuer"
        ),
        ("/.well-known/jwks.json", DoctorSite.json(["keys": [["kid": "another"]]]), "server.other"),
    ])
    func `something else at the URL`(_ path: String, response: HTTPResponse, code: String) async throws {
        try await DoctorSite.with { site in
            site.responses[path] = response
            try await site.expectOutside([code])
        }
    }

    // MARK: Association files

    private static let apple = "/.well-known/apple-app-site-association"

    @available(macOS 15, *)
    @Test(arguments: [
        (apple, HTTPResponse.text(404, body: ""), "association.status"),
        (
            apple, HTTPResponse(status: 302, headers: ["Location": "https://www.example.com/"]),
            "association.redirected"
        ),
        (apple, HTTPResponse.text(200, body: "{}"), "association.type"),
        (
            apple, DoctorSite.json(["padding": .string(String(repeating: " ", count: 130_000))]),
            "association.too-large"
        ),
        (
            apple, DoctorSite.json(["padding": .string(String(repeating: " ", count: 300_000))]),
            "association.too-large"
        ),
        (
            apple, DoctorSite.json(["webcredentials": ["apps": ["ABCDE12345.com.example.Notes"]]]),
            "association.apple"
        ),
        ("/.well-known/assetlinks.json", DoctorSite.json([]), "association.android"),
        ("/.well-known/webauthn", DoctorSite.json(["origins": []]), "association.origins"),
    ])
    func `an association file that isn't the server's`(
        _ path: String, response: HTTPResponse, code: String
    ) async throws {
        try await DoctorSite.with { site in
            site.responses[path] = response
            try await site.expectOutside([code])
        }
    }
}

/// A certificate under an intermediate one, under a root.
private struct CertificateChainFiles {
    private let folder: TemporaryFolder
    private let leaf: MintedCertificate
    private let intermediate: MintedCertificate

    /// The path of the root.
    var root: String { folder.path(of: "root.pem") }

    init(host: String, days: Double) throws {
        folder = try TemporaryFolder()
        func authority(_ name: String, under issuer: MintedCertificate?) throws -> MintedCertificate {
            let template = CertificateTemplate(subject: DirectoryName([.commonName(name)])).with {
                $0.basicConstraints = .authority(pathLength: nil)
            }
            return CertificateMint.mint(
                template, key: try SigningKey(.es256), issuer: issuer.map { CertificateMint.Issuer($0) })
        }
        let root = try authority("Root", under: nil)
        intermediate = try authority("Intermediate", under: root)
        let template = CertificateTemplate(subject: DirectoryName([.commonName(host)])).with {
            $0.extensions.append(.hosts([host]))
            $0.validUntil = Date(timeIntervalSinceNow: days * 86_400)
        }
        leaf = CertificateMint.mint(
            template, key: try SigningKey(.es256), issuer: CertificateMint.Issuer(intermediate))
        try root.pem.write(toFile: folder.path(of: "root.pem"), atomically: true, encoding: .utf8)
    }

    func install(in pair: CertificatePair, withIntermediate: Bool) throws {
        try (leaf.pem + (withIntermediate ? intermediate.pem : "")).write(
            toFile: pair.certificate, atomically: true, encoding: .utf8)
        let base64 = Data(leaf.key.privateKeyInfo).base64EncodedString(options: .lineLength64Characters)
        try "-----BEGIN PRIVATE KEY-----\n\(base64)\n-----END PRIVATE KEY-----\n".write(
            toFile: pair.key, atomically: true, encoding: .utf8)
    }
}
