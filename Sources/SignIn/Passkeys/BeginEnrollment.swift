// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
package import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// Begins the enrollment of another passkey by a user who is signed in.
package struct BeginEnrollment: Sendable {
    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Returns the options for the client. Nothing is stored.
    package func callAsFunction(
        _ request: EnrollmentRequest, by owner: AccountOwner, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> StartedCeremony<CreationOptions> {
        let (account, password) = try await ceremonies.accounts.read {
            (try Account(owner, in: $0), try $0.passwords.find(of: owner.user))
        }
        try owner.requireRecentSignIn(to: account, at: ceremonies.now())
        _ = try account.requirePasskeyAddition(by: owner, password: password, at: ceremonies.now())
        let user = account.user
        if let connection = request.connection, ExactText(connection) != ExactText(user.connection) {
            throw .admission(.connectionUnknown(connection))
        }
        if let identity = request.identityUserID, ExactText(identity) != ExactText(String(user.id.identity)) {
            throw .account(.identityUnknown(identity))
        }
        var admission = try ceremonies.admit(owner, realm: user.connection, in: configuration)
        // A conditional creation shows no prompt, so the user cannot be verified.
        if request.isConditional { admission.policy.userVerification = .preferred }
        try account.requireRoom()
        return ceremonies.begin(
            .enrollment(user.id, user.handle, isConditional: request.isConditional), for: account, under: admission,
            excludesExistingCredentials: request.excludesExistingCredentials)
    }
}

/// A client's request to enroll a passkey.
package struct EnrollmentRequest: Sendable {
    /// The connection that the client expects the account to be in.
    package var connection: String?
    /// The identity that the client expects the account to have.
    package var identityUserID: String?
    /// Whether the options exclude the account's passkeys. Auth0 calls it `use_exclude_credentials`.
    package var excludesExistingCredentials = false
    /// Whether the passkey is created without a prompt, after another sign-in.
    package var isConditional = false

    package init() {}
}

extension CeremonyService {
    /// Begins a registration for an account that exists.
    func begin(
        _ purpose: Ceremony.Purpose, for account: Account, under admission: CeremonyAdmission,
        excludesExistingCredentials: Bool
    ) -> StartedCeremony<CreationOptions> {
        let ceremony = begin(purpose, under: admission)
        let names = AccountNames(of: account.user, under: admission.connection.identifiers)
        var options = admission.creationOptions(for: ceremony, handle: account.user.handle, names: names)
        if excludesExistingCredentials {
            options.excludedCredentials = account.excluded(relyingPartyID: admission.relyingParty.id)
        }
        return StartedCeremony(options: options, session: seal.seal(ceremony))
    }
}

extension Account {
    /// The credentials that the options exclude, so that no device replaces a passkey by another one unnoticed.
    fileprivate func excluded(relyingPartyID: String) -> [CredentialDescriptor] {
        passkeys.map(\.origin)
            .filter { $0.relyingPartyID == relyingPartyID && !$0.isFromBeforePasskeys }
            .map { CredentialDescriptor(id: $0.credentialID, transports: $0.transports) }
    }
}

extension Passkey.Origin {
    /// Whether this may be a credential of iOS 15 or macOS 12 and earlier, which stays bound to its device until a new
    /// one replaces it. Apple's platform disclosed no model, or the one of its anonymous attestation.
    fileprivate var isFromBeforePasskeys: Bool {
        !isBackupEligible && attachment != .crossPlatform && (aaguid == .zero || aaguid == .appleAttested)
    }
}

extension AAGUID {
    fileprivate static let appleAttested = AAGUID("f24a8e70-d0d3-f82c-2937-32523cc4de5a")
}
