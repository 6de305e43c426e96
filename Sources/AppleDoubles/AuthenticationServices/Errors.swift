// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import Foundation

// Source: Apple's header and documentation. iOS 13, macOS 10.15, visionOS 1.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public let ASAuthorizationErrorDomain = "com.apple.AuthenticationServices.AuthorizationError"

// Source: Apple's header, an NS_ERROR_ENUM. iOS 13, macOS 10.15, visionOS 1.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public struct ASAuthorizationError: CustomNSError, _BridgedStoredNSError, Hashable {
    public let _nsError: NSError

    public init(_nsError error: NSError) { _nsError = error }

    public static var errorDomain: String { ASAuthorizationErrorDomain }
    public static var _nsErrorDomain: String { ASAuthorizationErrorDomain }

    /// Apple's enumeration may hold numbers that no case stands for. A Swift enumeration can't, so this is a structure:
    /// a `switch` over it needs a `default`, and a system newer than the SDK can be played.
    public struct Code: RawRepresentable, Hashable, Sendable, _ErrorCodeProtocol {
        public typealias _ErrorType = ASAuthorizationError

        public let rawValue: Int

        public init?(rawValue: Int) { self.rawValue = rawValue }

        private init(_ rawValue: Int) { self.rawValue = rawValue }

        public static var unknown: Code { Code(1000) }
        public static var canceled: Code { Code(1001) }
        public static var invalidResponse: Code { Code(1002) }
        public static var notHandled: Code { Code(1003) }
        public static var failed: Code { Code(1004) }

        @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
        public static var notInteractive: Code { Code(1005) }

        @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
        public static var matchedExcludedCredential: Code { Code(1006) }

        @available(iOS 18.2, macOS 15.2, visionOS 2.2, *)
        public static var credentialImport: Code { Code(1007) }

        @available(iOS 18.2, macOS 15.2, visionOS 2.2, *)
        public static var credentialExport: Code { Code(1008) }

        @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
        public static var preferSignInWithApple: Code { Code(1009) }

        @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
        public static var deviceNotConfiguredForPasskeyCreation: Code { Code(1010) }
    }
}

// Source: as above. The compiler makes these from the cases of an NS_ERROR_ENUM, for `catch
// ASAuthorizationError.canceled`.
extension ASAuthorizationError {
    public static var unknown: Code { .unknown }
    public static var canceled: Code { .canceled }
    public static var invalidResponse: Code { .invalidResponse }
    public static var notHandled: Code { .notHandled }
    public static var failed: Code { .failed }

    @available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
    public static var notInteractive: Code { .notInteractive }

    @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
    public static var matchedExcludedCredential: Code { .matchedExcludedCredential }

    @available(iOS 18.2, macOS 15.2, visionOS 2.2, *)
    public static var credentialImport: Code { .credentialImport }

    @available(iOS 18.2, macOS 15.2, visionOS 2.2, *)
    public static var credentialExport: Code { .credentialExport }

    @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
    public static var preferSignInWithApple: Code { .preferSignInWithApple }

    @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
    public static var deviceNotConfiguredForPasskeyCreation: Code { .deviceNotConfiguredForPasskeyCreation }
}
