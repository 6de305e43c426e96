// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
package import WebAuthnMessages
import WebAuthnVerification

/// Begins a sign-up. The account and its first passkey are stored together when the ceremony finishes.
package struct BeginSignUp: Sendable {
    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Checks the profile and returns the options for the client. In the sign-up mode `auth0`, an identifier that is
    /// taken is rejected here, which reveals that the account exists. In the plain ceremony API, and if it comes with
    /// the credential, it is rejected at the end.
    package func callAsFunction(
        _ profile: SignUpProfile, for request: AdmissionRequest, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> StartedCeremony<CreationOptions> {
        try await start(profile, under: try ceremonies.admit(request, in: configuration))
    }

    /// Returns the options for the server's own pages, where no client takes part. The account is in the default
    /// connection.
    package func callAsFunction(
        _ profile: SignUpProfile, atOwnPagesOf host: String, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> StartedCeremony<CreationOptions> {
        guard let connection = configuration.connection(nil) else { throw .admission(.connectionUnknown(nil)) }
        var admission = try CeremonyAdmission(ownPagesAt: host, realm: connection.name, in: configuration)
        // If any client of the connection must not reveal that an account exists, neither must the server's pages.
        let isStrict = configuration.clients.values.contains { client in
            configuration.allows(client, in: connection)
                && configuration.policy(for: client, in: connection).signUpMode == .strict
        }
        if isStrict { admission.policy.signUpMode = .strict }
        return try await start(profile, under: admission)
    }

    private func start(
        _ profile: SignUpProfile, under admission: CeremonyAdmission
    ) async throws(SignInFailure) -> StartedCeremony<CreationOptions> {
        let connection = admission.connection
        guard !connection.isSignUpDisabled else { throw .admission(.signUpDisabled(connection: connection.name)) }
        let draft = try profile.draft(handle: try .forNewAccount(), under: connection.identifiers)
        if admission.policy.signUpMode == .auth0, ceremonies.surface != .ceremonyAPI {
            try await ceremonies.requireFree(draft.identifiers, in: connection.name)
        }
        let ceremony = ceremonies.begin(.signUp(draft), under: admission)
        let names = AccountNames(
            identifiers: draft.identifiers, profile: draft.profile, rules: connection.identifiers,
            placeholder: admission.applicationName)
        let options = admission.creationOptions(for: ceremony, handle: draft.handle, names: names)
        return StartedCeremony(options: options, session: ceremonies.seal.seal(ceremony))
    }
}

extension CeremonyService {
    /// Throws if an account has one of the identifiers.
    func requireFree(_ identifiers: [Identifier], in connection: String) async throws(SignInFailure) {
        let isTaken = try await accounts.read { snapshot in
            try identifiers.filter(\.isUnique).contains { identifier in
                try snapshot.users.find(identifier.kind, normalized: identifier.normalized, in: connection) != nil
            }
        }
        guard !isTaken else { throw .account(.exists) }
    }
}
