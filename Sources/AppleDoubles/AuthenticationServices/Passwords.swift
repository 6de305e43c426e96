// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// Source: Apple's header, ios(13.0), macos(10.15), tvos(13.0), watchos(6.0), which leaves Mac Catalyst to iOS; Apple's
// documentation adds visionOS 1.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
open class ASAuthorizationPasswordProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
    public override init() { super.init() }

    open func createRequest() -> ASAuthorizationPasswordRequest { ASAuthorizationPasswordRequest(provider: self) }
}

// Source: Apple's header, with the versions of the provider, and without a member of its own.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
open class ASAuthorizationPasswordRequest: ASAuthorizationRequest, @unchecked Sendable {}

// Source: Apple's header, ios(12.0), macos(10.15), tvos(13.0), watchos(6.0); Apple's documentation adds visionOS 1. The
// protocol is younger than the class on iOS, where Apple's conforms from iOS 13 on.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
open class ASPasswordCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
    public let user: String
    public let password: String

    public init(user: String, password: String) {
        self.user = user
        self.password = password
        super.init()
    }
}
