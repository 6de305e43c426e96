// SPDX-License-Identifier: Apache-2.0

import Configuration
import Foundation
import HTTPEndpoints
import HTTPServer
import IdentityModel
import OpenIDProvider
import Outbox
import OutgoingTransfers
import POSIX
import ServerHarness
import SignIn
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// A server whose clients receive logout tokens, and the delivery of one of its processes.
@available(macOS 15, *)
struct LogoutDeliveryFixture {
    let server: TestServer
    let certificates: CertificatePair
    let delivery: OutboxDelivery
    let kind: OutboxKind
    let reports = Locked<[OutboxDelivery.Report]>([])

    /// Creates a server, with a URL for each of some clients.
    init(
        clients: [String: String], certificates: CertificatePair, adding members: JSONObject = [:]
    ) async throws {
        let documents = Locked<[ConfigurationDocument]>([])
        server = try await TestServer { configured in
            for index in configured.indices where configured[index].kind == .client {
                guard let url = clients[configured[index].id] else { continue }
                var logout: JSONObject = ["backchannel_logout_urls": [.string(url)]]
                for member in members.members { logout[member.name] = member.value }
                configured[index].json["oidc_logout"] = .object(logout)
            }
            documents.withLock { [configured] in $0 = configured }
        }
        // The code that ends a session reads the stored configuration.
        let stored = documents.withLock { $0 }
        try await server.storage.withTransaction { for document in stored { try $0.configuration.put(document) } }
        self.certificates = certificates
        kind = Self.kind(at: server, trusting: certificates)
        let reports = reports
        delivery = OutboxDelivery(storage: server.services.storage, now: server.services.now) { report in
            reports.withLock { $0.append(report) }
        }
    }

    private static func kind(at server: TestServer, trusting certificates: CertificatePair) -> OutboxKind {
        var options = OutgoingHTTPClient.Options(userAgent: "Thumbturn/test")
        options.trustedCertificates = certificates.certificate
        let services = server.services
        let logouts = LogoutDelivery(
            configuration: { services.hosts.configuration }, tokenIssuer: { try await services.tokenIssuer(of: $0) },
            now: services.now)
        return .logouts(logouts, over: OutgoingHTTPClient(options))
    }

    /// Claims what is due and makes the attempts. Returns how many there were.
    @discardableResult
    func deliver() async throws -> Int {
        let (delivery, kind) = (delivery, kind)
        var count = 0
        while case let claimed = try await delivery.claim(kind, upTo: 16), !claimed.isEmpty {
            count += claimed.count
            try await withThrowingTaskGroup(of: Void.self) { group in
                for item in claimed { group.addTask { try await delivery.send(item, of: kind) } }
                try await group.waitForAll()
            }
        }
        return count
    }

    /// All notices that are stored, due or not.
    func notices() async throws -> [LogoutNotice] {
        try await items().compactMap(LogoutNotice.init)
    }

    func items() async throws -> [OutboxItem] {
        try await server.storage.read { try $0.outbox.list(.logout, limit: 100) }.reversed()
    }

    /// The token of a received request.
    func token(in request: HTTPRequest) async throws -> VerifiedToken {
        let fields = String(decoding: request.body, as: UTF8.self).split(separator: "&")
        try #require(fields.count == 1 && fields[0].hasPrefix("logout_token="))
        return try await VerifiedToken(String(fields[0].dropFirst("logout_token=".count)), at: server)
    }

    var administration: ServerOperator { administration(over: server.storage) }

    func administration(over storage: any Storage) -> ServerOperator {
        let clock = server.clock
        return ServerOperator(storage: storage, now: { clock.now })
    }
}

extension CertificatePair {
    /// Creates the certificate of a receiver at the loopback address.
    static func ofReceiver() throws -> CertificatePair {
        let certificates = try CertificatePair()
        try certificates.renew(hosts: ["localhost"], addresses: [[127, 0, 0, 1]])
        return certificates
    }
}
