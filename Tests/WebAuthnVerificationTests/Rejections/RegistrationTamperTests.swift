// SPDX-License-Identifier: Apache-2.0

import RejectionTables
import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite struct RegistrationTamperTests {
    @Test(arguments: table.rows)
    func `each tampered registration is rejected with its code, and each harmless one is accepted`(
        row: RejectionTable.Row
    ) throws {
        let mutation = try #require(ResponseMutation(rawValue: row.name))
        #expect(try Self.scenario(mutation).with { $0.mutation = mutation }.code() == row.outcome)
    }

    @Test(arguments: table.rows)
    func `the registration that is tampered with is valid`(row: RejectionTable.Row) throws {
        let mutation = try #require(ResponseMutation(rawValue: row.name))
        #expect(try Self.scenario(mutation).code() == "accepted")
    }

    @Test func `every mutation of a registration is tested`() {
        let missing = ResponseMutation.allCases.filter {
            $0.ceremonies.contains(.registration) && !Self.table.contains($0.name)
        }
        #expect(missing == [.challengeStandardAlphabet])
    }

    @Test func `a challenge in standard base64 is a different challenge`() throws {
        let scenario = RegistrationScenario(challenge: Example.challengeWithBothAlphabets)
        #expect(try scenario.code() == "accepted")
        #expect(
            try scenario.with { $0.mutation = .challengeStandardAlphabet }.code() == "registration.challenge-mismatch")
    }

    /// Returns the ceremony in which the mutation is the only fault.
    static func scenario(_ mutation: ResponseMutation) throws -> RegistrationScenario {
        switch mutation.need(in: .registration) {
        case .signedAttestation: try RegistrationScenario(attesting: .packed)
        case .rsaKey: RegistrationScenario(profile: .windowsHello)
        case .edwardsKey: RegistrationScenario(profile: .securityKey.with { $0.algorithms = [.edDSA] })
        case .crossOriginAllowed: RegistrationScenario().with { $0.pending.relyingParty.framing = Example.framing }
        default: RegistrationScenario()
        }
    }

    static let table = RejectionTable.registrations
}
