// SPDX-License-Identifier: Apache-2.0

import RejectionTables
import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite("Tampered registrations")
struct RegistrationTamperTests {
    @Test(
        "each way to tamper with a registration is refused with its own code, and each oddity is accepted",
        arguments: table.rows)
    func verdict(_ row: RejectionTable.Row) throws {
        let mutation = try #require(ResponseMutation(rawValue: row.name))
        #expect(try Self.trial(mutation).with { $0.mutation = mutation }.code() == row.outcome)
    }

    @Test("what every tampered registration is made from is accepted", arguments: table.rows)
    func unspoilt(_ row: RejectionTable.Row) throws {
        let mutation = try #require(ResponseMutation(rawValue: row.name))
        #expect(try Self.trial(mutation).code() == "accepted")
    }

    @Test("no way to tamper with a registration is left out")
    func completeness() {
        let missing = ResponseMutation.allCases.filter {
            $0.ceremonies.contains(.registration) && !Self.table.contains($0.name)
        }
        #expect(missing == [.challengeStandardAlphabet])
    }

    @Test("a challenge in the standard alphabet is another challenge")
    func standardAlphabet() throws {
        let trial = RegistrationTrial(challenge: Example.challengeWithBothAlphabets)
        #expect(try trial.code() == "accepted")
        #expect(
            try trial.with { $0.mutation = .challengeStandardAlphabet }.code() == "registration.challenge-mismatch")
    }

    /// What the ceremony has to be like for the tampering to be the only thing wrong.
    static func trial(_ mutation: ResponseMutation) throws -> RegistrationTrial {
        switch mutation.need(in: .registration) {
        case .signedAttestation: try RegistrationTrial(attesting: .packed)
        case .rsaKey: RegistrationTrial(profile: .windowsHello)
        case .edwardsKey: RegistrationTrial(profile: .securityKey.with { $0.algorithms = [.edDSA] })
        case .crossOriginAllowed: RegistrationTrial().with { $0.pending.relyingParty.framing = Example.framing }
        default: RegistrationTrial()
        }
    }

    static let table = RejectionTable.registrations
}
