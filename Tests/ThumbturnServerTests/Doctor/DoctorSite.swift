// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import Foundation
import HTTPEndpoints
import HTTPServer
import IdentityModel
import OpenIDProvider
import POSIX
import ServerHarness
import SoftwareAuthenticator
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// An installation that is healthy until a test breaks one thing of it: a data folder, and a site in place of its
/// server, with everything that a server has for its applications.
struct DoctorSite: Sendable {
    static let host = ServerFolder.host
    static let app = "ABCDE12345.com.example.notes"
    static let related = "https://notes.example.org"

    let server: ServerFolder
    var environment = Doctor.Environment()
    /// The server's report on a request that a proxy passed on.
    var inspected: [String: JSONValue] = [
        "peer": "127.0.0.1", "is_peer_trusted": true, "has_forwarded_address": true, "has_forwarded_fields": true,
        "is_secure": true, "host": .string(host),
    ]
    /// The responses at paths that don't have the usual ones.
    var responses: [String: HTTPResponse] = [:]
    /// The certificate of the site, for its host unless a test needs another.
    let certificates: CertificatePair

    /// Runs a body with an installation.
    static func with<Result>(_ body: (inout DoctorSite) async throws -> Result) async throws -> Result {
        try await ServerFolder.with { server in
            let certificates = try CertificatePair()
            try certificates.renew(hosts: [host])
            var site = DoctorSite(server: server, certificates: certificates)
            site.environment.addresses = [host: "127.0.0.1"]
            site.environment.trustedCertificates = certificates.certificate
            site.environment.freeBytes = { _ in 1 << 40 }
            try await site.put(
                .client, id: "notes",
                [
                    "client_id": "notes", "name": "Notes", "app_type": "native",
                    "mobile": [
                        "ios": ["team_id": "ABCDE12345", "app_bundle_identifier": "com.example.notes"],
                        "android": [
                            "app_package_name": "com.example.notes", "sha256_cert_fingerprints": [.string(fingerprint)],
                        ],
                    ],
                    "thumbturn": ["related_origins": [.string(related)]],
                ])
            return try await body(&site)
        }
    }

    static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")

    // MARK: Changing it

    func put(_ kind: ConfigurationDocument.Kind, id: String, _ json: JSONObject) async throws {
        let document = ConfigurationDocument(kind: kind, id: id, json: json)
        try await server.use { storage, _ in
            try await storage.withTransaction { try $0.configuration.put(document) }
        }
    }

    func recordStart(
        at url: String, sendingMail sendsMail: Bool? = nil, sendingMessages sendsMessages: Bool? = nil
    ) async throws {
        try await server.use { storage, _ in
            try await storage.withTransaction {
                try $0.serverStart.put(
                    ServerStart(
                        url: url, version: "1", startedAt: .now(), sendsMail: sendsMail,
                        sendsMessages: sendsMessages))
            }
        }
    }

    // MARK: Examining it

    /// Expects the codes of what is found while no server runs.
    func expectInside(_ codes: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await recordStart(at: "https://\(Self.host)")
        let found = try await diagnosis(arguments: []).findings
        #expect(found.map(\.kind.code) == codes, "\(found)", sourceLocation: sourceLocation)
    }

    /// Expects the codes of what is found while the site runs.
    @available(macOS 15, *)
    func expectOutside(
        _ codes: [String], isSecure: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await findingsOutside(isSecure: isSecure)
        #expect(found.map(\.kind.code) == codes, "\(found)", sourceLocation: sourceLocation)
    }

    @available(macOS 15, *)
    private func findingsOutside(isSecure: Bool) async throws -> [Finding] {
        let documents = try await server.documents()
        let keys = try await server.keys().map(\.id)
        let configuration = try ConfigurationSnapshot(
            documents: documents, url: WebOrigin("https://\(Self.host)"))
        let site = self
        let respond: TestReceiver.Responder = { request, _ in
            site.response(to: request, configuration: configuration, keys: keys)
        }
        return try await TestReceiver.running(with: isSecure ? certificates : nil, responding: respond) { receiver in
            let lock = try InstanceLock(server.settings)
            defer { withExtendedLifetime(lock) {} }
            let found = try await diagnosis(arguments: ["--url", "https://\(Self.host):\(receiver.port)"])
            #expect(found.isRunning)
            return found.findings
        }
    }

    func diagnosis(arguments: [String]) async throws -> Doctor.Diagnosis {
        // As a command reads them, which doesn't ask for a certificate or a proxy.
        var settings = try ServerSettings.read(["--data", server.data], environment: [:])
        if let url = arguments.last {
            settings.url = try WebOrigin(url)
            settings.isURLGiven = true
        }
        return try await Doctor(settings, environment: environment).examine()
    }

    private func response(
        to request: HTTPRequest, configuration: ConfigurationSnapshot, keys: [String]
    ) -> HTTPResponse {
        if let response = responses[request.path] { return response }
        let files = AssociationFiles(host: Self.host, configuration: configuration)
        switch request.path {
        case "/health/live":
            var response = Self.json(["status": "ok"])
            let isMarked = request.headers["Thumbturn-Doctor"] != nil
            let text = JSONValue.object(JSONObject(inspected.map { ($0.key, $0.value) })).serialized()
            if isMarked { response.headers["Thumbturn-Doctor"] = String(decoding: text, as: UTF8.self) }
            return response
        case "/.well-known/openid-configuration":
            let port = request.head.authority?.port.map { ":\($0)" } ?? ""
            return Self.json(["issuer": .string("https://\(Self.host)\(port)/")])
        case "/.well-known/jwks.json":
            return Self.json(["keys": .array(keys.map { ["kid": .string($0)] })])
        case "/.well-known/apple-app-site-association": return files.response(with: .apple, to: request)
        case "/.well-known/assetlinks.json": return files.response(with: .android, to: request)
        case "/.well-known/webauthn": return files.response(with: .relatedOrigins, to: request)
        default: return .text(404, body: "no such page")
        }
    }

    static func json(_ json: JSONValue) -> HTTPResponse {
        HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: json.serialized())
    }
}
