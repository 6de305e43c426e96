// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import Foundation

// Source: Apple's documentation. iOS 8.3, macOS 10.11, visionOS 1.
@available(iOS 8.3, macOS 10.11, visionOS 1.0, *)
public let LAErrorDomain = "com.apple.LocalAuthentication"

// Source: Apple's header, an NS_ERROR_ENUM. iOS 8, macOS 10.10, visionOS 1.
@available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
public struct LAError: CustomNSError, _BridgedStoredNSError, Hashable {
    public let _nsError: NSError

    public init(_nsError error: NSError) { _nsError = error }

    public static var errorDomain: String { "com.apple.LocalAuthentication" }
    public static var _nsErrorDomain: String { "com.apple.LocalAuthentication" }

    /// A structure, because Apple's enumeration may hold numbers that no case stands for. A `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, _ErrorCodeProtocol {
        public typealias _ErrorType = LAError

        public let rawValue: Int

        public init?(rawValue: Int) { self.rawValue = rawValue }

        private init(_ rawValue: Int) { self.rawValue = rawValue }

        public static var authenticationFailed: Code { Code(-1) }
        public static var userCancel: Code { Code(-2) }
        public static var userFallback: Code { Code(-3) }
        public static var systemCancel: Code { Code(-4) }
        public static var passcodeNotSet: Code { Code(-5) }

        @available(iOS 11.0, macOS 10.13, visionOS 1.0, *)
        public static var biometryNotAvailable: Code { Code(-6) }

        @available(iOS 11.0, macOS 10.13, visionOS 1.0, *)
        public static var biometryNotEnrolled: Code { Code(-7) }

        @available(iOS 11.0, macOS 10.13, visionOS 1.0, *)
        public static var biometryLockout: Code { Code(-8) }

        @available(iOS 9.0, macOS 10.11, visionOS 1.0, *)
        public static var appCancel: Code { Code(-9) }

        @available(iOS 9.0, macOS 10.11, visionOS 1.0, *)
        public static var invalidContext: Code { Code(-10) }

        public static var notInteractive: Code { Code(-1004) }
    }
}

// Source: as above. The compiler makes these from the cases of an NS_ERROR_ENUM, for `catch LAError.userCancel`.
extension LAError {
    public static var authenticationFailed: Code { .authenticationFailed }
    public static var userCancel: Code { .userCancel }
    public static var userFallback: Code { .userFallback }
    public static var systemCancel: Code { .systemCancel }
    public static var passcodeNotSet: Code { .passcodeNotSet }

    @available(iOS 11.0, macOS 10.13, visionOS 1.0, *)
    public static var biometryNotAvailable: Code { .biometryNotAvailable }

    @available(iOS 11.0, macOS 10.13, visionOS 1.0, *)
    public static var biometryNotEnrolled: Code { .biometryNotEnrolled }

    @available(iOS 11.0, macOS 10.13, visionOS 1.0, *)
    public static var biometryLockout: Code { .biometryLockout }

    @available(iOS 9.0, macOS 10.11, visionOS 1.0, *)
    public static var appCancel: Code { .appCancel }

    @available(iOS 9.0, macOS 10.11, visionOS 1.0, *)
    public static var invalidContext: Code { .invalidContext }

    public static var notInteractive: Code { .notInteractive }
}
