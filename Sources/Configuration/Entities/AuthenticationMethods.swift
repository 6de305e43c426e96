// SPDX-License-Identifier: Apache-2.0

/// The authentication methods of a connection.
package struct AuthenticationMethods: Hashable, Sendable {
    package var isPasskeyEnabled = true
    package var password = PasswordMethod()
    package var isEmailOTPEnabled = false
    package var isPhoneOTPEnabled = false

    package init() {}

    init(from members: inout ConfigurationMembers) {
        isPasskeyEnabled = members.object("passkey") { $0.bool("enabled") ?? true } ?? true
        password = members.object("password", with: PasswordMethod.init) ?? password
        isEmailOTPEnabled = Self.isOTPEnabled("email_otp", in: &members)
        isPhoneOTPEnabled = Self.isOTPEnabled("phone_otp", in: &members)
    }

    private static func isOTPEnabled(_ name: String, in members: inout ConfigurationMembers) -> Bool {
        members.object(name) { $0.bool("enabled") ?? false } ?? false
    }
}

/// What a connection says about signing in and up with a password.
package struct PasswordMethod: Hashable, Sendable {
    /// Whether a sign-up through the API needs a password.
    package enum APIBehavior: String, CaseIterable, Sendable {
        case required
        case optional
    }

    /// Whether a sign-up may have a password.
    package enum SignUpBehavior: String, CaseIterable, Sendable {
        case allow
        case block
    }

    /// `nil` if the connection doesn't say. Then its clients decide (``ConfigurationSnapshot/acceptsPasswords(in:)``).
    package var isEnabled: Bool?
    package var apiBehavior = APIBehavior.required
    package var signUpBehavior = SignUpBehavior.allow

    package init() {}

    init(from members: inout ConfigurationMembers) {
        isEnabled = members.bool("enabled")
        apiBehavior = members.word("api_behavior") ?? apiBehavior
        signUpBehavior = members.word("signup_behavior") ?? signUpBehavior
    }
}
