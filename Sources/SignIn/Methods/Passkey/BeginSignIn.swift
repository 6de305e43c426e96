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
        _ request: AdmissionRequest, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> StartedCeremony<RequestOptions> {
        let admission = try ceremonies.admit(request, in: configuration)
        return start(admission.binding, under: admission.policy)
    }

    /// Returns the options for the server's own pages, where no client takes part. The passkey decides on the
    /// connection, so the user is verified if any connection requires it.
    package func callAsFunction(
        atOwnPagesOf host: String, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> StartedCeremony<RequestOptions> {
        guard let domain = configuration.domain(at: host) else { throw .ceremony(.belongsElsewhere) }
        let connections = configuration.connections.values.filter(\.methods.isPasskeyEnabled)
        var policy = CeremonyPolicy(
            client: CeremonyPolicyMembers(), connection: nil, tenant: configuration.tenant.policy)
        if connections.contains(where: { $0.policy.isUserVerificationRequired == true }) {
            policy.userVerification = .required
        }
        let binding = CeremonyBinding(
            client: CeremonyBinding.ownPages, host: host, relyingPartyID: domain.relyingPartyID,
            connection: CeremonyBinding.anyConnection)
        return start(binding, under: policy)
    }

    private func start(_ binding: CeremonyBinding, under policy: CeremonyPolicy) -> StartedCeremony<RequestOptions> {
        let ceremony = ceremonies.begin(.signIn, for: binding, under: policy)
        var options = RequestOptions(relyingPartyID: ceremony.relyingPartyID, challenge: ceremony.challenge)
        options.timeout = policy.ceremonyLifetime * 1000
        options.userVerification = ceremony.userVerification
        return StartedCeremony(options: options, session: ceremonies.seal.seal(ceremony))
    }
}
