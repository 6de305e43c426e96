// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
package import WebAuthnMessages
import WebAuthnVerification

/// Begins a sign-in with any passkey that the user chooses.
package struct BeginSignIn: Sendable {
    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Returns the options for the client. Nothing is stored, and the options reveal nothing about any account.
    package func callAsFunction(
        _ request: CeremonyRequest, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> StartedCeremony<RequestOptions> {
        let admission = try CeremonyAdmission(request, in: configuration)
        let ceremony = ceremonies.begin(.signIn, under: admission)
        var options = RequestOptions(relyingPartyID: admission.relyingParty.id, challenge: ceremony.challenge)
        options.timeout = admission.policy.ceremonyLifetime * 1000
        options.userVerification = ceremony.userVerification
        return StartedCeremony(options: options, session: ceremonies.seal.seal(ceremony))
    }
}
