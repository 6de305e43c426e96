// SPDX-License-Identifier: Apache-2.0

@_spi(AppleDouble) import AuthenticationServices
import CryptoKit
import Foundation
import SoftwareAuthenticator

extension AppleSimulator {
    /// Registers a passkey on this device or, if the owner wants it, on another one.
    func register(
        _ request: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest
    ) async throws -> ASAuthorizationPlatformPublicKeyCredentialRegistration {
        try requireAssociation(request.relyingPartyIdentifier)
        let isConditional = request.requestStyle == .conditional
        let usesOtherDevice = state.means == .anotherDevice && !isConditional
        if !usesOtherDevice { try requirePasskeyCreation() }
        if isConditional {
            guard state.passwordWasJustFilled else { throw SystemErrors.failed("No password was filled just now.") }
        } else {
            try await askOwner()
        }
        var options = CeremonyOptions(registration: request)
        options.exclude((request.excludedCredentials ?? []).map(\.credentialID))
        options.add(prf: request.prf, largeBlob: request.largeBlob)
        let response = try create(
            with: usesOtherDevice ? otherDevice : authenticator, options: options,
            relyingPartyID: request.relyingPartyIdentifier, isConditional: isConditional)
        return response.platformRegistration(isCrossPlatform: usesOtherDevice)
    }

    /// Registers the owner's security key.
    func register(
        _ request: ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest
    ) async throws -> ASAuthorizationSecurityKeyPublicKeyCredentialRegistration {
        try requireAssociation(request.relyingPartyIdentifier)
        guard !request.credentialParameters.isEmpty else {
            throw SystemErrors.failed("A security key registration needs credential parameters.")
        }
        try await askOwner()
        let needsPIN =
            request.userVerificationPreference == .required || request.residentKeyPreference == .required
        guard state.securityKeyHasPIN || !needsPIN else { throw SystemErrors.securityKeyHasNoPIN }
        var options = CeremonyOptions(registration: request)
        options.algorithms = request.credentialParameters.map(\.algorithm.rawValue)
        options.residentKey = request.residentKeyPreference.rawValue
        options.exclude(request.excludedCredentials.map(\.credentialID))
        let response = try create(
            with: securityKey, options: options, relyingPartyID: request.relyingPartyIdentifier, isConditional: false)
        return response.securityKeyRegistration
    }

    /// Registers a passkey under a contact identifier that the owner chooses.
    func createAccount(
        _ request: ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest
    ) async throws -> ASAuthorizationAccountCreationPlatformPublicKeyCredential {
        try requireAssociation(request.relyingPartyIdentifier)
        try requirePasskeyCreation()
        try await askOwner()
        let contact = state.contact
        guard let identifier = request.acceptedContactIdentifiers.lazy.compactMap(contact.identifier).first else {
            throw SystemErrors.canceled
        }
        let options = CeremonyOptions(
            relyingPartyID: request.relyingPartyIdentifier, challenge: request.challenge, userID: request.userID,
            name: identifier.text)
        let response = try create(
            with: authenticator, options: options, relyingPartyID: request.relyingPartyIdentifier,
            isConditional: false)
        return ASAuthorizationAccountCreationPlatformPublicKeyCredential(
            contactIdentifier: identifier, name: request.shouldRequestName ? contact.name : nil,
            credentialRegistration: response.platformRegistration(isCrossPlatform: false))
    }

    private func requirePasskeyCreation() throws {
        guard state.hasPasscode else { throw SystemErrors.authorization(code: 1010) }
        guard state.isKeychainOn else { throw SystemErrors.keychainIsOff }
    }

    private func create(
        with authenticator: SoftwareAuthenticator, options: CeremonyOptions, relyingPartyID: String,
        isConditional: Bool
    ) throws -> CeremonyResponse {
        let (hasPIN, verifiesOwner) = (state.securityKeyHasPIN, state.verifiesOwner)
        let isKey = authenticator === securityKey
        var options = options
        if !verifiesOwner { options.skipVerification() }
        do {
            let json = try authenticator.create(
                optionsJSON: options.creationJSON(), origin: "https://\(relyingPartyID)",
                settings: .with { settings in
                    settings.client = .native
                    if isConditional { settings.mediation = .conditional }
                    if isKey && !hasPIN || !verifiesOwner { settings.userVerified = false }
                })
            return try CeremonyResponse(json)
        } catch AuthenticatorFailure.excluded {
            throw SystemErrors.excluded(state.exclusionReport)
        } catch let failure as AuthenticatorFailure {
            throw SystemErrors.failed("\(failure)")
        }
    }
}

extension SimulatorState.Contact {
    fileprivate var name: PersonNameComponents {
        var name = PersonNameComponents()
        name.givenName = givenName
        name.familyName = familyName
        return name
    }

    fileprivate func identifier(_ kind: ASContactIdentifierRequest) -> ASContactIdentifier? {
        switch kind {
        case .email: email.map { .email(ASEmailIdentifier(value: $0)) }
        case .phoneNumber: phoneNumber.map { .phoneNumber(ASPhoneNumberIdentifier(value: $0)) }
        }
    }
}

extension ASContactIdentifier {
    fileprivate var text: String {
        switch self {
        case .email(let identifier): identifier.value
        case .phoneNumber(let identifier): identifier.value
        }
    }
}
