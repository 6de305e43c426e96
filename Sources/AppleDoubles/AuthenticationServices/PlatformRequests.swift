// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// Source: Apple's documentation. iOS 13, macOS 10.15, visionOS 1.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public protocol ASAuthorizationProvider: NSObjectProtocol {}

// Source: Apple's documentation. iOS 13, macOS 10.15, visionOS 1. The request classes below are documented as Sendable.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorizationRequest: NSObject, @unchecked Sendable {
    public let provider: any ASAuthorizationProvider

    init(provider: any ASAuthorizationProvider) {
        self.provider = provider
        super.init()
    }
}

// Source: Apple's header. iOS 15, macOS 12, visionOS 1.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public protocol ASAuthorizationPublicKeyCredentialRegistrationRequest: NSObjectProtocol {
    var relyingPartyIdentifier: String { get }
    var userID: Data { get set }
    var name: String { get set }
    var displayName: String? { get set }
    var challenge: Data { get set }
    var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference { get set }
    var attestationPreference: ASAuthorizationPublicKeyCredentialAttestationKind { get set }
}

// Source: Apple's documentation. iOS 15, macOS 12, visionOS 1.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public protocol ASAuthorizationPublicKeyCredentialAssertionRequest: NSObjectProtocol {
    var challenge: Data { get set }
    var relyingPartyIdentifier: String { get set }
    var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference { get set }
}

// Source: Apple's documentation. iOS 15, macOS 12, visionOS 1.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
    public let relyingPartyIdentifier: String

    public init(relyingPartyIdentifier: String) {
        self.relyingPartyIdentifier = relyingPartyIdentifier
        super.init()
    }

    public func createCredentialRegistrationRequest(
        challenge: Data, name: String, userID: Data
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
        .init(provider: self, challenge: challenge, name: name, userID: userID)
    }

    // Source: Apple's documentation. iOS 18, macOS 15, visionOS 2.
    @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
    public func createCredentialRegistrationRequest(
        challenge: Data, name: String, userID: Data,
        requestStyle: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest.RequestStyle
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
        let request = createCredentialRegistrationRequest(challenge: challenge, name: name, userID: userID)
        request.requestStyle = requestStyle
        return request
    }

    public func createCredentialAssertionRequest(
        challenge: Data
    ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
        .init(provider: self, challenge: challenge)
    }
}

// Source: Apple's header. iOS 15, macOS 12, visionOS 1. There is no choice of algorithm, timeout or resident key here:
// the platform makes discoverable ES256 credentials.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest,
    ASAuthorizationPublicKeyCredentialRegistrationRequest, @unchecked Sendable
{
    // Source: Apple's documentation. iOS 18, macOS 15, visionOS 2.
    @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
    public enum RequestStyle: Int, Sendable {
        case standard
        case conditional
    }

    public let relyingPartyIdentifier: String
    public var userID: Data
    public var name: String
    public var displayName: String?
    public var challenge: Data
    public var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
    public var attestationPreference = ASAuthorizationPublicKeyCredentialAttestationKind.none

    // A stored property can't have a type of a later availability.
    private var storedExclusions: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]?
    private var storedHybridTransport = true
    private var storedStyle = 0
    private var storedPRF: Any?
    private var storedLargeBlob: Any?

    init(
        provider: ASAuthorizationPlatformPublicKeyCredentialProvider, challenge: Data, name: String, userID: Data
    ) {
        relyingPartyIdentifier = provider.relyingPartyIdentifier
        self.challenge = challenge
        self.name = name
        self.userID = userID
        super.init(provider: provider)
    }

    // Source: Apple's header, in a protocol of web browsers. iOS 17.4, macOS 13.5, not on visionOS. Optional, unlike in
    // the other requests.
    @available(iOS 17.4, macOS 13.5, *)
    @available(visionOS, unavailable)
    public var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]? {
        get { storedExclusions }
        set { storedExclusions = newValue }
    }

    // Source: Apple's header. macOS 13.5 only.
    @available(macOS 13.5, *)
    @available(iOS, unavailable)
    @available(visionOS, unavailable)
    public var shouldShowHybridTransport: Bool {
        get { storedHybridTransport }
        set { storedHybridTransport = newValue }
    }

    // Source: Apple's documentation. iOS 18, macOS 15, visionOS 2.
    @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
    public var requestStyle: RequestStyle {
        get { storedStyle == RequestStyle.conditional.rawValue ? .conditional : .standard }
        set { storedStyle = newValue.rawValue }
    }

    // Source: Apple's documentation. iOS 18, macOS 15, visionOS 2.
    @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
    public var prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput? {
        get { storedPRF as? ASAuthorizationPublicKeyCredentialPRFRegistrationInput }
        set { storedPRF = newValue }
    }

    // Source: Apple's documentation. iOS 17, macOS 14, visionOS 1.
    @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
    public var largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput? {
        get { storedLargeBlob as? ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput }
        set { storedLargeBlob = newValue }
    }
}

// Source: Apple's header. iOS 15, macOS 12, visionOS 1.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: ASAuthorizationRequest,
    ASAuthorizationPublicKeyCredentialAssertionRequest, @unchecked Sendable
{
    public var challenge: Data
    public var relyingPartyIdentifier: String
    public var allowedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] = []
    public var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred

    private var storedHybridTransport = true
    private var storedPRF: Any?
    private var storedLargeBlob: Any?

    init(provider: ASAuthorizationPlatformPublicKeyCredentialProvider, challenge: Data) {
        self.challenge = challenge
        relyingPartyIdentifier = provider.relyingPartyIdentifier
        super.init(provider: provider)
    }

    // Source: Apple's documentation, in a protocol of web browsers. iOS 17.4, macOS 13.5, not on visionOS.
    @available(iOS 17.4, macOS 13.5, *)
    @available(visionOS, unavailable)
    public var shouldShowHybridTransport: Bool {
        get { storedHybridTransport }
        set { storedHybridTransport = newValue }
    }

    // Source: Apple's documentation. iOS 18, macOS 15, visionOS 2.
    @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
    public var prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput? {
        get { storedPRF as? ASAuthorizationPublicKeyCredentialPRFAssertionInput }
        set { storedPRF = newValue }
    }

    // Source: Apple's documentation. iOS 17, macOS 14, visionOS 1.
    @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
    public var largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput? {
        get { storedLargeBlob as? ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput }
        set { storedLargeBlob = newValue }
    }
}

// Source: Apple's documentation. iOS 15, macOS 12, visionOS 1.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public final class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject, @unchecked Sendable {
    public var credentialID: Data

    public init(credentialID: Data) {
        self.credentialID = credentialID
        super.init()
    }
}
