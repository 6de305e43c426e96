// SPDX-License-Identifier: Apache-2.0

@_spi(AppleDouble) import AuthenticationServices
import Foundation
import SoftwareAuthenticator

extension AppleSimulator {
    /// Signs in with a passkey of this device or, if the owner wants it, of another one.
    func assert(
        _ request: ASAuthorizationPlatformPublicKeyCredentialAssertionRequest, presentation: SimulatedPresentation
    ) async throws -> ASAuthorizationPlatformPublicKeyCredentialAssertion {
        try requireAssociation(request.relyingPartyIdentifier)
        let usesOtherDevice = state.means == .anotherDevice && presentation == .modal
        switch presentation {
        case .autoFill:
            // Without a passkey there is nothing to pick, and the request waits until it is canceled.
            _ = try await value { state in
                state.suggestion == .picks && self.hasPasskey(for: request, state) ? true : nil
            }
        case .modalIfImmediatelyAvailable:
            guard hasPasskey(for: request, state) else { throw SystemErrors.noPasskey(state.noPasskeyReport) }
            try await askOwner()
        case .modal:
            // Without a passkey the sheet offers other devices only.
            try await askOwner()
            guard usesOtherDevice || hasPasskey(for: request, state) else {
                throw SystemErrors.noPasskey(state.noPasskeyReport)
            }
        }
        var options = CeremonyOptions(assertion: request)
        options.allow(request.allowedCredentials.map(\.credentialID))
        options.add(prf: request.prf, largeBlob: request.largeBlob)
        let response = try get(
            with: usesOtherDevice ? otherDevice : authenticator, options: options,
            relyingPartyID: request.relyingPartyIdentifier)
        return response.platformAssertion(isCrossPlatform: usesOtherDevice)
    }

    /// Signs in with the owner's security key.
    func assert(
        _ request: ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest
    ) async throws -> ASAuthorizationSecurityKeyPublicKeyCredentialAssertion {
        try requireAssociation(request.relyingPartyIdentifier)
        try await askOwner()
        guard state.securityKeyHasPIN || request.userVerificationPreference != .required else {
            throw SystemErrors.securityKeyHasNoPIN
        }
        var options = CeremonyOptions(assertion: request)
        options.allow(request.allowedCredentials.map(\.credentialID))
        let response = try get(
            with: securityKey, options: options, relyingPartyID: request.relyingPartyIdentifier)
        return response.securityKeyAssertion
    }

    func hasPasskey(
        for request: ASAuthorizationPlatformPublicKeyCredentialAssertionRequest, _ state: SimulatorState
    ) -> Bool {
        let allowed = Set(request.allowedCredentials.map { Array($0.credentialID) })
        return state.isKeychainOn
            && authenticator.credentials.contains { credential in
                credential.relyingPartyID == request.relyingPartyIdentifier
                    && (allowed.isEmpty || allowed.contains(credential.id))
            }
    }

    private func get(
        with authenticator: SoftwareAuthenticator, options: CeremonyOptions, relyingPartyID: String
    ) throws -> CeremonyResponse {
        let (hasPIN, verifiesOwner) = (state.securityKeyHasPIN, state.verifiesOwner)
        let isKey = authenticator === securityKey
        var options = options
        if !verifiesOwner { options.skipVerification() }
        do {
            let json = try authenticator.get(
                optionsJSON: options.requestJSON(), origin: "https://\(relyingPartyID)",
                settings: .with { settings in
                    settings.client = .native
                    if isKey && !hasPIN || !verifiesOwner { settings.userVerified = false }
                })
            return try CeremonyResponse(json)
        } catch AuthenticatorFailure.noCredential {
            throw SystemErrors.noPasskey(state.noPasskeyReport)
        } catch let failure as AuthenticatorFailure {
            throw SystemErrors.failed("\(failure)")
        }
    }
}
