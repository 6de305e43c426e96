// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CryptoKit
import WebAuthnMessages
import WireFormats

/// The system's response to a ceremony, as a value that can leave the main actor.
struct DeviceResponse: Sendable {
    let credentialID: Data
    /// The part that the server gets.
    let response: CredentialResponse
    let usedAnotherDevice: Bool
    /// The part that stays on the device.
    var extensions = ExtensionResults()
    /// The values that the user entered in the system's form for a new account.
    var newUser: NewUser?

    /// Returns `nil` for a credential that this version does not know.
    init?(_ credential: any ASAuthorizationCredential) {
        switch credential {
        case let registration as ASAuthorizationPlatformPublicKeyCredentialRegistration:
            self.init(platform: registration)
        case let assertion as ASAuthorizationPlatformPublicKeyCredentialAssertion: self.init(platform: assertion)
        default:
            if #available(iOS 26.0, macOS 26.0, visionOS 26.0, *),
                let account = credential as? ASAuthorizationAccountCreationPlatformPublicKeyCredential
            {
                self.init(platform: account.credentialRegistration)
                newUser = NewUser(account)
                return
            }
            #if os(visionOS)
                return nil
            #else
                self.init(securityKey: credential)
            #endif
        }
    }

    private init?(platform registration: ASAuthorizationPlatformPublicKeyCredentialRegistration) {
        let isElsewhere = registration.attachment == .crossPlatform
        // The system does not say how the passkey can be reached. A passkey of this device can be used from another
        // one.
        self.init(
            registration, transports: isElsewhere ? ["hybrid"] : ["internal", "hybrid"],
            attachment: isElsewhere ? .crossPlatform : .platform, usedAnotherDevice: isElsewhere)
        if #available(iOS 18.0, macOS 15.0, visionOS 2.0, *), let prf = registration.prf {
            extensions.isPRFSupported = prf.isSupported
            extensions.prf = prf.first.map { PasskeyExtensions.PRF(first: Data($0), second: prf.second.map(Data.init)) }
        }
        if #available(iOS 17.0, macOS 14.0, visionOS 1.0, *), let blob = registration.largeBlob {
            extensions.isLargeBlobSupported = blob.isSupported
        }
    }

    private init?(platform assertion: ASAuthorizationPlatformPublicKeyCredentialAssertion) {
        let isElsewhere = assertion.attachment == .crossPlatform
        self.init(assertion, attachment: isElsewhere ? .crossPlatform : .platform, usedAnotherDevice: isElsewhere)
        if #available(iOS 18.0, macOS 15.0, visionOS 2.0, *), let prf = assertion.prf {
            extensions.prf = PasskeyExtensions.PRF(first: Data(prf.first), second: prf.second.map(Data.init))
        }
        if #available(iOS 17.0, macOS 14.0, visionOS 1.0, *), let blob = assertion.largeBlob {
            switch blob.result {
            case .read(let data): extensions.largeBlob = data
            case .write(let success): extensions.isLargeBlobWritten = success
            @unknown default: break
            }
        }
    }

    private init?(
        _ registration: some ASAuthorizationPublicKeyCredentialRegistration, transports: [String],
        attachment: AuthenticatorAttachment, usedAnotherDevice: Bool
    ) {
        guard let object = registration.rawAttestationObject else { return nil }
        credentialID = registration.credentialID
        self.usedAnotherDevice = usedAnotherDevice
        response = .registration(
            of: CredentialID([UInt8](registration.credentialID)),
            clientDataJSON: [UInt8](registration.rawClientDataJSON), attestationObject: [UInt8](object),
            transports: transports.map(AuthenticatorTransport.init(rawValue:)), attachment: attachment)
    }

    private init?(
        _ assertion: some ASAuthorizationPublicKeyCredentialAssertion, attachment: AuthenticatorAttachment,
        usedAnotherDevice: Bool
    ) {
        // Imported without a word about nil.
        let (data, signature): (Data?, Data?) = (assertion.rawAuthenticatorData, assertion.signature)
        guard let data, let signature else { return nil }
        let handle: Data? = assertion.userID
        credentialID = assertion.credentialID
        self.usedAnotherDevice = usedAnotherDevice
        response = .authentication(
            with: CredentialID([UInt8](assertion.credentialID)),
            clientDataJSON: [UInt8](assertion.rawClientDataJSON), authenticatorData: [UInt8](data),
            signature: [UInt8](signature), userHandle: [UInt8](handle ?? Data()), attachment: attachment)
    }
}

#if !os(visionOS)
    extension DeviceResponse {
        private init?(securityKey credential: any ASAuthorizationCredential) {
            switch credential {
            case let registration as ASAuthorizationSecurityKeyPublicKeyCredentialRegistration:
                var transports: [String] = []
                if #available(iOS 17.5, macOS 14.5, *) {
                    transports = registration.transports.compactMap(Self.name)
                }
                self.init(
                    registration, transports: transports, attachment: .crossPlatform, usedAnotherDevice: false)
            case let assertion as ASAuthorizationSecurityKeyPublicKeyCredentialAssertion:
                self.init(assertion, attachment: .crossPlatform, usedAnotherDevice: false)
            default: return nil
            }
        }

        private static func name(
            of transport: ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport
        ) -> String? {
            switch transport {
            case .usb: "usb"
            case .nfc: "nfc"
            case .bluetooth: "ble"
            default: nil
            }
        }
    }
#endif

extension Data {
    fileprivate init(_ key: SymmetricKey) {
        self = key.withUnsafeBytes { Data($0) }
    }
}

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension NewUser {
    fileprivate init(_ account: ASAuthorizationAccountCreationPlatformPublicKeyCredential) {
        self.init()
        switch account.contactIdentifier {
        case .email(let email): self.email = email.value
        case .phoneNumber(let number): phoneNumber = number.value
        @unknown default: break
        }
        givenName = account.name?.givenName
        familyName = account.name?.familyName
        let parts = [givenName, familyName].compactMap { $0 }
        if !parts.isEmpty { name = parts.joined(separator: " ") }
    }
}
