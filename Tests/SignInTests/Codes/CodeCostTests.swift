// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import POSIX
import RateLimiting
import SignIn
import TestSupport
import Testing
import WireFormats

/// What asking for a code costs, whoever has the address.
struct CodeCostTests {
    private static func fixture() throws -> SignInFixture {
        try SignInFixture { documents in
            for index in documents.indices where documents[index].id == "people" {
                documents[index].json["options"] = ["authentication_methods": ["email_otp": ["enabled": true]]]
            }
            for index in documents.indices where documents[index].id == "web" {
                documents[index].json["grant_types"] = [
                    "http://auth0.com/oauth/grant-type/passwordless/otp",
                    "urn:okta:params:oauth:grant-type:webauthn",
                ]
            }
        }
    }

    @Test func `every address costs the same reads and one row, with a passkey or without`() async throws {
        let fixture = try Self.fixture()
        for name in ["verified", "unverified", "blocked", "erased"] {
            let user = try await TestUser(at: fixture).with { $0.address = "\(name)@example.org" }.signUp().user
            try await fixture.storage.withTransaction { transaction in
                var identifiers = user.identifiers
                for index in identifiers.indices { identifiers[index].isVerified = name != "unverified" }
                let time = fixture.clock.now
                try transaction.users.apply(.identifiers(identifiers), to: user.id, at: time)
                if name == "blocked" { try transaction.users.apply(.blocked(true), to: user.id, at: time) }
                if name == "erased" {
                    try transaction.users.apply(.deletion(at: time.advanced(by: 60)), to: user.id, at: time)
                }
            }
        }
        var costs: [String: LookUpCost] = [:]
        for name in ["verified", "unverified", "blocked", "erased", "nobody"] {
            let cost = Locked(LookUpCost())
            let accounts = AccountStorage(
                CountingStorage(storage: fixture.storage, cost: cost), now: fixture.accounts.now)
            let codes = CodeServices(
                accounts: accounts, mail: MailSeal(key: .generate()), messages: nil,
                knownBrowsers: KnownBrowsers(key: .generate()), limits: RateLimits(rules: .off), uptime: { 0 },
                key: HMACKey(Array(repeating: 1, count: 32), digest: .sha256), seal: .generate(),
                link: { token, _ in token })
            let rows = try await fixture.storage.read { try $0.outbox.summary(of: .mail).waiting }
            let sender = RequestSender(address: "192.0.2.1")
            let id = try await BeginCodeSignIn(codes)(
                BeginCodeSignIn.Request(
                    address: "\(name)@example.org", kind: .email, boundTo: .holder,
                    dispatch: CodeDispatch(by: sender, in: ["en"])),
                for: AdmissionRequest(client: try fixture.client(), host: SignInFixture.host), in: fixture.configuration
            )
            #expect(try await fixture.storage.read { try $0.outbox.summary(of: .mail).waiting } == rows + 1, "\(name)")
            let stored = try #require(try await fixture.storage.read { try $0.codes.find(id) })
            #expect(stored.tries == 0 && stored.spentAt == nil && stored.hash.count == 32)
            costs[name] = cost.withLock { $0 }
        }
        #expect(Set(costs.values).count == 1, "\(costs)")
        #expect(costs["nobody"] == LookUpCost(users: 1, passkeys: 0, passwords: 0, others: 0, hashes: 0))
    }
}
