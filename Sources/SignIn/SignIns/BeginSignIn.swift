// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
package import WebAuthnMessages
import WebAuthnVerification

/// Begins a sign-in with whichever passkey the person picks.
package struct BeginSignIn: Sendable {
    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Gives the client its options. Nothing is stored, and nothing is told of anybody.
    package func callAsFunction(
        _ request: CeremonyRequest, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> StartedCeremony<RequestOptions> {
        let admission = try CeremonyAdmission(request, in: configuration)
        let ceremony = ceremonies.begin(.signIn, admission)
        var options = RequestOptions(relyingPartyID: admission.relyingParty.id, challenge: ceremony.challenge)
        options.timeout = admission.policy.ceremonyLifetime * 1000
        options.userVerification = ceremony.userVerification
        return StartedCeremony(options: options, session: ceremonies.seal.seal(ceremony))
    }
}
