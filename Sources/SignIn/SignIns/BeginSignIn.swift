// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WebAuthnMessages
import WebAuthnVerification

/// Begins a sign-in with whichever passkey the person picks.
package struct BeginSignIn: Sendable {
    private let desk: CeremonyDesk

    package init(desk: CeremonyDesk) {
        self.desk = desk
    }

    /// Gives the client its options. Nothing is stored, and nothing is told of anybody.
    package func callAsFunction(
        _ request: CeremonyRequest, in directory: Directory
    ) throws(SignInFailure) -> Begun<RequestOptions> {
        let admission = try CeremonyAdmission(request, in: directory)
        let ceremony = desk.begin(.signIn, admission)
        var options = RequestOptions(relyingPartyID: admission.relyingParty.id, challenge: ceremony.challenge)
        options.timeout = admission.policy.validFor * 1000
        options.userVerification = ceremony.userVerification
        return Begun(options: options, session: desk.seal.seal(ceremony))
    }
}
