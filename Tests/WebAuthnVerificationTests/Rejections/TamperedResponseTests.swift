// SPDX-License-Identifier: Apache-2.0

import RejectionTables
import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite struct TamperedResponseTests {
    /// A mutation of a ceremony's response, and its expected outcome.
    struct Case: Sendable, CustomTestStringConvertible {
        let ceremony: ResponseMutation.Ceremony
        let row: RejectionTable.Row

        static let all =
            RejectionTable.registrations.rows.map { Case(ceremony: .registration, row: $0) }
            + RejectionTable.authentications.rows.map { Case(ceremony: .authentication, row: $0) }

        var testDescription: String { "\(ceremony.rawValue) with \(row.name)" }

        /// Runs the ceremony and returns the code of the rejection, or `accepted`.
        func code(isTampered: Bool) throws -> String {
            let mutation = try #require(ResponseMutation(rawValue: row.name))
            let applied = isTampered ? mutation : nil
            return switch ceremony {
            case .registration: try RegistrationScenario.exposing(mutation).with { $0.mutation = applied }.code()
            case .authentication: try AuthenticationScenario.exposing(mutation).with { $0.mutation = applied }.code()
            }
        }
    }

    @Test(arguments: Case.all)
    func `each tampered response is rejected with its code, and each harmless one is accepted`(_ tested: Case) throws {
        #expect(try tested.code(isTampered: true) == tested.row.outcome)
    }

    @Test(arguments: Case.all)
    func `the ceremony of each tampered response is valid without the mutation`(_ tested: Case) throws {
        #expect(try tested.code(isTampered: false) == "accepted")
    }

    @Test(arguments: [
        (ResponseMutation.Ceremony.registration, RejectionTable.registrations),
        (.authentication, .authentications),
    ])
    func `every mutation of a ceremony's response is tested`(
        ceremony: ResponseMutation.Ceremony, table: RejectionTable
    ) {
        let missing = ResponseMutation.allCases.filter { $0.ceremonies.contains(ceremony) && !table.contains($0.name) }
        #expect(missing == [.challengeStandardAlphabet])
    }

    @Test func `a challenge in standard base64 is a different challenge`() throws {
        let registration = RegistrationScenario(challenge: Example.challengeWithBothAlphabets)
        let authentication = AuthenticationScenario(challenge: Example.challengeWithBothAlphabets)
        #expect(try registration.code() == "accepted")
        #expect(try authentication.code() == "accepted")
        let mutation = ResponseMutation.challengeStandardAlphabet
        #expect(try registration.with { $0.mutation = mutation }.code() == "registration.challenge-mismatch")
        #expect(try authentication.with { $0.mutation = mutation }.code() == "authentication.challenge-mismatch")
    }
}
