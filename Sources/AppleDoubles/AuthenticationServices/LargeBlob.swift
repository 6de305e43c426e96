// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// Source for this file: Apple's documentation. iOS 17, macOS 14, visionOS 1.

@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput {
    public enum SupportRequirement {
        case required
        case preferred
    }

    public var supportRequirement: SupportRequirement

    public static var supportRequired: Self { Self(supportRequirement: .required) }
    public static var supportPreferred: Self { Self(supportRequirement: .preferred) }
}

@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialLargeBlobRegistrationOutput {
    public let isSupported: Bool

    // Source: Apple's documentation. iOS 18, macOS 15, visionOS 2.
    @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
    public static var supported: Self { Self(isSupported: true) }

    // Source: as above.
    @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
    public static var unsupported: Self { Self(isSupported: false) }
}

@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput {
    public enum Operation {
        case read
        case write(Data)
    }

    public var operation: Operation

    public static var read: Self { Self(operation: .read) }

    public static func write(_ data: Data) -> Self { Self(operation: .write(data)) }
}

@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public struct ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput {
    public enum OperationResult {
        case read(data: Data?)
        case write(success: Bool)
    }

    public var result: OperationResult

    // Source: Apple's documentation. iOS 18, macOS 15, visionOS 2.
    @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
    public static func read(data: Data?) -> Self { Self(result: .read(data: data)) }

    // Source: as above.
    @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
    public static func write(success: Bool) -> Self { Self(result: .write(success: success)) }
}
