// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Source for this file: Apple's documentation, as typed strings with WebAuthn's words. iOS 15, macOS 12, visionOS 1.

@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(_ rawValue: String) { self.rawValue = rawValue }

    public static let preferred = Self("preferred")
    public static let required = Self("required")
    public static let discouraged = Self("discouraged")
}

@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialAttestationKind: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(_ rawValue: String) { self.rawValue = rawValue }

    public static let none = Self("none")
    public static let direct = Self("direct")
    public static let indirect = Self("indirect")
    public static let enterprise = Self("enterprise")
}

@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialResidentKeyPreference: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(_ rawValue: String) { self.rawValue = rawValue }

    public static let discouraged = Self("discouraged")
    public static let preferred = Self("preferred")
    public static let required = Self("required")
}
