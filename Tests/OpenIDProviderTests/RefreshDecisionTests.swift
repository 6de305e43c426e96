// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import OpenIDProvider
import Testing
import WireFormats

@Suite struct RefreshDecisionTests {
    /// One row: how the token, its policy and the attempt differ from a rotating token of `app` that was never used.
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var isRotating = true
        var leeway = 0
        var idle: Int?
        var bound: [UInt8]?
        /// Seconds after issue: absolute end, idle end, first use.
        var expiresAt: Int64?
        var idleExpiresAt: Int64?
        var usedAt: Int64?
        var attempt = RefreshDecisionTests.attempt()
        var accountStatus = RefreshDecision.AccountStatus.active
        var now: Int64 = 100
        var expected: RefreshDecision

        var testDescription: String { name }
    }

    static let issuedAt: Int64 = 1_700_000_000
    static let successor: RefreshToken.Successor = .init(hash: [9], sealed: [8], usedAt: time(90))
    static let key: [UInt8] = [1, 2, 3]

    static func time(_ seconds: Int64) -> Timestamp {
        Timestamp(secondsSince1970: issuedAt + seconds)
    }

    static func attempt(
        client: String = "app", isAuthenticated: Bool = false, host: String = "a.example", key: [UInt8]? = nil
    ) -> RefreshDecision.Attempt {
        var client = Client(id: client, name: client)
        client.authentication.method = isAuthenticated ? .secretInBody : .none
        return .init(client, host: host, thumbprint: key)
    }

    static func used(_ name: String, leeway: Int, now: Int64, expected: RefreshDecision) -> Row {
        Row(name: name, leeway: leeway, usedAt: 90, now: now, expected: expected)
    }

    static let rows: [Row] = [
        Row(name: "a rotating token rotates", expected: .rotate),
        Row(name: "one that does not rotate stays", isRotating: false, expected: .keep(idleExpiresAt: nil)),
        Row(
            name: "its idle end is put off", isRotating: false, idle: 50, idleExpiresAt: 101,
            expected: .keep(idleExpiresAt: time(150))),
        Row(
            name: "but not beyond the end of the family", isRotating: false, idle: 50, expiresAt: 120,
            expected: .keep(idleExpiresAt: time(120))),

        Row(name: "the last second is good", expiresAt: 101, expected: .rotate),
        Row(name: "the end is the end", expiresAt: 100, expected: .refuse(.expired)),
        Row(name: "the last idle second is good", idleExpiresAt: 101, expected: .rotate),
        Row(name: "idle for too long", idleExpiresAt: 100, expected: .refuse(.idleTooLong)),

        used("without leeway a second use is theft", leeway: 0, now: 90, expected: .revokeFamily(.reused)),
        used("without leeway, also if the clock went back", leeway: 0, now: 80, expected: .revokeFamily(.reused)),
        used("within the leeway there is one successor", leeway: 10, now: 90, expected: .giveSuccessor(successor)),
        used("the last second of the leeway", leeway: 10, now: 100, expected: .giveSuccessor(successor)),
        used("behind the leeway it is theft", leeway: 10, now: 101, expected: .revokeFamily(.reused)),
        Row(
            name: "theft is told also where the stolen token had idled out", idleExpiresAt: 95, usedAt: 90,
            expected: .revokeFamily(.reused)),
        Row(
            name: "a dead family is expired, not stolen", expiresAt: 100, usedAt: 90, expected: .refuse(.expired)),
        Row(
            name: "a replaced token stays replaced when the client stops rotating", isRotating: false, usedAt: 90,
            expected: .revokeFamily(.reused)),

        Row(name: "another client", attempt: attempt(client: "web"), expected: .refuse(.clientMismatch)),
        Row(
            name: "another client's use of a used token revokes nothing", usedAt: 90, attempt: attempt(client: "web"),
            expected: .refuse(.clientMismatch)),
        Row(name: "another host", attempt: attempt(host: "b.example"), expected: .refuse(.hostMismatch)),

        Row(name: "bound, without a proof", bound: key, expected: .refuse(.proofMissing)),
        Row(
            name: "bound, with another key", bound: key, attempt: attempt(key: [4]), expected: .refuse(.proofMismatch)),
        Row(name: "bound, with its key", bound: key, attempt: attempt(key: key), expected: .rotate),
        Row(
            name: "tokens of a client that authenticates are bound to no key", bound: key,
            attempt: attempt(isAuthenticated: true, key: [4]), expected: .rotate),
        Row(
            name: "such a client needs no proof", bound: key, attempt: attempt(isAuthenticated: true),
            expected: .rotate),
        Row(
            name: "who can't prove the key can't have the family revoked", bound: key, usedAt: 90,
            expected: .refuse(.proofMissing)),
        Row(name: "a proof with a token that is not bound", attempt: attempt(key: key), expected: .rotate),

        Row(name: "a blocked person", accountStatus: .blocked, expected: .revokeFamily(.userBlocked)),
        Row(name: "a person who is gone", accountStatus: .gone, expected: .revokeFamily(.userGone)),
        Row(
            name: "a blocked person within the leeway", leeway: 10, usedAt: 90, accountStatus: .blocked,
            expected: .revokeFamily(.userBlocked)),
        Row(
            name: "a blocked person's token at another client", attempt: attempt(client: "web"),
            accountStatus: .blocked,
            expected: .refuse(.clientMismatch)),
    ]

    @Test(arguments: rows)
    func `the decision for a refresh token matches the table`(row: Row) {
        var grant = RefreshToken.Grant(
            user: UserID(rawValue: "auth0|1"), client: "app", host: "a.example", authenticatedAt: Self.time(0))
        grant.boundKey = row.bound
        var token = RefreshToken(
            hash: [1], family: .init(rawValue: "f"), grant: grant, issuedAt: Self.time(0),
            expiresAt: row.expiresAt.map(Self.time))
        token.idleExpiresAt = row.idleExpiresAt.map(Self.time)
        token.successor = row.usedAt.map { .init(hash: [9], sealed: [8], usedAt: Self.time($0)) }
        var attempt = row.attempt
        attempt.policy.isRotating = row.isRotating
        attempt.policy.leeway = row.leeway
        attempt.policy.idleTokenLifetime = row.idle
        let decision = RefreshDecision.decide(
            token, for: attempt, accountStatus: row.accountStatus, at: Self.time(row.now))
        #expect(decision == row.expected)
    }
}
