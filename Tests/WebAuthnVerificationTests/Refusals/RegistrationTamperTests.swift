// SPDX-License-Identifier: Apache-2.0

import RefusalTables
import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite("Spoilt registrations")
struct RegistrationTamperTests {
    @Test(
        "each way to spoil a registration is refused with its own code, and each oddity is accepted",
        arguments: table.rows)
    func verdict(_ row: RefusalTable.Row) throws {
        let tamper = try #require(Tamper(rawValue: row.name))
        #expect(try Self.trial(tamper).with { $0.tamper = tamper }.code() == row.outcome)
    }

    @Test("what every spoilt registration is made from is accepted", arguments: table.rows)
    func unspoilt(_ row: RefusalTable.Row) throws {
        let tamper = try #require(Tamper(rawValue: row.name))
        #expect(try Self.trial(tamper).code() == "accepted")
    }

    @Test("no way to spoil a registration is left out")
    func completeness() {
        let missing = Tamper.allCases.filter { $0.ceremonies.contains(.registration) && !Self.table.contains($0.name) }
        #expect(missing == [.challengeStandardAlphabet])
    }

    @Test("a challenge in the standard alphabet is another challenge")
    func standardAlphabet() throws {
        let trial = RegistrationTrial(challenge: Example.challengeWithBothAlphabets)
        #expect(try trial.code() == "accepted")
        #expect(
            try trial.with { $0.tamper = .challengeStandardAlphabet }.code() == "registration.challenge-mismatch")
    }

    /// What the ceremony has to be like for the spoiling to be the only thing wrong.
    static func trial(_ tamper: Tamper) throws -> RegistrationTrial {
        switch tamper.need(in: .registration) {
        case .signedAttestation: try RegistrationTrial(attesting: .packed)
        case .rsaKey: RegistrationTrial(profile: .windowsHello)
        case .edwardsKey: RegistrationTrial(profile: .securityKey.with { $0.algorithms = [.edDSA] })
        case .crossOriginAllowed: RegistrationTrial().with { $0.pending.relyingParty.framing = Example.framing }
        default: RegistrationTrial()
        }
    }

    static let table = RefusalTable.registrations
}
