// SPDX-License-Identifier: Apache-2.0

import Configuration
import Foundation
import HTTPEndpoints
import HTTPServer
import IdentityModel
import OpenIDProvider
import POSIX
import RateLimiting
import SignIn
import TestStorage
import TestSupport
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// A server without sockets, with a configuration, a real storage, real keys and a manual clock.
final class TestServer: Sendable {
    static let host = "login.brand1.test"
    static let otherHost = "login.brand2.test"
    static let relyingPartyID = "brand1.test"
    static let page = "https://app.brand1.test"

    private let data: TestStorage
    let services: Services
    let endpoints: Endpoints
    let clock = ManualClock()
    /// The port for requests over a socket, if a server is listening.
    let port = Locked<UInt16?>(nil)
    private let records = Locked<[RequestRecord]>([])
    private let operatorNotices = Locked<[OperatorNotice]>([])

    init(
        limits: RateLimitRules = .off, servesDemo: Bool = false, sendsMail: Bool = false, sendsMessages: Bool = false,
        _ change: (inout [ConfigurationDocument]) -> Void = { _ in },
        storage make: (ManualClock) throws -> TestStorage = { clock in try TestStorage(clock: { clock.now }) },
        through wrap: (any Storage) -> any Storage = { $0 }
    ) async throws {
        data = try make(clock)
        let storage = data.storage
        let configuration = try TestServerConfiguration.configuration(change)
        let keys = try await TestServerKeys.ring(in: storage)
        let (clock, records, notices) = (clock, records, operatorNotices)
        var options = Services.Options()
        options.now = { clock.now }
        options.expiryClock = ExpiryClock(floor: nil, machine: { clock.now }, uptime: { clock.uptime })
        options.uptime = { clock.uptime }
        options.limits = RateLimits(rules: limits)
        options.servesDemo = servesDemo
        options.sendsMail = sendsMail
        options.sendsMessages = sendsMessages
        options.record = { record in records.withLock { $0.append(record) } }
        options.notify = { notice in notices.withLock { $0.append(notice) } }
        services = Services(
            storage: wrap(storage), keyRing: keys,
            served: ServedHosts(configuration: configuration, master: TestServerKeys.master), options: options)
        endpoints = Endpoints(services)
    }

    var storage: any Storage { data.storage }

    /// The requests that were logged.
    var log: [RequestRecord] { records.withLock { $0 } }

    /// The notices that were logged for operators.
    var notices: [OperatorNotice] { operatorNotices.withLock { $0 } }

    /// Sends a request, and checks that the API description has the response.
    func send(_ message: Message) async throws -> TestResponse {
        let response: TestResponse
        if let port = port.withLock({ $0 }) {
            response = try await Self.sendOverSocket(message, port: port)
        } else {
            response = TestResponse(await endpoints.respond(to: try message.request, over: try message.connection))
        }
        for problem in OperationConformance.problems(of: response, to: message) {
            Issue.record("\(message.method.rawValue) \(message.path): \(problem) – \(response.text.prefix(300))")
        }
        return response
    }

    /// Invites a user, and returns the invitation's text.
    func invite(
        _ user: UserID, host: String = host, isRemovingExisting: Bool? = false
    ) async throws -> String {
        let keys = try #require(services.keyRing.keys(of: host))
        let clock = clock
        let ceremonies = CeremonyService(
            accounts: AccountStorage(storage, now: { clock.now }), seal: CeremonySeal(key: keys.session))
        var request = Invitations.Request(user: user, host: host, validFor: 3600)
        request.isRemovingExisting = isRemovingExisting
        return try await Invitations(ceremonies: ceremonies).issue(request, by: .command("users invite")).text
    }

    /// Passes the endpoints of another process with the same database to a body.
    func withOtherProcess(_ body: (Endpoints) async throws -> Void) async throws {
        let storage = try data.openAnother()
        let clock = clock
        var options = Services.Options()
        options.now = { clock.now }
        options.limits = RateLimits(rules: .off)
        let services = Services(
            storage: storage, keyRing: try await TestServerKeys.ring(of: storage), served: services.hosts,
            options: options)
        try await body(Endpoints(services))
        await storage.close()
    }

    /// Replaces the configuration.
    func serve(_ configuration: ConfigurationSnapshot) {
        services.serve(ServedHosts(configuration: configuration, master: TestServerKeys.master))
    }

    /// Stores a credential for another user's account.
    func storeCredential(_ credential: [UInt8]) async throws {
        let handle = try #require(UserHandle(Array("owner".utf8)))
        var user = User(id: .random(), connection: "people", handle: handle, createdAt: clock.now)
        user.identifiers = [
            Identifier(kind: .email, value: "owner@example.org", normalized: "owner@example.org")
        ]
        let origin = Passkey.Origin(
            credentialID: CredentialID(credential), publicKey: [1], relyingPartyID: Self.relyingPartyID,
            userHandle: handle, aaguid: .zero, transports: [], attachment: nil, isBackupEligible: true,
            isCreatedConditionally: false, attestationFormat: .none, userAgent: nil, createdAt: clock.now)
        let owner = user
        let passkey = Passkey(stored: PasskeyID(rawValue: "passkey|dev_owner"), owner: user.id, origin: origin)
        try await storage.withTransaction { transaction in
            try transaction.users.insert(owner)
            try transaction.passkeys.insert(passkey)
        }
    }

    /// All accounts.
    func users() async throws -> [User] {
        try await storage.read { try $0.users.list(after: nil, limit: 100) }
    }
}

extension Timestamp {
    func advanced(by seconds: Int64) -> Timestamp { Timestamp(secondsSince1970: secondsSince1970 + seconds) }
}
