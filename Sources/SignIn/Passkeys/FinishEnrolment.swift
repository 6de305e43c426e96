// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Finishes the enrolment of another passkey by somebody who is signed in.
package struct FinishEnrolment: Sendable {
    /// What a client brings back.
    package struct Answer: Sendable {
        package var session: String
        package var response: [UInt8]

        package init(session: String, response: [UInt8]) {
            self.session = session
            self.response = response
        }
    }

    private let desk: CeremonyDesk

    package init(desk: CeremonyDesk) {
        self.desk = desk
    }

    /// Judges the answer, then takes the ceremony and stores everything that follows, as one durable unit.
    package func callAsFunction(
        _ answer: Answer, of holder: AccountHolder, in directory: Directory
    ) async throws(SignInFailure) -> Enrolled {
        let ceremony = try desk.open(answer.session, client: holder.client.id, host: holder.host)
        guard case .enrolment(let user, let handle, let isConditional) = ceremony.purpose else {
            throw .ceremony(.purposeMismatch)
        }
        guard user == holder.user else { throw .ceremony(.belongsElsewhere) }
        let admission = try CeremonyAdmission(
            enrolment: CeremonyRequest(client: holder.client, host: holder.host, realm: ceremony.connection),
            in: directory)
        var enrolment = Enrolment(user: user, handle: handle, occasion: holder.occasion)
        enrolment.isConditional = isConditional
        enrolment.tokenGeneration = holder.tokenGeneration
        return try await enrolment.finish(answer.response, ceremony, admission, at: desk)
    }
}
