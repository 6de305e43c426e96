// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import OpenIDProvider
import Testing
import WireFormats

@Suite struct RefreshDecisionTests {
    /// The differences of a token, its policy and an attempt from an unused rotating token of `app`.
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var isRotating = true
        var leeway = 0
        var boundLeeway: Int?
        var idle: Int?
        var bound: [UInt8]?
        /// In seconds after the issue.
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
        let method = isAuthenticated ? "client_secret_post" : "none"
        var problems: [ConfigurationProblem] = []
        let json: JSONObject = ["client_id": .string(client), "token_endpoint_auth_method": .string(method)]
        guard let client = Client(json: .object(json), at: "client", problems: &problems) else {
            fatalError("\(problems)")
        }
        return .init(client, host: host, thumbprint: key)
    }

    static func used(_ name: String, leeway: Int, now: Int64, expected: RefreshDecision) -> Row {
        Row(name: name, leeway: leeway, usedAt: 90, now: now, expected: expected)
    }

    static let rows: [Row] = [
        Row(name: "a rotating token rotates", expected: .rotate),
        Row(name: "a token that does not rotate is kept", isRotating: false, expected: .keep(idleExpiresAt: nil)),
        Row(
            name: "a use extends the idle lifetime", isRotating: false, idle: 50, idleExpiresAt: 101,
            expected: .keep(idleExpiresAt: time(150))),
        Row(
            name: "the idle lifetime ends with the family", isRotating: false, idle: 50, expiresAt: 120,
            expected: .keep(idleExpiresAt: time(120))),

        Row(name: "a token is valid in its last second", expiresAt: 101, expected: .rotate),
        Row(name: "a token expires at its end", expiresAt: 100, expected: .reject(.expired)),
        Row(name: "a token is valid in the last second of its idle lifetime", idleExpiresAt: 101, expected: .rotate),
        Row(
            name: "a token expires at the end of its idle lifetime", idleExpiresAt: 100, expected: .reject(.idleTooLong)
        ),

        used("without leeway a second use is reuse", leeway: 0, now: 90, expected: .revokeFamily(.reused)),
        used(
            "without leeway a second use is reuse even if the clock went back", leeway: 0, now: 80,
            expected: .revokeFamily(.reused)),
        used(
            "within the leeway a second use gets the same successor", leeway: 10, now: 90,
            expected: .giveSuccessor(successor)),
        used("the leeway includes its last second", leeway: 10, now: 100, expected: .giveSuccessor(successor)),
        used("after the leeway a second use is reuse", leeway: 10, now: 101, expected: .revokeFamily(.reused)),
        Row(
            name: "the same key may repeat a rotation for longer", leeway: 5, boundLeeway: 50, bound: key, usedAt: 90,
            attempt: attempt(key: key), now: 140, expected: .giveSuccessor(successor)),
        Row(
            name: "after the leeway of its key a second use is reuse", leeway: 5, boundLeeway: 50, bound: key,
            usedAt: 90, attempt: attempt(key: key), now: 141, expected: .revokeFamily(.reused)),
        Row(
            name: "a proof of a key that the token is not bound to makes no leeway longer", leeway: 5, boundLeeway: 50,
            usedAt: 90, attempt: attempt(key: key), now: 100, expected: .revokeFamily(.reused)),
        Row(
            name: "a client that needs no proof has the leeway of others", leeway: 5, boundLeeway: 50, bound: key,
            usedAt: 90, attempt: attempt(isAuthenticated: true, key: [4]), now: 100,
            expected: .revokeFamily(.reused)),
        Row(
            name: "another key does not repeat a rotation", leeway: 50, boundLeeway: 50, bound: key, usedAt: 90,
            attempt: attempt(key: [4]), expected: .reject(.proofMismatch)),
        Row(
            name: "a repetition does not extend the idle lifetime of the successor", leeway: 50, boundLeeway: 50,
            idle: 20, bound: key, usedAt: 90, attempt: attempt(key: key), now: 110, expected: .reject(.idleTooLong)),
        Row(
            name: "reuse of a token past its idle lifetime is still reuse", idleExpiresAt: 95, usedAt: 90,
            expected: .revokeFamily(.reused)),
        Row(
            name: "reuse in an expired family is an expired token", expiresAt: 100, usedAt: 90,
            expected: .reject(.expired)),
        Row(
            name: "a replaced token stays replaced when the client stops rotating tokens", isRotating: false,
            usedAt: 90,
            expected: .revokeFamily(.reused)),

        Row(
            name: "a token of another client is rejected", attempt: attempt(client: "web"),
            expected: .reject(.clientMismatch)),
        Row(
            name: "another client's use of a used token revokes nothing", usedAt: 90, attempt: attempt(client: "web"),
            expected: .reject(.clientMismatch)),
        Row(
            name: "a token of another host is rejected", attempt: attempt(host: "b.example"),
            expected: .reject(.hostMismatch)),

        Row(name: "a bound token without a proof is rejected", bound: key, expected: .reject(.proofMissing)),
        Row(
            name: "a bound token with another key's proof is rejected", bound: key, attempt: attempt(key: [4]),
            expected: .reject(.proofMismatch)),
        Row(
            name: "a bound token with a proof of its key rotates", bound: key, attempt: attempt(key: key),
            expected: .rotate),
        Row(
            name: "a confidential client may use another key", bound: key,
            attempt: attempt(isAuthenticated: true, key: [4]), expected: .rotate),
        Row(
            name: "a confidential client needs no proof", bound: key, attempt: attempt(isAuthenticated: true),
            expected: .rotate),
        Row(
            name: "reuse without a proof of the key revokes nothing", bound: key, usedAt: 90,
            expected: .reject(.proofMissing)),
        Row(name: "an unbound token with a proof rotates", attempt: attempt(key: key), expected: .rotate),

        Row(name: "a blocked user's token is rejected", accountStatus: .blocked, expected: .revokeFamily(.userBlocked)),
        Row(
            name: "a token of an ended session is rejected", accountStatus: .signedOut,
            expected: .revokeFamily(.sessionEnded)),
        Row(
            name: "another client's use of an ended session's token revokes nothing", attempt: attempt(client: "web"),
            accountStatus: .signedOut, expected: .reject(.clientMismatch)),
        Row(
            name: "a blocked user's token is rejected within the leeway", leeway: 10, usedAt: 90,
            accountStatus: .blocked,
            expected: .revokeFamily(.userBlocked)),
        Row(
            name: "another client's use of a blocked user's token revokes nothing", attempt: attempt(client: "web"),
            accountStatus: .blocked,
            expected: .reject(.clientMismatch)),
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
        attempt.policy.boundLeeway = row.boundLeeway ?? row.leeway
        attempt.policy.idleTokenLifetime = row.idle
        let decision = RefreshDecision.decide(
            token, for: attempt, accountStatus: row.accountStatus, at: Self.time(row.now))
        #expect(decision == row.expected)
    }
}
