// SPDX-License-Identifier: Apache-2.0

import RejectionTables
import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite struct AuthenticationTamperTests {
    @Test(arguments: table.rows)
    func `each tampered authentication is rejected with its code, and each harmless one is accepted`(
        row: RejectionTable.Row
    ) throws {
        let mutation = try #require(ResponseMutation(rawValue: row.name))
        #expect(try Self.scenario(mutation).with { $0.mutation = mutation }.code() == row.outcome)
    }

    @Test(arguments: table.rows)
    func `the authentication that is tampered with is valid`(row: RejectionTable.Row) throws {
        let mutation = try #require(ResponseMutation(rawValue: row.name))
        #expect(try Self.scenario(mutation).code() == "accepted")
    }

    @Test func `every mutation of an authentication is tested`() {
        let missing = ResponseMutation.allCases.filter {
            $0.ceremonies.contains(.authentication) && !Self.table.contains($0.name)
        }
        #expect(missing == [.challengeStandardAlphabet])
    }

    @Test func `a challenge in standard base64 is a different challenge`() throws {
        let scenario = AuthenticationScenario(challenge: Example.challengeWithBothAlphabets)
        #expect(try scenario.code() == "accepted")
        #expect(
            try scenario.with { $0.mutation = .challengeStandardAlphabet }.code() == "authentication.challenge-mismatch"
        )
    }

    /// Returns the ceremony in which the mutation is the only fault.
    static func scenario(_ mutation: ResponseMutation) throws -> AuthenticationScenario {
        switch mutation.need(in: .authentication) {
        case .unidentifiedUser: AuthenticationScenario().with { $0.pending.user = .discoverable }
        case .countingCredential, .deviceBoundCredential: AuthenticationScenario(profile: .legacyDeviceBound)
        case .crossOriginAllowed: AuthenticationScenario().with { $0.pending.relyingParty.framing = Example.framing }
        default: AuthenticationScenario()
        }
    }

    static let table = RejectionTable.authentications
}
