// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CryptoKit
public import Foundation

// Source for this file: Apple's documentation. iOS 18, macOS 15, visionOS 2. Security keys have PRF from iOS 26.4 on,
// which is not here.

@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASAuthorizationPublicKeyCredentialPRFAssertionInput {
    public struct InputValues {
        public var saltInput1: Data
        public var saltInput2: Data?

        public init(saltInput1: Data, saltInput2: Data? = nil) {
            self.saltInput1 = saltInput1
            self.saltInput2 = saltInput2
        }

        public static func saltInput1(_ saltInput1: Data, saltInput2: Data? = nil) -> InputValues {
            InputValues(saltInput1: saltInput1, saltInput2: saltInput2)
        }
    }

    public let inputValues: InputValues?
    public let perCredentialInputValues: [Data: InputValues]?

    public static func inputValues(
        _ inputValues: InputValues, perCredentialInputValues: [Data: InputValues]? = nil
    ) -> Self {
        Self(inputValues: inputValues, perCredentialInputValues: perCredentialInputValues)
    }

    public static func perCredentialInputValues(_ perCredentialInputValues: [Data: InputValues]) -> Self {
        Self(inputValues: nil, perCredentialInputValues: perCredentialInputValues)
    }
}

@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASAuthorizationPublicKeyCredentialPRFRegistrationInput {
    public typealias InputValues = ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues

    public let inputValues: InputValues?
    public let shouldCheckForSupport: Bool

    public static var checkForSupport: Self { Self(inputValues: nil, shouldCheckForSupport: true) }

    public static func inputValues(_ inputValues: InputValues) -> Self {
        Self(inputValues: inputValues, shouldCheckForSupport: true)
    }
}

@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASAuthorizationPublicKeyCredentialPRFAssertionOutput {
    public let first: SymmetricKey
    public let second: SymmetricKey?

    public init(first: SymmetricKey, second: SymmetricKey?) {
        self.first = first
        self.second = second
    }
}

@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
public struct ASAuthorizationPublicKeyCredentialPRFRegistrationOutput {
    public let isSupported: Bool
    public let first: SymmetricKey?
    public let second: SymmetricKey?

    @_spi(AppleDouble)
    public init(isSupported: Bool, first: SymmetricKey?, second: SymmetricKey?) {
        self.isSupported = isSupported
        self.first = first
        self.second = second
    }
}
