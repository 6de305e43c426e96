// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

public import Foundation

// Source for this file, unless something else is said: Apple's documentation. iOS 15, macOS 12, not on visionOS.

@available(iOS 15.0, macOS 12.0, *)
@available(visionOS, unavailable)
public struct ASCOSEAlgorithmIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public init(_ rawValue: Int) { self.rawValue = rawValue }

    public static let ES256 = ASCOSEAlgorithmIdentifier(-7)
}

@available(iOS 15.0, macOS 12.0, *)
@available(visionOS, unavailable)
public final class ASAuthorizationPublicKeyCredentialParameters: NSObject, Sendable {
    public let algorithm: ASCOSEAlgorithmIdentifier

    public init(algorithm: ASCOSEAlgorithmIdentifier) {
        self.algorithm = algorithm
        super.init()
    }
}

@available(iOS 15.0, macOS 12.0, *)
@available(visionOS, unavailable)
open class ASAuthorizationSecurityKeyPublicKeyCredentialProvider: NSObject, ASAuthorizationProvider,
    @unchecked Sendable
{
    public let relyingPartyIdentifier: String

    public init(relyingPartyIdentifier: String) {
        self.relyingPartyIdentifier = relyingPartyIdentifier
        super.init()
    }

    // The arguments stand in another order than in the platform provider's method.
    public func createCredentialRegistrationRequest(
        challenge: Data, displayName: String, name: String, userID: Data
    ) -> ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest {
        .init(provider: self, challenge: challenge, displayName: displayName, name: name, userID: userID)
    }

    public func createCredentialAssertionRequest(
        challenge: Data
    ) -> ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest {
        .init(provider: self, challenge: challenge)
    }
}

@available(iOS 15.0, macOS 12.0, *)
@available(visionOS, unavailable)
open class ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest,
    ASAuthorizationPublicKeyCredentialRegistrationRequest, @unchecked Sendable
{
    public let relyingPartyIdentifier: String
    public var userID: Data
    public var name: String
    public var displayName: String?
    public var challenge: Data
    public var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
    public var attestationPreference = ASAuthorizationPublicKeyCredentialAttestationKind.none
    public var residentKeyPreference = ASAuthorizationPublicKeyCredentialResidentKeyPreference.discouraged
    public var credentialParameters: [ASAuthorizationPublicKeyCredentialParameters] = []
    public var excludedCredentials: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor] = []

    init(
        provider: ASAuthorizationSecurityKeyPublicKeyCredentialProvider, challenge: Data, displayName: String,
        name: String, userID: Data
    ) {
        relyingPartyIdentifier = provider.relyingPartyIdentifier
        self.challenge = challenge
        self.displayName = displayName
        self.name = name
        self.userID = userID
        super.init(provider: provider)
    }
}

@available(iOS 15.0, macOS 12.0, *)
@available(visionOS, unavailable)
open class ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest: ASAuthorizationRequest,
    ASAuthorizationPublicKeyCredentialAssertionRequest, @unchecked Sendable
{
    public var challenge: Data
    public var relyingPartyIdentifier: String
    public var allowedCredentials: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor] = []
    public var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred

    init(provider: ASAuthorizationSecurityKeyPublicKeyCredentialProvider, challenge: Data) {
        self.challenge = challenge
        relyingPartyIdentifier = provider.relyingPartyIdentifier
        super.init(provider: provider)
    }
}

@available(iOS 15.0, macOS 12.0, *)
@available(visionOS, unavailable)
public final class ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor: NSObject, @unchecked Sendable {
    // The texts behind the names are unverified.
    public struct Transport: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public init(_ rawValue: String) { self.rawValue = rawValue }

        public static let usb = Transport("usb")
        public static let nfc = Transport("nfc")
        public static let bluetooth = Transport("ble")
        public static let allSupported: [Transport] = [.usb, .nfc, .bluetooth]
    }

    public var credentialID: Data
    public var transports: [Transport]

    public init(credentialID: Data, transports: [Transport]) {
        self.credentialID = credentialID
        self.transports = transports
        super.init()
    }
}

@available(iOS 15.0, macOS 12.0, *)
@available(visionOS, unavailable)
public final class ASAuthorizationSecurityKeyPublicKeyCredentialRegistration: NSObject,
    ASAuthorizationPublicKeyCredentialRegistration
{
    public let rawClientDataJSON: Data
    public let credentialID: Data
    public let rawAttestationObject: Data?
    private let storedTransports: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport]

    @_spi(AppleDouble)
    public init(
        rawClientDataJSON: Data, credentialID: Data, rawAttestationObject: Data?,
        transports: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport] = []
    ) {
        self.rawClientDataJSON = rawClientDataJSON
        self.credentialID = credentialID
        self.rawAttestationObject = rawAttestationObject
        storedTransports = transports
        super.init()
    }

    // Source: Apple's documentation. iOS 17.5, macOS 14.5.
    @available(iOS 17.5, macOS 14.5, *)
    public var transports: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport] { storedTransports }
}

@available(iOS 15.0, macOS 12.0, *)
@available(visionOS, unavailable)
public final class ASAuthorizationSecurityKeyPublicKeyCredentialAssertion: NSObject,
    ASAuthorizationPublicKeyCredentialAssertion
{
    public let rawClientDataJSON: Data
    public let credentialID: Data
    public let rawAuthenticatorData: Data!
    public let userID: Data!
    public let signature: Data!

    @_spi(AppleDouble)
    public init(
        rawClientDataJSON: Data, credentialID: Data, rawAuthenticatorData: Data?, userID: Data?, signature: Data?
    ) {
        self.rawClientDataJSON = rawClientDataJSON
        self.credentialID = credentialID
        self.rawAuthenticatorData = rawAuthenticatorData
        self.userID = userID
        self.signature = signature
        super.init()
    }
}
