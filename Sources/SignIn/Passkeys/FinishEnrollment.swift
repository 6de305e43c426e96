// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel

/// Finishes the enrollment of another passkey by somebody who is signed in.
package struct FinishEnrollment: Sendable {
    /// What a client brings back.
    package struct Submission: Sendable {
        package var session: String
        package var response: [UInt8]

        package init(session: String, response: [UInt8]) {
            self.session = session
            self.response = response
        }
    }

    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Judges the submission, then takes the ceremony and stores everything that follows, as one durable unit.
    package func callAsFunction(
        _ submission: Submission, of holder: AccountHolder, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> Enrolled {
        let ceremony = try ceremonies.open(submission.session, client: holder.client.id, host: holder.host)
        guard case .enrollment(let user, let handle, let isConditional) = ceremony.purpose else {
            throw .ceremony(.purposeMismatch)
        }
        guard user == holder.user else { throw .ceremony(.belongsElsewhere) }
        let admission = try CeremonyAdmission(
            enrollment: CeremonyRequest(client: holder.client, host: holder.host, realm: ceremony.connection),
            in: configuration)
        var enrollment = Enrollment(user: user, handle: handle, auditContext: holder.auditContext)
        enrollment.isConditional = isConditional
        enrollment.tokenGeneration = holder.tokenGeneration
        return try await enrollment.finish(submission.response, ceremony, admission, at: ceremonies)
    }
}
