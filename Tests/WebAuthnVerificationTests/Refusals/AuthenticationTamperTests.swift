// SPDX-License-Identifier: Apache-2.0

import RefusalTables
import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite("Spoilt authentications")
struct AuthenticationTamperTests {
    @Test(
        "each way to spoil an authentication is refused with its own code, and each oddity is accepted",
        arguments: table.rows)
    func verdict(_ row: RefusalTable.Row) throws {
        let tamper = try #require(Tamper(rawValue: row.name))
        #expect(try Self.trial(tamper).with { $0.tamper = tamper }.code() == row.outcome)
    }

    @Test("what every spoilt authentication is made from is accepted", arguments: table.rows)
    func unspoilt(_ row: RefusalTable.Row) throws {
        let tamper = try #require(Tamper(rawValue: row.name))
        #expect(try Self.trial(tamper).code() == "accepted")
    }

    @Test("no way to spoil an authentication is left out")
    func completeness() {
        let missing = Tamper.allCases.filter {
            $0.ceremonies.contains(.authentication) && !Self.table.contains($0.name)
        }
        #expect(missing == [.challengeStandardAlphabet])
    }

    @Test("a challenge in the standard alphabet is another challenge")
    func standardAlphabet() throws {
        let trial = AuthenticationTrial(challenge: Example.challengeWithBothAlphabets)
        #expect(try trial.code() == "accepted")
        #expect(
            try trial.with { $0.tamper = .challengeStandardAlphabet }.code() == "authentication.challenge-mismatch")
    }

    /// What the ceremony has to be like for the spoiling to be the only thing wrong.
    static func trial(_ tamper: Tamper) throws -> AuthenticationTrial {
        switch tamper.need(in: .authentication) {
        case .unidentifiedUser: AuthenticationTrial().with { $0.pending.user = .discoverable }
        case .countingCredential, .deviceBoundCredential: AuthenticationTrial(profile: .legacyDeviceBound)
        case .crossOriginAllowed: AuthenticationTrial().with { $0.pending.relyingParty.framing = Example.framing }
        default: AuthenticationTrial()
        }
    }

    static let table = RefusalTable.authentications
}
