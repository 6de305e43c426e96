// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
package import WebAuthnMessages

/// Finishes the enrollment of another passkey by a user who is signed in.
package struct FinishEnrollment: Sendable {
    /// The session and the response that a client sends back.
    package struct Submission: Sendable {
        package var session: String
        package var response: CredentialResponse

        package init(session: String, response: CredentialResponse) {
            self.session = session
            self.response = response
        }
    }

    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Verifies the response, consumes the ceremony and stores the passkey, as one durable unit.
    package func callAsFunction(
        _ submission: Submission, by owner: AccountOwner, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> EnrolledPasskey {
        let ceremony = try ceremonies.open(submission.session, at: owner.host)
        return try await finish(submission.response, for: ceremony, by: owner, in: configuration)
    }

    /// Finishes a ceremony whose sealed form is the challenge.
    package func callAsFunction(
        answering challenge: Challenge, with response: CredentialResponse, by owner: AccountOwner,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> EnrolledPasskey {
        let ceremony = try ceremonies.open(challenge: challenge, at: owner.host)
        return try await finish(response, for: ceremony, by: owner, in: configuration)
    }

    private func finish(
        _ response: CredentialResponse, for ceremony: Ceremony, by owner: AccountOwner,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> EnrolledPasskey {
        try ceremony.requireClient(owner.client?.id ?? CeremonyBinding.ownPages)
        guard case .enrollment(let user, let handle, let isConditional) = ceremony.purpose else {
            throw .ceremony(.purposeMismatch)
        }
        guard user == owner.user else { throw .ceremony(.belongsElsewhere) }
        let admission = try ceremonies.admit(owner, realm: ceremony.connection, in: configuration)
        var enrollment = Enrollment(user: user, handle: handle, client: owner.client?.id, sender: owner.sender)
        enrollment.isConditional = isConditional
        enrollment.tokenGeneration = owner.tokenGeneration
        enrollment.session = owner.session
        enrollment.owner = owner
        return try await enrollment.finish(
            response, for: ceremony, under: admission, in: ceremonies)
    }
}
