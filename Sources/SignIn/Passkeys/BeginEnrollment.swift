// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
package import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// Begins to give somebody who is signed in another passkey.
package struct BeginEnrollment: Sendable {
    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Gives the client its options. Nothing is stored.
    package func callAsFunction(
        _ holder: AccountHolder, _ request: EnrollmentRequest, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> StartedCeremony<CreationOptions> {
        let account = try await ceremonies.read { try Account(holder, in: $0) }
        let user = account.user
        if let connection = request.connection, ExactText(connection) != ExactText(user.connection) {
            throw .connectionUnknown(connection)
        }
        if let identity = request.identityUserID, ExactText(identity) != ExactText(String(user.id.identity)) {
            throw .identityUnknown(identity)
        }
        var admission = try CeremonyAdmission(
            enrollment: CeremonyRequest(client: holder.client, host: holder.host, realm: user.connection),
            in: configuration)
        // Nobody is asked in a conditional creation, so nobody can be verified.
        if request.isConditional { admission.policy.userVerification = .preferred }
        try account.requireRoom()
        return ceremonies.begin(
            .enrollment(user.id, user.handle, isConditional: request.isConditional), for: account, admission,
            excludesExistingCredentials: request.excludesExistingCredentials)
    }
}

/// What a client asks for when it enrolls a passkey.
package struct EnrollmentRequest: Sendable {
    /// The connection it expects the account to be in.
    package var connection: String?
    /// The identity it expects the account to have.
    package var identityUserID: String?
    /// Whether devices that hold a passkey of the account are to refuse. Auth0 calls it `use_exclude_credentials`.
    package var excludesExistingCredentials = false
    /// Whether the passkey is made silently, after another sign-in.
    package var isConditional = false

    package init() {}
}

extension CeremonyService {
    /// Begins a registration for an account that exists.
    func begin(
        _ purpose: Ceremony.Purpose, for account: Account, _ admission: CeremonyAdmission,
        excludesExistingCredentials: Bool
    ) -> StartedCeremony<CreationOptions> {
        let ceremony = begin(purpose, admission)
        let names = AccountNames(account.user.identifiers, account.user.profile, admission.connection.identifiers)
        var options = admission.options(for: account.user.handle, names, ceremony)
        if excludesExistingCredentials {
            options.excludedCredentials = account.excluded(relyingPartyID: admission.relyingParty.id)
        }
        return StartedCeremony(options: options, session: seal.seal(ceremony))
    }
}

extension Account {
    /// The credentials whose devices need no other. One that is bound to its device is left out, so that it can be
    /// upgraded to one that is backed up.
    fileprivate func excluded(relyingPartyID: String) -> [CredentialDescriptor] {
        passkeys.map(\.origin).filter { $0.relyingPartyID == relyingPartyID && $0.isBackupEligible }
            .map { CredentialDescriptor(id: $0.credentialID, transports: $0.transports) }
    }
}
