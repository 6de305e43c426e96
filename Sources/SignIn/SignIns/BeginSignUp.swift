// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
package import WebAuthnMessages
import WebAuthnVerification

/// Begins a sign-up: an account and its first passkey, both made when the submission comes, or neither.
package struct BeginSignUp: Sendable {
    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Checks what was typed and gives the client its options. In the mode of Auth0's wire, an identifier that is
    /// taken is refused here, which tells that there is an account.
    package func callAsFunction(
        _ profile: SignUpProfile, _ request: CeremonyRequest, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> StartedCeremony<CreationOptions> {
        let admission = try CeremonyAdmission(request, in: configuration)
        let connection = admission.connection
        guard !connection.isSignUpDisabled else { throw .signUpDisabled(connection: connection.name) }
        let draft = try profile.draft(handle: UserHandleSource(), connection.identifiers)
        if admission.policy.signUpMode == .auth0 { try await refuseTaken(draft, in: connection.name) }
        let ceremony = ceremonies.begin(.signUp(draft), admission)
        let names = AccountNames(draft.identifiers, draft.profile, connection.identifiers)
        let options = admission.options(for: draft.handle, names, ceremony)
        return StartedCeremony(options: options, session: ceremonies.seal.seal(ceremony))
    }

    private func refuseTaken(_ draft: SignUpDraft, in connection: String) async throws(SignInFailure) {
        let isTaken: Bool
        do {
            isTaken = try await ceremonies.storage.read { snapshot in
                try draft.identifiers.contains { identifier in
                    try snapshot.users.find(identifier.kind, identifier.normalized, in: connection) != nil
                }
            }
        } catch {
            throw SignInFailure(error)
        }
        guard !isTaken else { throw .accountExists }
    }
}

/// A ceremony that was started: what the client needs, and the session it has to bring back.
package struct StartedCeremony<Options: Sendable>: Sendable {
    package let options: Options
    package let session: String
}
