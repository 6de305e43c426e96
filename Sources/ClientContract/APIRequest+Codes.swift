// SPDX-License-Identifier: Apache-2.0

import WireFormats

// What users do with codes that they receive by mail or text message. A sign-in is two requests: the one that has a code
// sent, and `tokens(_:)`.

extension APIRequest<CodeChallengeAnswer> {
    package static func codeChallenge(_ body: CodeChallengeBody) -> Self {
        Self("POST", "/otp/challenge", body: body.json) { CodeChallengeAnswer($1) }
    }
}

extension APIRequest<Void> {
    package static func passwordlessStart(_ body: PasswordlessStartBody) -> Self {
        Self("POST", "/passwordless/start", body: body.json) { _, _ in () }
    }
}

// MARK: The My Account API, whose requests need an access token

extension APIRequest<AddressChangeAnswer> {
    package static func addressChange(_ body: AddressCreateBody) -> Self {
        Self("POST", accountMethods, body: body.json) { AddressChangeAnswer($1) }
    }
}

extension APIRequest<Void> {
    package static func addressVerification(of method: String, _ body: AddressVerifyBody) -> Self {
        Self("POST", "\(accountMethod(method))/verify", body: body.json) { _, _ in () }
    }
}

extension APIRequest<CeremonyAnswer> {
    /// Begins the confirmation of an act by a passkey of the account.
    package static func confirmation(of act: String) -> Self {
        Self("POST", "/me/v1/confirmations", body: ["act": .string(act)]) { CeremonyAnswer($1) }
    }
}
