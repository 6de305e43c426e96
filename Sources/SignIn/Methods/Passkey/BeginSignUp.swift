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
    ///
    /// - Parameter dispatch: Whom codes go to, and how, where the sign-up proves its addresses.
    package func callAsFunction(
        _ profile: SignUpProfile, for request: AdmissionRequest, dispatching dispatch: CodeDispatch? = nil,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> StartedCeremony<CreationOptions> {
        try await start(
            profile, under: try ceremonies.admit(request, in: configuration), dispatching: dispatch,
            rules: configuration.tenant.codes)
    }

    /// Returns the options for the server's own pages, where no client takes part. The account is in the default
    /// connection.
    package func callAsFunction(
        _ profile: SignUpProfile, atOwnPagesOf host: String, dispatching dispatch: CodeDispatch? = nil,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> StartedCeremony<CreationOptions> {
        guard let connection = configuration.connection(nil) else { throw .admission(.connectionUnknown(nil)) }
        var admission = try CeremonyAdmission(ownPagesAt: host, realm: connection.name, in: configuration)
        if configuration.isSignUpStrict(onOwnPagesFor: connection) { admission.policy.signUpMode = .strict }
        return try await start(
            profile, under: admission, dispatching: dispatch, rules: configuration.tenant.codes)
    }

    private func start(
        _ profile: SignUpProfile, under admission: CeremonyAdmission, dispatching dispatch: CodeDispatch?,
        rules: CodeRules
    ) async throws(SignInFailure) -> StartedCeremony<CreationOptions> {
        var admission = admission
        let connection = admission.connection
        guard !connection.isSignUpDisabled else { throw .admission(.signUpDisabled(connection: connection.name)) }
        var draft = try profile.draft(handle: try .forNewAccount(), under: connection.identifiers)
        let isStrict = admission.policy.signUpMode == .strict
        if !isStrict, ceremonies.surface != .ceremonyAPI, draft.proofs.isEmpty {
            try await ceremonies.requireFree(draft.identifiers, in: connection.name)
        }
        if let verification = ceremonies.verification, let dispatch {
            draft.codes = try await verification.begin(
                draft, in: connection, isStrict: isStrict,
                for: dispatch.request(of: admission.binding.client, at: admission.binding.host, boundTo: .holder),
                under: rules)
            // Its user has to read the mail first.
            if !draft.codes.isEmpty {
                admission.policy.ceremonyLifetime = max(admission.policy.ceremonyLifetime, rules.lifetime)
            }
        }
        let ceremony = ceremonies.begin(.signUp(draft), under: admission)
        let names = AccountNames(
            identifiers: draft.identifiers, profile: draft.profile, rules: connection.identifiers,
            placeholder: admission.applicationName)
        let options = admission.creationOptions(for: ceremony, handle: draft.handle, names: names)
        var started = StartedCeremony(options: options, session: ceremonies.seal.seal(ceremony))
        started.verifications = draft.codes.keys.sorted { $0.rawValue < $1.rawValue }
        return started
    }
}

extension ConfigurationSnapshot {
    /// Whether a sign-up for a client must not reveal that an account exists.
    package func isSignUpStrict(for client: Client, in connection: Connection) -> Bool {
        policy(for: client, in: connection).signUpMode == .strict
    }

    /// The same on the server's own pages. If any client of the connection must not reveal it, neither must they.
    package func isSignUpStrict(onOwnPagesFor connection: Connection) -> Bool {
        clients.values.contains { allows($0, in: connection) && isSignUpStrict(for: $0, in: connection) }
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
