// SPDX-License-Identifier: Apache-2.0

import RejectionTables
import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite("Tampered authentications")
struct AuthenticationTamperTests {
    @Test(
        "each way to tamper with an authentication is refused with its own code, and each oddity is accepted",
        arguments: table.rows)
    func verdict(_ row: RejectionTable.Row) throws {
        let mutation = try #require(ResponseMutation(rawValue: row.name))
        #expect(try Self.trial(mutation).with { $0.mutation = mutation }.code() == row.outcome)
    }

    @Test("what every tampered authentication is made from is accepted", arguments: table.rows)
    func unspoilt(_ row: RejectionTable.Row) throws {
        let mutation = try #require(ResponseMutation(rawValue: row.name))
        #expect(try Self.trial(mutation).code() == "accepted")
    }

    @Test("no way to tamper with an authentication is left out")
    func completeness() {
        let missing = ResponseMutation.allCases.filter {
            $0.ceremonies.contains(.authentication) && !Self.table.contains($0.name)
        }
        #expect(missing == [.challengeStandardAlphabet])
    }

    @Test("a challenge in the standard alphabet is another challenge")
    func standardAlphabet() throws {
        let trial = AuthenticationTrial(challenge: Example.challengeWithBothAlphabets)
        #expect(try trial.code() == "accepted")
        #expect(
            try trial.with { $0.mutation = .challengeStandardAlphabet }.code() == "authentication.challenge-mismatch")
    }

    /// What the ceremony has to be like for the tampering to be the only thing wrong.
    static func trial(_ mutation: ResponseMutation) throws -> AuthenticationTrial {
        switch mutation.need(in: .authentication) {
        case .unidentifiedUser: AuthenticationTrial().with { $0.pending.user = .discoverable }
        case .countingCredential, .deviceBoundCredential: AuthenticationTrial(profile: .legacyDeviceBound)
        case .crossOriginAllowed: AuthenticationTrial().with { $0.pending.relyingParty.framing = Example.framing }
        default: AuthenticationTrial()
        }
    }

    static let table = RejectionTable.authentications
}
