// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation
import WebAuthnMessages

/// The requests to the system that a ceremony needs.
///
/// Challenge and handles go to the system as bytes: it signs the base64url text of what it gets. The relying party is
/// the server's, never the host of the API.
enum CeremonyRequests {
    /// The place where a passkey is created.
    enum Place {
        case device
        case securityKey
        /// The user chooses.
        case either
    }

    /// Returns `nil` if the system can't do that.
    static func registration(
        _ options: CreationOptions, of relyingPartyID: String, in place: Place, isConditional: Bool = false,
        extensions: PasskeyExtensions = PasskeyExtensions()
    ) -> [ASAuthorizationRequest]? {
        // The platform offers nothing else, and the server would reject the passkey after the device has saved it.
        guard options.algorithms.contains(.es256) else { return nil }
        var requests: [ASAuthorizationRequest] = []
        if place != .securityKey {
            let request = platformRegistration(options, of: relyingPartyID, extensions: extensions)
            if isConditional {
                guard DeviceAbility.conditionalRegistration.isThere,
                    #available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
                else { return nil }
                request.requestStyle = .conditional
            }
            requests.append(request)
        }
        #if !os(visionOS)
            if place != .device { requests.append(securityKeyRegistration(options, of: relyingPartyID)) }
        #endif
        return requests.isEmpty ? nil : requests
    }

    private static func platformRegistration(
        _ options: CreationOptions, of relyingPartyID: String, extensions: PasskeyExtensions
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: relyingPartyID)
        let request = provider.createCredentialRegistrationRequest(
            challenge: Data(options.challenge.bytes), name: options.user.name, userID: Data(options.user.id.bytes))
        request.displayName = options.user.displayName
        request.userVerificationPreference = .init(rawValue: options.userVerification.rawValue)
        request.attestationPreference = .init(rawValue: options.attestation.rawValue)
        #if !os(visionOS)
            if #available(iOS 17.4, macOS 13.5, *) {
                // Without it, the system replaces a passkey of the same account, and the server keeps a dead one.
                request.excludedCredentials = options.excludedCredentials.map {
                    ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Data($0.id.bytes))
                }
            }
        #endif
        if let prf = extensions.prf, DeviceAbility.prf.isThere, #available(iOS 18.0, macOS 15.0, visionOS 2.0, *) {
            request.prf = .inputValues(prf.inputValues)
        }
        if extensions.largeBlob != nil, DeviceAbility.largeBlob.isThere,
            #available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
        {
            request.largeBlob = .supportPreferred
        }
        return request
    }

    /// The requests of a sign-in. Security keys are left out by default, because their row in the sheet confuses those
    /// who have none.
    static func authentication(
        _ options: RequestOptions, of relyingPartyID: String, offering offer: SignInOffer = .passkeys,
        allowsSecurityKeys: Bool = false, extensions: PasskeyExtensions = PasskeyExtensions()
    ) -> [ASAuthorizationRequest] {
        var requests: [ASAuthorizationRequest] = [
            platformAuthentication(options, of: relyingPartyID, extensions: extensions)
        ]
        #if !os(visionOS)
            if allowsSecurityKeys { requests.append(securityKeyAuthentication(options, of: relyingPartyID)) }
        #endif
        if offer.includesPasswords { requests.append(ASAuthorizationPasswordProvider().createRequest()) }
        return requests
    }

    private static func platformAuthentication(
        _ options: RequestOptions, of relyingPartyID: String, extensions: PasskeyExtensions
    ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: relyingPartyID)
        let request = provider.createCredentialAssertionRequest(challenge: Data(options.challenge.bytes))
        request.userVerificationPreference = .init(rawValue: options.userVerification.rawValue)
        request.allowedCredentials = options.allowedCredentials.map {
            ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Data($0.id.bytes))
        }
        if let prf = extensions.prf, DeviceAbility.prf.isThere, #available(iOS 18.0, macOS 15.0, visionOS 2.0, *) {
            request.prf = .inputValues(prf.inputValues)
        }
        if let blob = extensions.largeBlob, DeviceAbility.largeBlob.isThere,
            #available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
        {
            switch blob {
            case .supported, .read: request.largeBlob = .read
            case .write(let data): request.largeBlob = .write(data)
            }
        }
        return request
    }
}

extension PasskeyExtensions.PRF {
    @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
    fileprivate var inputValues: ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues {
        .init(saltInput1: first, saltInput2: second)
    }
}

#if !os(visionOS)
    extension CeremonyRequests {
        private typealias Descriptor = ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor

        private static func securityKeyRegistration(
            _ options: CreationOptions, of relyingPartyID: String
        ) -> ASAuthorizationRequest {
            let provider = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: relyingPartyID)
            let request = provider.createCredentialRegistrationRequest(
                challenge: Data(options.challenge.bytes), displayName: options.user.displayName,
                name: options.user.name, userID: Data(options.user.id.bytes))
            request.credentialParameters = options.algorithms.map {
                ASAuthorizationPublicKeyCredentialParameters(algorithm: .init(rawValue: $0.rawValue))
            }
            request.residentKeyPreference = .init(rawValue: options.residentKey.rawValue)
            request.userVerificationPreference = .init(rawValue: options.userVerification.rawValue)
            request.attestationPreference = .init(rawValue: options.attestation.rawValue)
            request.excludedCredentials = descriptors(of: options.excludedCredentials)
            return request
        }

        private static func securityKeyAuthentication(
            _ options: RequestOptions, of relyingPartyID: String
        ) -> ASAuthorizationRequest {
            let provider = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: relyingPartyID)
            let request = provider.createCredentialAssertionRequest(challenge: Data(options.challenge.bytes))
            request.userVerificationPreference = .init(rawValue: options.userVerification.rawValue)
            request.allowedCredentials = descriptors(of: options.allowedCredentials)
            return request
        }

        private static func descriptors(of credentials: [CredentialDescriptor]) -> [Descriptor] {
            credentials.map {
                Descriptor(credentialID: Data($0.id.bytes), transports: Descriptor.Transport.allSupported)
            }
        }
    }
#endif
