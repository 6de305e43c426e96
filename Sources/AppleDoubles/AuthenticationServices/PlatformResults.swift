// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

public import Foundation

// Source: Apple's documentation. iOS 13, macOS 10.15, visionOS 1. Apple's also refines NSCopying and NSSecureCoding.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public protocol ASAuthorizationCredential: NSObjectProtocol, Sendable {}

// Source: Apple's documentation. iOS 15, macOS 12, visionOS 1.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public protocol ASPublicKeyCredential: ASAuthorizationCredential {
    var rawClientDataJSON: Data { get }
    var credentialID: Data { get }
}

// Source: Apple's documentation. iOS 15, macOS 12, visionOS 1.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public protocol ASAuthorizationPublicKeyCredentialRegistration: ASPublicKeyCredential {
    var rawAttestationObject: Data? { get }
}

// Source: code that ships; the header says nothing about `nil` here, which makes the types implicitly unwrapped.
// iOS 15, macOS 12, visionOS 1.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public protocol ASAuthorizationPublicKeyCredentialAssertion: ASPublicKeyCredential {
    var rawAuthenticatorData: Data! { get }
    var userID: Data! { get }
    var signature: Data! { get }
}

// Source: Apple's documentation. iOS 16.6, macOS 13.5.
@available(iOS 16.6, macOS 13.5, visionOS 1.0, *)
public enum ASAuthorizationPublicKeyCredentialAttachment: Int, Sendable {
    case platform
    case crossPlatform
}

// Source: Apple's documentation. iOS 15, macOS 12, visionOS 1. No initializer, user id, transports or public key.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public final class ASAuthorizationPlatformPublicKeyCredentialRegistration: NSObject,
    ASAuthorizationPublicKeyCredentialRegistration
{
    public let rawClientDataJSON: Data
    public let credentialID: Data
    public let rawAttestationObject: Data?
    private let isCrossPlatform: Bool
    nonisolated(unsafe) private let storedPRF: Any?
    nonisolated(unsafe) private let storedLargeBlob: Any?

    /// The types of the two extension outputs are younger than this class: an
    /// `ASAuthorizationPublicKeyCredentialPRFRegistrationOutput` and a `…LargeBlobRegistrationOutput`.
    @_spi(AppleDouble)
    public init(
        rawClientDataJSON: Data, credentialID: Data, rawAttestationObject: Data?, isCrossPlatform: Bool = false,
        prf: Any? = nil, largeBlob: Any? = nil
    ) {
        self.rawClientDataJSON = rawClientDataJSON
        self.credentialID = credentialID
        self.rawAttestationObject = rawAttestationObject
        self.isCrossPlatform = isCrossPlatform
        storedPRF = prf
        storedLargeBlob = largeBlob
        super.init()
    }

    // Source: Apple's documentation. iOS 16.6, macOS 13.5.
    @available(iOS 16.6, macOS 13.5, visionOS 1.0, *)
    public var attachment: ASAuthorizationPublicKeyCredentialAttachment { isCrossPlatform ? .crossPlatform : .platform }

    // Source: Apple's documentation. iOS 18, macOS 15, visionOS 2.
    @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
    public var prf: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput? {
        storedPRF as? ASAuthorizationPublicKeyCredentialPRFRegistrationOutput
    }

    // Source: Apple's documentation. iOS 17, macOS 14, visionOS 1.
    @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
    public var largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput? {
        storedLargeBlob as? ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput
    }
}

// Source: Apple's documentation. iOS 15, macOS 12, visionOS 1. No initializer.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public final class ASAuthorizationPlatformPublicKeyCredentialAssertion: NSObject,
    ASAuthorizationPublicKeyCredentialAssertion
{
    public let rawClientDataJSON: Data
    public let credentialID: Data
    public let rawAuthenticatorData: Data!
    public let userID: Data!
    public let signature: Data!
    private let isCrossPlatform: Bool
    nonisolated(unsafe) private let storedPRF: Any?
    nonisolated(unsafe) private let storedLargeBlob: Any?

    /// The types of the two extension outputs are younger than this class: an
    /// `ASAuthorizationPublicKeyCredentialPRFAssertionOutput` and a `…LargeBlobAssertionOutput`.
    @_spi(AppleDouble)
    public init(
        rawClientDataJSON: Data, credentialID: Data, rawAuthenticatorData: Data?, userID: Data?, signature: Data?,
        isCrossPlatform: Bool = false, prf: Any? = nil, largeBlob: Any? = nil
    ) {
        self.rawClientDataJSON = rawClientDataJSON
        self.credentialID = credentialID
        self.rawAuthenticatorData = rawAuthenticatorData
        self.userID = userID
        self.signature = signature
        self.isCrossPlatform = isCrossPlatform
        storedPRF = prf
        storedLargeBlob = largeBlob
        super.init()
    }

    // Source: Apple's documentation. iOS 16.6, macOS 13.5.
    @available(iOS 16.6, macOS 13.5, visionOS 1.0, *)
    public var attachment: ASAuthorizationPublicKeyCredentialAttachment { isCrossPlatform ? .crossPlatform : .platform }

    // Source: Apple's documentation. iOS 18, macOS 15, visionOS 2.
    @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
    public var prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput? {
        storedPRF as? ASAuthorizationPublicKeyCredentialPRFAssertionOutput
    }

    // Source: Apple's documentation. iOS 17, macOS 14, visionOS 1.
    @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
    public var largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput? {
        storedLargeBlob as? ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput
    }
}
