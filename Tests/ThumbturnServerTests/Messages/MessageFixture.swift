// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Foundation
import HTTPServer
import IdentityModel
import Outbox
import ServerHarness
import SignIn
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// A service for text messages, and a transport to it.
@available(macOS 15, *)
struct MessageFixture {
    static let number = "+4915112345678"
    static let key = "0123456789abcdef0123456789abcdef"
    static let time = ManualClock.start
    /// The limit of an attempt that is not to end by it.
    static let patience = 120_000
    static let seal = MessageSeal(key: AEADKey.derived(secret: [UInt8](repeating: 7, count: 32), info: [1]))

    let receiver: TestReceiver
    let certificates: CertificatePair

    /// Runs a service with TLS.
    static func running(
        responding respond: @escaping TestReceiver.Responder = { _, _ in HTTPResponse(status: 204) },
        _ body: (MessageFixture) async throws -> Void
    ) async throws {
        let certificates = try CertificatePair()
        try certificates.renew(hosts: ["localhost", "messages.example"])
        try await TestReceiver.running(with: certificates, responding: respond) { receiver in
            try await body(MessageFixture(receiver: receiver, certificates: certificates))
        }
    }

    static func running(status: Int, _ body: (MessageFixture) async throws -> Void) async throws {
        try await running(
            responding: { _, _ in HTTPResponse(status: HTTPStatus(code: status), headers: ["Location": "/elsewhere"]) },
            body)
    }

    static func message(_ content: MessageOrder.Content = .test, languages: [String] = ["en"]) -> OutboxItem {
        let order = MessageOrder(content, to: number, at: "login.example.com", in: languages)
        return seal.item(order, about: UserID(rawValue: "auth0|1"), at: time)
    }

    static func service(
        at url: String, allowsPrivateAddresses: Bool = false, timeout: Int = patience
    ) throws -> MessageService {
        var service = MessageService(
            at: try MessageURL(url), key: try MessageKey(key), allowsPrivateAddresses: allowsPrivateAddresses)
        service.timeout = timeout
        return service
    }

    var url: String { "https://localhost:\(receiver.port)/messages?of=notes" }

    func transport(isTrusting: Bool = true) throws -> MessageTransport {
        MessageTransport(
            try Self.service(at: url), trusting: isTrusting ? certificates.certificate : nil, now: { Self.time })
    }

    /// Sends a message, and returns how the attempt ended.
    func send(_ item: OutboxItem = message()) async throws -> OutboxKind.Outcome {
        try await Self.send(item, by: transport())
    }

    static func send(_ item: OutboxItem = message(), by transport: MessageTransport) async throws -> OutboxKind.Outcome
    {
        defer { transport.close() }
        return await transport.send(try MessageRendering(seal: seal).message(of: item))
    }
}

extension OutboxKind.Outcome {
    var reason: String {
        switch self {
        case .failed(let reason), .refused(let reason), .unreachable(let reason): reason
        case .accepted, .interrupted: ""
        }
    }
}
