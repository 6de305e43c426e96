// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// Source for this file: Apple's documentation. iOS 26, macOS 26, visionOS 26.

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public enum ASContactIdentifierRequest: Hashable, Sendable, Codable {
    case email
    case phoneNumber
}

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public enum ASContactIdentifier: Sendable {
    case email(ASEmailIdentifier)
    case phoneNumber(ASPhoneNumberIdentifier)
}

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASEmailIdentifier: Sendable {
    public let value: String

    @_spi(AppleDouble)
    public init(value: String) { self.value = value }
}

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASPhoneNumberIdentifier: Sendable {
    public let value: String

    @_spi(AppleDouble)
    public init(value: String) { self.value = value }
}

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
open class ASAuthorizationAccountCreationProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
    public override init() { super.init() }

    // The order of the contact identifiers is the app's preference; exactly one comes back.
    public func createPlatformPublicKeyCredentialRegistrationRequest(
        acceptedContactIdentifiers: [ASContactIdentifierRequest], shouldRequestName: Bool,
        relyingPartyIdentifier: String, challenge: Data, userID: Data
    ) -> ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest {
        .init(
            provider: self, acceptedContactIdentifiers: acceptedContactIdentifiers,
            shouldRequestName: shouldRequestName, relyingPartyIdentifier: relyingPartyIdentifier, challenge: challenge,
            userID: userID)
    }
}

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
open class ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest: ASAuthorizationRequest,
    @unchecked Sendable
{
    public let acceptedContactIdentifiers: [ASContactIdentifierRequest]
    public let shouldRequestName: Bool
    public let relyingPartyIdentifier: String
    public let challenge: Data
    public let userID: Data

    init(
        provider: ASAuthorizationAccountCreationProvider, acceptedContactIdentifiers: [ASContactIdentifierRequest],
        shouldRequestName: Bool, relyingPartyIdentifier: String, challenge: Data, userID: Data
    ) {
        self.acceptedContactIdentifiers = acceptedContactIdentifiers
        self.shouldRequestName = shouldRequestName
        self.relyingPartyIdentifier = relyingPartyIdentifier
        self.challenge = challenge
        self.userID = userID
        super.init(provider: provider)
    }
}

// Not documented as Sendable; every credential protocol refines it here, so this class follows.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public final class ASAuthorizationAccountCreationPlatformPublicKeyCredential: NSObject, ASAuthorizationCredential {
    // The person's choice, which the system has not verified as theirs.
    public let contactIdentifier: ASContactIdentifier
    public let name: PersonNameComponents?
    public let credentialRegistration: ASAuthorizationPlatformPublicKeyCredentialRegistration

    @_spi(AppleDouble)
    public init(
        contactIdentifier: ASContactIdentifier, name: PersonNameComponents?,
        credentialRegistration: ASAuthorizationPlatformPublicKeyCredentialRegistration
    ) {
        self.contactIdentifier = contactIdentifier
        self.name = name
        self.credentialRegistration = credentialRegistration
        super.init()
    }
}
